export { type CallExpectation, CallsError, expectCalls, type RunCalls } from './calls/expect-calls.js';
export type { ExpectedCall } from './calls/expected-call.js';
export { type CallMatchers, callMatchers } from './calls/matchers.js';
export {
  type CallOf,
  type CreateScriptedModel,
  type ReplyOf,
  rawArguments,
  type ScriptAnswer,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptReply,
  type ScriptRequest,
  type ScriptStep,
  type StepOf,
  scriptedModel,
} from './script/typed-script.js';
export type { ArgumentsOf, JsonForm, NameOf, PartOf, ToolsOfSource, ValueMatcher } from './tool-arguments.js';
