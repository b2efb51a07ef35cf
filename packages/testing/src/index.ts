export type {
  ScriptAnswer,
  ScriptedCall,
  ScriptedModel,
  ScriptedModelOptions,
  ScriptReply,
  ScriptRequest,
  ScriptStep,
} from '@toolwright/llm/testing';
export type { ArgumentsOf, ToolsOfSource } from '@toolwright/tools';
export { type CallExpectation, CallsError, expectCalls } from './calls/expect-calls.js';
export {
  type ExpectedCall,
  fitsCall,
  type MadeCall,
  toMadeCall,
  toWantedCall,
  type WantedCall,
  type WholeCall,
} from './calls/expected-call.js';
export { checkCalls, type Expectation, type Verdict } from './calls/find-problem.js';
export { type CallMatchers, callMatchers } from './calls/matchers.js';
export {
  type RecordMode,
  type RecordOptions,
  type ReplayOptions,
  recordModel,
  replayModel,
} from './cassette/record-model.js';
export { type CheckToolsOptions, checkCall, checkTools } from './check-tools/check-tools.js';
export type { ToolProblem, ToolProblemKind } from './check-tools/find-problem.js';
export type { SkippedTool, ToolFinding, ToolsReport } from './check-tools/tools-report.js';
export {
  type CallOf,
  type ReplyOf,
  rawArguments,
  type StepOf,
  scriptedModel,
} from './script/typed-script.js';
export type { NameOf, PartOf, WholeOf } from './tool-arguments.js';
