import { describeUnknown, ToolwrightError } from '@toolwright/contract';
import { createDialect, type Dialect } from './dialect.js';
import { anthropicDialect } from './dialects/anthropic.js';
import { geminiDialect } from './dialects/gemini.js';
import { groqDialect } from './dialects/groq.js';
import { jsonSchemaDialect } from './dialects/json-schema.js';
import { mcpDialect } from './dialects/mcp.js';
import { ollamaDialect } from './dialects/ollama.js';
import { openaiDialect } from './dialects/openai.js';
import { openaiStrictDialect } from './dialects/openai-strict.js';

const DEFINITIONS = {
  'json-schema': jsonSchemaDialect,
  openai: openaiDialect,
  'openai-strict': openaiStrictDialect,
  anthropic: anthropicDialect,
  gemini: geminiDialect,
  groq: groqDialect,
  ollama: ollamaDialect,
  mcp: mcpDialect,
};

export type DialectName = keyof typeof DEFINITIONS;
/** A tool in the request format of a dialect. */
export type WireTool<Name extends DialectName> = ReturnType<(typeof DEFINITIONS)[Name]['wireTool']>;

/** The names that {@link getDialect} accepts. */
export const dialectNames: readonly DialectName[] = Object.freeze(
  // The object is a constant, so its keys are exactly the keys of its type.
  Object.keys(DEFINITIONS) as DialectName[],
);

const DIALECTS: ReadonlyMap<string, Dialect> = new Map(
  dialectNames.map((name) => [name, createDialect<object>(name, DEFINITIONS[name])]),
);

/** Maps providers of `createClient` to dialects with a different name. */
const DIALECT_OF_PROVIDER: Readonly<Record<string, DialectName>> = {
  google: 'gemini',
  'openai-compatible': 'openai',
};

/**
 * Finds a dialect by its name or by a provider's name.
 * @throws ToolwrightError `UNSUPPORTED` with the available names
 */
export function getDialect<Name extends DialectName>(name: Name): Dialect<WireTool<Name>>;
export function getDialect(name: string): Dialect;
export function getDialect(name: string): Dialect {
  const found = DIALECTS.get(DIALECT_OF_PROVIDER[name] ?? name);
  if (found !== undefined) return found;
  const { message } = describeUnknown('Dialect', name, dialectNames);
  throw new ToolwrightError('UNSUPPORTED', message, {
    blame: 'developer',
    hint: 'Correct the name.',
  });
}
