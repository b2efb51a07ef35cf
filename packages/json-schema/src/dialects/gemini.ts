import type { DialectDefinition, WireSchema } from '../dialect.js';
import { lowerSchema } from '../lower/lower-schema.js';
import type { Profile } from '../lower/profile.js';

/** A function declaration of the native API. `parametersJsonSchema` cannot be combined with `parameters`. */
export interface GeminiTool {
  name: string;
  description: string;
  parametersJsonSchema: WireSchema;
}

/**
 * The subset of JSON Schema that the API supports, as documented at `responseJsonSchema` in @google/genai: a `$ref` has no siblings, types
 * are recursive only through optional properties, and literals are strings and numbers.
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

const FUNCTION_DECLARATION = 'https://ai.google.dev/api/caching#FunctionDeclaration';

/** Gemini's native API. Its schema guides the model without binding it. */
export const geminiDialect: DialectDefinition<GeminiTool> = {
  // As documented at `FunctionDeclaration` in @google/genai.
  limits: {
    toolName: {
      allowed: {
        pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
        words:
          '1 to 128 letters, digits, underscores, dots, colons and dashes, starting with a letter or an underscore',
      },
      source: FUNCTION_DECLARATION,
    },
    argumentName: {
      allowed: {
        pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
        words: '1 to 64 letters, digits and underscores, not starting with a digit',
      },
      source: FUNCTION_DECLARATION,
    },
  },
  lower: (schema) => lowerSchema(schema, GEMINI),
  wireTool: ({ name, description }, parametersJsonSchema) => ({ name, description, parametersJsonSchema }),
};
