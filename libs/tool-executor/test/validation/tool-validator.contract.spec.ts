import { describe, it } from '@jest/globals';
import { describeContract } from '../../src/testing/contracts/describe-contract.js';
import { toolValidatorContract } from '../../src/testing/contracts/tool-validator.contract.js';
import { ClassValidatorToolValidator } from '../../src/validation/class-validator.validator.js';

describeContract(
  { describe, it },
  'ClassValidatorToolValidator',
  toolValidatorContract(() => new ClassValidatorToolValidator()),
);
