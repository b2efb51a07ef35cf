export type {
  JsonSchema,
  JsonValue,
  Manifest,
  ObjectSchema,
  ResourceAnnotations,
  ResourceContents,
  ResourceOptions,
  ResourceSpec,
  ToolAnnotations,
  ToolContext,
  ToolOptions,
  ToolOutcome,
  ToolSpec,
  TypedSchema,
  Untrusted,
} from '@toolwright/contract';
export {
  type AudioContent,
  audio,
  type Content,
  content,
  type FileContent,
  file,
  type ImageContent,
  image,
  trust,
} from '@toolwright/contract';
export type { Secret } from '@toolwright/redaction';
export { reveal, secret } from '@toolwright/redaction';
export { toolFinder } from './binding/select-members.js';
export type {
  ContextOfSource,
  ContextOfSources,
  ContextOfTools,
  MissingContext,
  NeededBy,
  NeedsContext,
  TakesContext,
  WithContext,
  WithoutContext,
} from './context-types.js';
export type { AnyFunction, PublicMethodContext, ToolDecorator } from './decorator/decorate.js';
export { type ResourceMarker, resource } from './decorator/resource.js';
export { type ToolMarker, tool } from './decorator/tool.js';
export type { ExecuteOptions, ReadOptions, SyncCallOptions } from './dispatch/call-options.js';
export type { Wrap, WrappedMember } from './dispatch/wrapped.js';
export { FunctionTool, type FunctionToolOptions } from './function-tool.js';
export type { ArgumentsOf, JsonForm, NoArguments, RealValue, ToolsOfSource } from './json-form.js';
export type {
  RegisterFromOptions,
  RegisterOptions,
  ValidateOptions,
  ValidationResult,
} from './registry-options.js';
export { ToolRegistry, type ToolRegistryConstructor } from './tool-registry.js';
export type { AnyTools, CallResult, Known, Prefixed, SyncToolName, ToolName, ToolsOf } from './tool-types.js';
export type {
  ExclusiveMax,
  ExclusiveMin,
  Format,
  Int,
  Max,
  MaxItems,
  MaxLength,
  Min,
  MinItems,
  MinLength,
  MultipleOf,
  Pattern,
  StringFormat,
  TypeTag,
  UniqueItems,
} from './type-tags.js';
export { type TypedSchemaCodecs, typedSchema } from './typed-schema.js';
export type { Tool } from './user-tool.js';
export type { Coercion } from './validation/arguments/check-arguments.js';
export type { ArgumentIssue } from './validation/explain/argument-issue.js';
