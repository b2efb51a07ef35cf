import type { ObjectSchema } from '@toolwright/contract';
import type { Dialect, LoweredSchema, WireSchema } from '../dialect.js';
import { GEMINI_LIMITS } from '../limits/provider-limits.js';
import { lowerSchema } from '../lower/lower-schema.js';
import type { Profile } from '../lower/profile.js';

/** A function declaration of the native API; `parametersJsonSchema` excludes `parameters`. */
export interface GeminiTool {
  name: string;
  description: string;
  parametersJsonSchema: WireSchema;
}

/**
 * The part of JSON Schema that the API reads, as documented at `responseJsonSchema` in @google/genai: a `$ref` stands alone, types
 * contain themselves only in properties that are not required, literals are strings and numbers.
 * @see https://ai.google.dev/api/generate-content#FIELDS.response_json_schema
 * @see https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support
 */
const GEMINI: Profile = {
  keywords: new Set([
    ...['$defs', '$ref', 'type', 'format', 'title', 'description', 'enum', 'anyOf'],
    ...['items', 'prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum'],
    ...['properties', 'additionalProperties', 'required'],
  ]),
  understands: (keyword, value) => {
    if (keyword === 'format') return FORMATS.has(value);
    return keyword !== 'items' || typeof value === 'object';
  },
  optional: 'absent',
  open: 'stays',
  references: 'bare',
  cycles: 'in-optional',
  literals: new Set(['string', 'number']),
};

const FORMATS: ReadonlySet<unknown> = new Set(['date-time', 'date', 'time']);

/** The native API of Gemini. Its schema guides the model and does not bind it. */
export const geminiDialect: Dialect<GeminiTool> = {
  name: 'gemini',
  limits: GEMINI_LIMITS,
  lower,
  decode: (value) => value,
  wireTool: ({ name, description, parameters }) => ({
    name,
    description,
    parametersJsonSchema: { ...lower(parameters).schema },
  }),
};

function lower(canonical: ObjectSchema): LoweredSchema {
  return { ...lowerSchema(canonical, GEMINI), decode: (value) => value };
}
