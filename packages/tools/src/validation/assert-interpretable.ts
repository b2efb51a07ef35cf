import { isRecord, type JsonSchema } from '@toolwright/contract';
import { compilePattern, findTarget, holdingOf, resolveRef, schemasWithin } from '@toolwright/json-schema';
import { hasFormat } from './keywords/matches-format.js';

/**
 * Checks what AJV checks when it compiles a schema.
 * @param isKnown tells keywords from others, which are errors; undefined if they are ignored, as unknown formats are
 * @throws Error for the first mistake
 */
export function assertInterpretable(
  root: JsonSchema,
  isKnown: ((keyword: string) => boolean) | undefined,
): void {
  for (const schema of schemasWithin(root)) {
    for (const [keyword, value] of Object.entries(schema)) {
      const isUnknown = isKnown?.(keyword) === false;
      if (isUnknown) throw new Error(`strict mode: unknown keyword: "${keyword}"`);
      const wanted = RULES[keyword] ?? HOLDING[holdingOf(keyword) ?? 'other'];
      if (wanted !== undefined && !wanted.test(value)) throw new Error(`${keyword} must be ${wanted.phrase}`);
    }
    if (schema.$ref !== undefined) assertTarget(schema.$ref, root);
    for (const pattern of [schema.pattern ?? '', ...Object.keys(schema.patternProperties ?? {})])
      compilePattern(pattern);
    if (isKnown !== undefined && schema.format !== undefined && !hasFormat(schema.format))
      throw new Error(`unknown format "${schema.format}"`);
  }
}

function assertTarget($ref: string, root: JsonSchema): void {
  if (findTarget($ref, root) === undefined) throw new Error(`can't resolve reference ${$ref}`);
  if (resolveRef({ $ref }, root) === undefined) throw new Error('its references are circular');
}

interface Rule {
  readonly phrase: string;
  readonly test: (value: unknown) => boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isRecord(value);

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];
const TEXT: Rule = { phrase: 'a string', test: isText };
const NAMES: Rule = {
  phrase: 'an array of strings',
  test: (value) => Array.isArray(value) && value.every(isText),
};

const RULES: Readonly<Record<string, Rule>> = {
  $ref: TEXT,
  pattern: TEXT,
  format: TEXT,
  required: NAMES,
  type: {
    phrase: 'a JSON type, or several',
    test: (value) => [value].flat().length > 0 && [value].flat().every((one) => TYPES.includes(one)),
  },
  enum: { phrase: 'an array of values', test: (value) => Array.isArray(value) && value.length > 0 },
  uniqueItems: { phrase: 'a boolean', test: (value) => typeof value === 'boolean' },
  dependentRequired: {
    phrase: 'an object of arrays',
    test: (value) => isRecord(value) && Object.values(value).every(NAMES.test),
  },
  ...rules('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf', {
    phrase: 'a number',
    test: Number.isFinite,
  }),
  ...rules('minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties', {
    phrase: 'a whole number from 0',
    test: (value) => Number.isInteger(value) && Number(value) >= 0,
  }),
};

const HOLDING: Readonly<Record<string, Rule | undefined>> = {
  one: { phrase: 'a schema', test: isSchema },
  list: {
    phrase: 'an array of schemas',
    test: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  },
  named: {
    phrase: 'an object of schemas',
    test: (value) => isRecord(value) && Object.values(value).every(isSchema),
  },
};

function rules(keywords: string, rule: Rule): Record<string, Rule> {
  return Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, rule]));
}
