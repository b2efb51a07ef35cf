export { canonicalHash, canonicalJson } from './canonical-json.js';
export { type CodecIssue, decodeError, encodeError } from './codec/codec-issue.js';
export { type Codec, type CodecOptions, compileCodec } from './codec/compile-codec.js';
export type { Dialect, Loss, LoweredSchema, WireSchema } from './dialect.js';
export type { JsonSchemaTool } from './dialects/json-schema.js';
export type { OpenAITool } from './dialects/openai.js';
export { type DialectName, dialectNames, getDialect, type WireTool } from './get-dialect.js';
export { findByPointer, formatPath, pointerSegments, resolveRef } from './json-pointer.js';
