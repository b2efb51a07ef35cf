import type { JsonSchema, JsonType, JsonValue } from '@toolwright/contract';
import { changeInComment, type DocText, isTagText, jsonTagText } from '../doc-comment.js';
import { KNOWN_FORMATS } from '../known-formats.js';

/** A type tag of Toolwright, such as `MaxLength<5>`. */
export interface TypeTag {
  readonly name: string;
  readonly argument?: string | number;
}

type Lose = (keyword: string, what: string) => void;

/** What a printer asks about values. */
export interface DocsOptions {
  readonly isValue: (value: JsonValue, schema: JsonSchema) => boolean;
  readonly lose: Lose;
}

/** Returns what the JSDoc of a type says: its documentation. */
export function documentationOf(schema: JsonSchema, { isValue, lose }: DocsOptions): DocText {
  const { title, description = '', default: value, examples = [], deprecated, writeOnly } = schema;
  const tags: string[] = [];
  if (title !== undefined) {
    if (typeof title === 'string' && isTagText(title)) tags.push(`@title ${title}`);
    else lose('title', 'a title is one line without signs of comments');
  }
  const text = typeof description === 'string' ? description : '';
  const change = changeInComment(text);
  if (change !== undefined) lose('description', change);
  if (value !== undefined) {
    if (isValue(value, schema)) tags.push(`@default ${jsonTagText(value)}`);
    else lose('default', 'is not a value of the type');
  }
  for (const example of Array.isArray(examples) ? examples : []) {
    if (isValue(example, schema)) tags.push(`@example ${jsonTagText(example)}`);
    else lose('examples', 'is not a value of the type');
  }
  if (deprecated === true) tags.push('@deprecated');
  if (writeOnly === true) tags.push('@writeOnly');
  return { text, tags };
}

type Kind = 'number' | 'string' | 'array';

/** The keywords that constrain values of a type, with the names of their type tags. */
const CONSTRAINTS: Readonly<Record<string, readonly [kind: Kind, tag: string]>> = {
  minimum: ['number', 'Min'],
  exclusiveMinimum: ['number', 'ExclusiveMin'],
  maximum: ['number', 'Max'],
  exclusiveMaximum: ['number', 'ExclusiveMax'],
  multipleOf: ['number', 'MultipleOf'],
  minLength: ['string', 'MinLength'],
  maxLength: ['string', 'MaxLength'],
  pattern: ['string', 'Pattern'],
  format: ['string', 'Format'],
  minItems: ['array', 'MinItems'],
  maxItems: ['array', 'MaxItems'],
  uniqueItems: ['array', 'UniqueItems'],
};

/** The names of all type tags. */
export const TYPE_TAGS: readonly string[] = ['Int', ...Object.values(CONSTRAINTS).map(([, name]) => name)];

/** A constraint in both of its forms. */
export interface WrittenConstraint {
  readonly kind: Kind;
  /** For a comment. */
  readonly tag: string;
  readonly type: TypeTag;
  /** Whether a comment cannot hold it. */
  readonly isTypeOnly: boolean;
}

/** Returns the constraints of a schema that apply to values of one of the types. */
export function constraintsOf(
  schema: JsonSchema,
  types: readonly JsonType[],
  lose: Lose,
): readonly WrittenConstraint[] {
  const kinds = new Set<string>(types.map((type) => (type === 'integer' ? 'number' : type)));
  const contradicting = contradictionsIn(schema);
  const found = Object.entries(CONSTRAINTS).flatMap(([keyword, [kind, name]]): WrittenConstraint[] => {
    const value: unknown = Reflect.get(schema, keyword);
    if (value === undefined || value === false || !kinds.has(kind)) return [];
    const problem = contradicting.has(keyword) ? 'contradicts another limit' : PROBLEMS[keyword]?.(value);
    if (problem !== undefined) {
      lose(keyword, problem);
      return [];
    }
    if (value === true) return [{ kind, tag: `@${keyword}`, type: { name }, isTypeOnly: false }];
    // The check above leaves strings and numbers.
    const argument = value as string | number;
    const text = String(argument);
    return [{ kind, tag: `@${keyword} ${text}`, type: { name, argument }, isTypeOnly: !isTagText(text) }];
  });
  if (!types.includes('integer')) return found;
  return [{ kind: 'number', tag: '@integer', type: { name: 'Int' }, isTypeOnly: false }, ...found];
}

type Check = (value: unknown) => string | undefined;

const isNumber: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : 'is not a number';
const isCount: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'is not a whole number';

const PROBLEMS: Readonly<Record<string, Check>> = {
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => (Number(value) > 0 ? isNumber(value) : 'is not above 0'),
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: (value) => (value === true ? undefined : 'is not a boolean'),
  pattern: (value) => (isPattern(value) ? undefined : 'is not a regular expression with the flag `u`'),
  format: (value) =>
    typeof value === 'string' && KNOWN_FORMATS.has(value)
      ? undefined
      : `${JSON.stringify(value)} is not a format that the registry checks`,
};

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    // The engine's message would only repeat the pattern.
    return false;
  }
}

/** Returns upper limits below a lower limit, which codegen refuses. */
function contradictionsIn(schema: JsonSchema): ReadonlySet<string> {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum, exclusiveMaximum } = schema;
  const pairs: readonly (readonly [string, boolean])[] = [
    ['maxLength', Number(schema.minLength) > Number(schema.maxLength)],
    ['maxItems', Number(schema.minItems) > Number(schema.maxItems)],
    ['maximum', maximum !== undefined && (minimum > maximum || exclusiveMinimum >= maximum)],
    [
      'exclusiveMaximum',
      exclusiveMaximum !== undefined && Math.max(minimum, exclusiveMinimum) >= exclusiveMaximum,
    ],
  ];
  return new Set(pairs.flatMap(([keyword, isWrong]) => (isWrong ? [keyword] : [])));
}
