export type { AnswerParser, ParseContext, ParseFunction, Parser } from './parser.js';
export { Prompt, type PromptConstructor } from './prompt.js';
export type {
  ComputerUse,
  ExceptionVars,
  FinalVars,
  Handler,
  InterruptVars,
  McpServer,
  McpServerUse,
  PromptDefinition,
  PromptFunction,
  PromptParts,
  PromptVars,
} from './prompt-definition.js';
export {
  type AddedPrompt,
  type NamedTools,
  type PromptOptions,
  PromptRegistry,
  type PromptRegistryOptions,
} from './prompt-registry.js';
export { checkTags, type TagSet, type TagsOutput, type TagsRead, type TagUse } from './tags.js';
export { escapeTemplate } from './template.js';
