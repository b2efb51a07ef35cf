export type {
  ScriptAnswer,
  ScriptedCall,
  ScriptedModel,
  ScriptedModelOptions,
  ScriptReply,
  ScriptRequest,
  ScriptStep,
} from '@toolwright/llm/testing';
export { arbitrary, nearMiss } from './arbitrary/arbitrary.js';
export type { NearMiss } from './arbitrary/near-misses.js';
export { type CallExpectation, CallsError, expectCalls } from './calls/expect-calls.js';
export {
  type ExpectedCall,
  fitsCall,
  type MadeCall,
  toMadeCall,
  toWantedCall,
  type WantedCall,
} from './calls/expected-call.js';
export { checkCalls, type Expectation, type Verdict } from './calls/find-problem.js';
export { type CallMatchers, callMatchers } from './calls/matchers.js';
export {
  type CallOf,
  type ReplyOf,
  rawArguments,
  type StepOf,
  scriptedModel,
} from './script/typed-script.js';
export type { ArgumentsOf, NameOf, PartOf, ToolsOfSource } from './tool-arguments.js';
