import { describe, it } from '@jest/globals';
import { InProcessToolRunner } from '../../src/execution/in-process.runner.js';
import { describeContract } from '../../src/testing/contracts/describe-contract.js';
import { toolRunnerContract } from '../../src/testing/contracts/tool-runner.contract.js';
import { RecordingRunner } from '../../src/testing/fakes/recording-runner.js';

describeContract(
  { describe, it },
  'InProcessToolRunner',
  toolRunnerContract(() => new InProcessToolRunner()),
);
describeContract(
  { describe, it },
  'RecordingRunner',
  toolRunnerContract(() => new RecordingRunner()),
);
