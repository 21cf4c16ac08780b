/**
 * For tests of tools, of applications with tools, and of implementations of the ports. Neutral to
 * the test runner: imports none.
 *
 * @packageDocumentation
 */
export { approvalStoreContract } from './contracts/approval-store.contract.js';
export type { ContractCase, ContractOptions, MakeSubject } from './contracts/contract-case.js';
export { describeContract, type TestApi } from './contracts/describe-contract.js';
export type { JournalUnderTest } from './contracts/journal-under-test.js';
export { toolJournalContract, type ToolJournalContractOptions } from './contracts/tool-journal.contract.js';
export {
  toolErrorMapperContract,
  type ToolErrorMapperContractOptions,
} from './contracts/tool-error-mapper.contract.js';
export {
  toolOutputGuardContract,
  type ToolOutputGuardContractOptions,
} from './contracts/tool-output-guard.contract.js';
export {
  toolPermissionGuardContract,
  type ToolPermissionGuardContractOptions,
} from './contracts/tool-permission-guard.contract.js';
export { toolRunnerContract, type ToolRunnerContractOptions } from './contracts/tool-runner.contract.js';
export { toolSourceContract, type ToolSourceContractOptions } from './contracts/tool-source.contract.js';
export { toolTracerContract } from './contracts/tool-tracer.contract.js';
export { toolValidatorContract } from './contracts/tool-validator.contract.js';
export type { Fault } from './fakes/faults.js';
export { Recorder } from './fakes/recorder.js';
export {
  RecordingApprovalListener,
  type RecordingApprovalListenerOptions,
} from './fakes/recording-approval-listener.js';
export {
  RecordingErrorMapper,
  type RecordedThrow,
  type RecordingErrorMapperOptions,
} from './fakes/recording-error-mapper.js';
export { RecordingJournal, type RecordingJournalOptions } from './fakes/recording-journal.js';
export {
  RecordingOutputGuard,
  type RecordedOutput,
  type RecordingOutputGuardOptions,
} from './fakes/recording-output-guard.js';
export {
  RecordingPermissionGuard,
  type RecordedDecision,
  type RecordingPermissionGuardOptions,
} from './fakes/recording-permission-guard.js';
export { RecordingRunner, type RecordingRunnerOptions } from './fakes/recording-runner.js';
export { RecordingTracer, type RecordedSpan, type RecordingTracerOptions } from './fakes/recording-tracer.js';
export { toolHarness, type ToolHarness } from './harness/tool-harness.js';
export type { ToolHarnessOptions } from './harness/tool-harness.options.js';
export { assertLegalToolResult } from './results/assert-legal-tool-result.js';
export { expectFailure } from './results/expect-failure.js';
export { expectSuccess } from './results/expect-success.js';
export { toolResultMatchers, type ToolResultMatchers } from './results/tool-result-matchers.js';
