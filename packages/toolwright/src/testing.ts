export {
  type ScriptAnswer,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptReply,
  type ScriptRequest,
  type ScriptStep,
  scriptedModel,
} from '@toolwright/llm/testing';
