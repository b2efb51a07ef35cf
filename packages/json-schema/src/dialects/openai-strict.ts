import type { ObjectSchema } from '@toolwright/contract';
import { planAbsence } from '../absence/absence-plan.js';
import { compileAbsence } from '../absence/compile-absence.js';
import type { DialectDefinition, Loss, LoweredParts } from '../dialect.js';
import { checkSchema } from '../limits/check-limits.js';
import type { SchemaLimits } from '../limits/limits.js';
import { lowerSchema } from '../lower/lower-schema.js';
import type { Profile } from '../lower/profile.js';
import { lowerOpenAIRoot, OPENAI_LIMITS, type OpenAITool } from './openai.js';

/**
 * The schemas that strict mode supports. The API refuses any other keyword with status 400.
 * @see https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
const STRICT: Profile = {
  keywords: new Set([
    ...['type', 'title', 'description', 'enum', 'const', 'anyOf', '$ref', '$defs'],
    ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
    ...['pattern', 'format', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ]),
  understands: (keyword, value) => {
    if (keyword === 'format') return FORMATS.has(value);
    if (keyword === 'pattern') return typeof value === 'string' && isPlainPattern(value);
    return keyword !== 'items' || typeof value === 'object';
  },
  optional: 'required',
  open: 'impossible',
  references: 'bare',
  cycles: 'any',
  literals: new Set(['string', 'number', 'boolean', 'null']),
};

/** @see https://platform.openai.com/docs/guides/structured-outputs#supported-properties */
const FORMATS: ReadonlySet<unknown> = new Set([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
]);

/** Whether a pattern has no lookaround and no backreferences, which a grammar cannot express. */
function isPlainPattern(pattern: string): boolean {
  return !/\(\?<?[=!]|\\[1-9]|\\k</.test(pattern);
}

const STRUCTURED_OUTPUTS = 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas';

const SCHEMA_LIMITS: SchemaLimits = {
  depth: { allowed: 10, source: STRUCTURED_OUTPUTS },
  properties: { allowed: 5000, source: STRUCTURED_OUTPUTS },
  enumValues: { allowed: 1000, source: STRUCTURED_OUTPUTS },
  characters: { allowed: 120_000, source: STRUCTURED_OUTPUTS },
  enumCharacters: { allowed: { above: 250, characters: 15_000 }, source: STRUCTURED_OUTPUTS },
};

/**
 * Chat completions with `strict`, where the model's arguments always fit the schema. Optional properties become required and nullable. A
 * schema that strict mode cannot express is sent unchanged, without `strict`.
 */
export const openaiStrictDialect: DialectDefinition<OpenAITool> = {
  limits: { ...OPENAI_LIMITS, schema: SCHEMA_LIMITS },
  lower,
  wireTool: ({ name, description }, parameters, strict) => ({
    type: 'function',
    function: { name, description, parameters, strict },
  }),
};

function lower(canonical: ObjectSchema): LoweredParts {
  const { schema, losses } = lowerSchema(canonical, STRICT);
  const tooMuch = checkSchema(schema, SCHEMA_LIMITS).map(
    ({ path, message }): Loss => ({ path, kind: 'impossible', message }),
  );
  const impossible = [...losses.filter(({ kind }) => kind === 'impossible'), ...tooMuch];
  // Without strict mode, no constraint has to move to the description.
  if (impossible.length > 0) return { ...lowerOpenAIRoot(canonical), losses: impossible };
  const plans = planAbsence(canonical, 'required');
  const ambiguous = plans.ambiguous.map((path): Loss => ({ path, kind: 'described', message: AMBIGUOUS }));
  return { schema, losses: [...losses, ...ambiguous], decode: compileAbsence(plans) };
}

const AMBIGUOUS =
  '"anyOf": null means absent in one branch and null in another, and the branches cannot be told apart; add a tag to each.';
