import { describeUnknown, ToolwrightError } from '@toolwright/contract';
import type { Dialect } from './dialect.js';
import { anthropicDialect } from './dialects/anthropic.js';
import { geminiDialect } from './dialects/gemini.js';
import { groqDialect } from './dialects/groq.js';
import { jsonSchemaDialect } from './dialects/json-schema.js';
import { mcpDialect } from './dialects/mcp.js';
import { ollamaDialect } from './dialects/ollama.js';
import { openaiDialect } from './dialects/openai.js';
import { openaiStrictDialect } from './dialects/openai-strict.js';

const DIALECTS = {
  'json-schema': jsonSchemaDialect,
  openai: openaiDialect,
  'openai-strict': openaiStrictDialect,
  anthropic: anthropicDialect,
  gemini: geminiDialect,
  groq: groqDialect,
  ollama: ollamaDialect,
  mcp: mcpDialect,
} as const;

export type DialectName = keyof typeof DIALECTS;
/** What one tool looks like in a request of that dialect. */
export type WireTool<Name extends DialectName> = ReturnType<(typeof DIALECTS)[Name]['wireTool']>;

/** The names that {@link getDialect} knows. */
export const dialectNames: readonly DialectName[] = Object.freeze(
  // `Object.keys` of a constant object gives its keys and no others.
  Object.keys(DIALECTS) as DialectName[],
);

/**
 * The dialect of that name.
 * @throws ToolwrightError `UNSUPPORTED` with the known names.
 */
export function getDialect<Name extends DialectName>(name: Name): Dialect<WireTool<Name>>;
export function getDialect(name: string): Dialect;
export function getDialect(name: string): Dialect {
  const found = dialectNames.find((known) => known === name);
  if (found !== undefined) return DIALECTS[found];
  const { problem, hint } = describeUnknown('Dialect', name, dialectNames);
  throw new ToolwrightError('UNSUPPORTED', `${problem} ${hint}`, { blame: 'developer', hint });
}
