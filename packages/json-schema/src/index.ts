export { wireForm } from './built-ins/built-in.js';
export {
  type BuiltInName,
  builtInNames,
  builtIns,
  findBuiltInOf,
  getBuiltIn,
  isBuiltInName,
} from './built-ins/built-ins.js';
export { type CodecIssue, decodeError, encodeError } from './codec/codec-issue.js';
export { type Codec, type CodecOptions, compileCodec, isContainerPlan } from './codec/compile-codec.js';
export { hasToJson, isUserClass } from './codec/user-class.js';
export { fitsWithin } from './contains/fits-within.js';
export type { Accepts, CreateAccepts, Part, Verdict } from './contains/verdict.js';
export { type Dialect, isPossible, type Loss, type LoweredSchema, type WireSchema } from './dialect.js';
export type { AnthropicTool } from './dialects/anthropic.js';
export type { GeminiTool } from './dialects/gemini.js';
export type { JsonSchemaTool } from './dialects/json-schema.js';
export { type McpOutput, type McpTool, type McpToolAnnotations, mcpOutput } from './dialects/mcp.js';
export type { OpenAITool } from './dialects/openai.js';
export { type CanonicalOptions, canonicalSchema, numberDefinitions } from './document/canonical-schema.js';
export { type ChildSchema, childSchemas, holdingOf, schemasWithin } from './document/child-schemas.js';
export { findCircles } from './document/circles.js';
export { findCycles, referencesIn } from './document/cycles.js';
export { inlineReferences, withDefinitions } from './document/inline-references.js';
export { isBranching } from './document/is-branching.js';
export { isDeeplyLinked } from './document/is-deeply-linked.js';
export { mapSchema } from './document/map-schema.js';
export { definitionName, findTarget, referenceName, resolveRef } from './document/references.js';
export { type SchemaTraits, schemaTraits } from './document/schema-traits.js';
export { type DialectName, dialectNames, getDialect, type WireTool } from './get-dialect.js';
export { checkLimits, type LimitBreach } from './limits/check-limits.js';
export type { Limit, Limits, NameRule, SchemaLimits } from './limits/limits.js';
export { describeChange } from './lock/describe-change.js';
export type {
  ChangeSide,
  ChangeVerdict,
  ContractChange,
  ContractDiff,
  Fits,
  Release,
} from './lock/diff/contract-change.js';
export { diffAnnotations } from './lock/diff/diff-annotations.js';
export { diffLocks } from './lock/diff/diff-locks.js';
export { readLock, writeLock } from './lock/lock-text.js';
export { createLock, LOCK_VERSION, type LockedTool, lockTool, type ToolLock } from './lock/tool-lock.js';
export { compilePattern, type Pattern, runsLinearly } from './pattern/compile-pattern.js';
export { shapesOverlap } from './shape/shapes-overlap.js';
export { findCodeSigns } from './typescript/code-signs.js';
export { withDescription } from './typescript/comments.js';
export { commentText, type DocText, docComment, jsonTagText, quote } from './typescript/doc-comment.js';
export { KNOWN_FORMATS } from './typescript/known-formats.js';
export { isIdentifier, memberName, TypeNames, typeName } from './typescript/names.js';
export { printObject, printType } from './typescript/print-type.js';
export { mergeSchemas } from './typescript/source/merge-schemas.js';
export type { PrintedType, SourceLoss, SourcePlace } from './typescript/source/source-place.js';
export { type SourceOptions, SourcePrinter } from './typescript/source/source-printer.js';
export type { TypePlace } from './typescript/type-place.js';
export { areExclusive } from './union/are-exclusive.js';
export { findBranch, findBranchByMembers, findTag } from './union/find-branch.js';
export {
  admits,
  allowedTypes,
  isContainer,
  jsonTypeOf,
  literalValues,
  partOf,
  takesWholeNumber,
  WHOLE_NUMBER,
} from './union/json-types.js';
export { readUriTemplate, type UriTemplate, type UriTemplateRead } from './uri-template.js';
export { validatorOptions, withoutInherited } from './validator-options.js';
