export type { ScriptAnswer, ScriptedCall, ScriptReply, ScriptRequest, ScriptStep } from './script-step.js';
export { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from './scripted-model.js';
