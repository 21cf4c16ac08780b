import { describe, it } from '@jest/globals';
import { InMemoryApprovalStore } from '../../../src/permission/approval/in-memory-approval.store.js';
import { approvalStoreContract } from '../../../src/testing/contracts/approval-store.contract.js';
import { describeContract } from '../../../src/testing/contracts/describe-contract.js';

describeContract(
  { describe, it },
  'InMemoryApprovalStore',
  approvalStoreContract(() => new InMemoryApprovalStore()),
);
