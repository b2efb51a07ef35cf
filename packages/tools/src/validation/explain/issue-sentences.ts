import { didYouMean, type JsonSchema, shortenText } from '@toolwright/contract';
import { escapeSegment, findByPointer, formatPath } from '@toolwright/json';
import type { ArgumentIssue } from './argument-issue.js';
import { describeSchema, describeTypes, listValues, showValue, showValueAt } from './show-value.js';

export interface Place {
  readonly segments: readonly string[];
  /** The value at this location. */
  readonly found: unknown;
  /** The schema that contains the keyword. */
  readonly schema: JsonSchema;
  /** The schema that contains the targets of `$ref`s. */
  readonly root: JsonSchema;
  readonly wording: Wording;
}

/** The words for the whole value and for a member in issues. */
export interface Wording {
  readonly whole: string;
  readonly member: string;
}

export const ARGUMENTS: Wording = { whole: 'The arguments', member: 'argument' };

/** A violated keyword, as reported by AJV. @see https://ajv.js.org/api.html#error-objects */
export interface KeywordError {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** AJV's message, for keywords without an entry in `SENTENCES`. */
  readonly message?: string | undefined;
}

/** Describes a violated keyword in a sentence that a model can act on. */
export function issueOf(place: Place, error: KeywordError): ArgumentIssue {
  const path = formatPath(place.segments);
  const details = { ...place, path, subject: path || place.wording.whole, params: error.params };
  const sentence = SENTENCES[error.keyword];
  const message = sentence
    ? sentence(details)
    : `${details.subject} ${error.message ?? 'is not valid'}; got ${showValueAt(place.segments, place.found)}.`;
  return { path, message };
}

/** Returns the issue for an object whose tag matches no branch of a union. */
export function tagIssue(
  { segments, found }: Place,
  tag: { readonly name: string; readonly values: readonly unknown[] },
): ArgumentIssue {
  const path = formatPath([...segments, tag.name]);
  const value = findByPointer(found, `/${escapeSegment(tag.name)}`);
  const got = value === undefined ? 'it is missing' : `got ${showValueAt([...segments, tag.name], value)}`;
  return { path, message: `${path} must be one of ${listValues(tag.values)}; ${got}.` };
}

interface Details extends Place {
  readonly path: string;
  readonly subject: string;
  readonly params: KeywordError['params'];
}

type Sentence = (details: Details) => string;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  type: (d) => expected(d, describeTypes([d.params.type].flat().map(String))),
  enum: (d) => expected(d, `one of ${listValues(d.schema.enum ?? [])}`),
  const: (d) => expected(d, listValues([d.schema.const])),
  required: ({ segments, params, schema, root }) => {
    const name = String(params.missingProperty);
    const property = schema.properties?.[name];
    return `${formatPath([...segments, name])} is required${property ? ` (${describeSchema(property, root)})` : ''}.`;
  },
  additionalProperties: (d) => unknownMember(d, String(d.params.additionalProperty)),
  unevaluatedProperties: (d) => unknownMember(d, String(d.params.unevaluatedProperty)),
  anyOf: unionMismatch,
  oneOf: unionMismatch,
  not: ({ subject, segments, found }) => `${subject} must not be ${showValueAt(segments, found)}.`,
  format: (d) => expected(d, formatPhrase(String(d.params.format))),
  pattern: (d) => expected(d, `a string that matches ${String(d.params.pattern)}`),
  minLength: (d) => expected(d, `at least ${count(d, 'character')} long`),
  maxLength: (d) => expected(d, `at most ${count(d, 'character')} long`),
  minimum: (d) => expected(d, `at least ${String(d.params.limit)}`),
  maximum: (d) => expected(d, `at most ${String(d.params.limit)}`),
  exclusiveMinimum: (d) => expected(d, `more than ${String(d.params.limit)}`),
  exclusiveMaximum: (d) => expected(d, `less than ${String(d.params.limit)}`),
  multipleOf: (d) => expected(d, `a multiple of ${String(d.params.multipleOf)}`),
  minItems: (d) => `${d.subject} must have at least ${count(d, 'item')}; got ${size(d.found)}.`,
  maxItems: (d) => `${d.subject} must have at most ${count(d, 'item')}; got ${size(d.found)}.`,
  items: (d) => `${d.subject} must have at most ${count(d, 'item')}; got ${size(d.found)}.`,
  contains: ({ subject, params }) => {
    const { minContains, maxContains } = params;
    const most = maxContains === undefined ? '' : ` and at most ${String(maxContains)}`;
    return `${subject} must contain at least ${String(minContains)}${most} of the items that its schema asks for.`;
  },
  dependentRequired: ({ segments, params }) => {
    const [needed, given] = [params.missingProperty, params.property].map((name) =>
      formatPath([...segments, String(name)]),
    );
    return `${needed} is required, because ${given} is given.`;
  },
  minProperties: (d) => `${d.subject} must have at least ${count(d, 'member')}; got ${size(d.found)}.`,
  maxProperties: (d) => `${d.subject} must have at most ${count(d, 'member')}; got ${size(d.found)}.`,
  uniqueItems: ({ subject, params }) =>
    `${subject} must not repeat an item; items ${Math.min(Number(params.i), Number(params.j))} and ${Math.max(Number(params.i), Number(params.j))} are equal.`,
  'false schema': ({ subject, segments, found }) =>
    `${subject} must be omitted; got ${showValueAt(segments, found)}.`,
  propertyNames: ({ subject, params }) =>
    `${subject} must not have a member named ${showValue(params.propertyName)}.`,
};

function expected({ subject, segments, found }: Details, phrase: string): string {
  return `${subject} must be ${phrase}; got ${showValueAt(segments, found)}.`;
}

function unionMismatch(details: Details): string {
  const branches = details.schema.anyOf ?? details.schema.oneOf ?? [];
  return expected(details, describeSchema({ anyOf: branches }, details.root));
}

function unknownMember({ path, schema, found, wording }: Details, given: string): string {
  const name = shortenText(given, MAX_NAME);
  const unknown =
    path === '' ? `Unknown ${wording.member} '${name}'.` : `Unknown member '${name}' in ${path}.`;
  const known = Object.keys(schema.properties ?? {});
  const missing = known.filter((key) => !isOwn(found, key));
  const meant = didYouMean(given, missing);
  if (meant !== undefined) return `${unknown} ${meant}`;
  return known.length === 0 ? `${unknown} None is allowed.` : `${unknown} Allowed: ${known.join(', ')}.`;
}

/** The maximum length of a name in a message, because models may send long text as a name. */
const MAX_NAME = 80;

function isOwn(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function count({ params }: Details, noun: string): string {
  const limit = Number(params.limit);
  return `${limit} ${noun}${limit === 1 ? '' : 's'}`;
}

function size(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function formatPhrase(format: string): string {
  const example = FORMAT_EXAMPLES[format];
  return `in the format ${format}${example ? `, like "${example}"` : ''}`;
}

const FORMAT_EXAMPLES: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  time: '09:30:00Z',
  duration: 'P1DT12H',
  email: 'name@example.com',
  uri: 'https://example.com/page',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  ipv4: '192.0.2.1',
};
