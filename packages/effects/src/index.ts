export type {
  Effect,
  EffectStep,
  FoundEffect,
  Hint,
  HintCheck,
  HintSuggestion,
  ToolEffects,
  Verdict,
} from './effect.js';
export type { EffectsOptions, EffectsResult } from './effects-options.js';
export {
  configFileOf,
  findEffects,
  findStoredEffects,
  loadEffects,
  readEffects,
  wantsProvedHints,
} from './find-effects.js';
export type { Certainty, FlowEntry, FlowRole, Forbidden, ToolFlows } from './flows/flow.js';
export { type PrintEffectsOptions, printEffects } from './print/print-effects.js';
export { type PrintFlowsOptions, printFlows } from './print/print-flows.js';
