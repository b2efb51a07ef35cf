export type { ClientRuntime } from './client/config.js';
export type { ClientSettings, ProviderClient } from './client/provider-client.js';
export { secretValues } from './sdk/secret-values.js';
export type {
  ScriptAnswer,
  ScriptedCall,
  ScriptReply,
  ScriptRequest,
  ScriptStep,
} from './testing/script-step.js';
export { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from './testing/scripted-model.js';
