import type { JsonSchema, JsonValue } from '@toolwright/contract';

/** A damaged answer. */
export interface Mutation {
  readonly kind: MutationKind;
  readonly schema: JsonSchema;
  /** The intended value. */
  readonly value: JsonValue;
  readonly text: string;
}

export type MutationKind = keyof typeof MUTATIONS;

/** Returns random numbers from 0 to 1. The same seed gives the same numbers (mulberry32). */
export type Random = () => number;

function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns an answer with one mutation; the seed determines both. */
export function mutate(seed: number): Mutation {
  const random = seeded(seed);
  const { schema, value } = pick(random, SAMPLES)(random);
  const indent = pick(random, [0, 0, 2]);
  const json = JSON.stringify(value, null, indent);
  const kinds = Object.keys(MUTATIONS) as MutationKind[]; // each kind has its own keys
  const kind = kinds[seed % kinds.length] ?? 'truncate';
  return { kind, schema, value, text: MUTATIONS[kind](json, random) };
}

const MUTATIONS = {
  truncate: (json: string, random: Random) => json.slice(0, 1 + Math.floor(random() * (json.length - 1))),
  dropQuote: (json: string, random: Random) => drop(json, random, /"/g),
  dropBracket: (json: string, random: Random) => drop(json, random, /[{}[\]]/g),
  dropComma: (json: string, random: Random) => drop(json, random, /,/g),
  swapQuotes: (json: string, random: Random) =>
    random() < 0.5
      ? json.replace(/\\.|"/g, (found) => (found === '"' ? "'" : found))
      : replaceOne(json, random, /(?<!\\)"/g, "'"),
  wrapInProse: (json: string, random: Random) => pick(random, WRAPPERS)(json),
  duplicateKey: (json: string, random: Random) => duplicateMember(json, random),
  mergeRecords: (json: string, random: Random) => merge(json, random),
} as const;

function drop(json: string, random: Random, pattern: RegExp): string {
  return replaceOne(json, random, pattern, '');
}

function replaceOne(json: string, random: Random, pattern: RegExp, by: string): string {
  const places = [...json.matchAll(pattern)];
  const place = pick(random, places)?.index;
  return place === undefined ? json : json.slice(0, place) + by + json.slice(place + 1);
}

const WRAPPERS: readonly ((json: string) => string)[] = [
  (json) => `Sure! Here it is:\n\n${json}`,
  (json) => `${json}\n\nLet me know if you need more.`,
  (json) => `\`\`\`json\n${json}\n\`\`\``,
  (json) => `I'd say "this" is right:\n\`\`\`\n${json}\n\`\`\`\nAnything else?`,
  (json) => `<think>They want an object like {"x": 1}.</think>\n${json}`,
  (json) => `<think>Perhaps {}?</think>${json} (see [1])`,
  (json) => `const answer = ${json};`,
  (json) => `**Answer:** ${json}`,
];

const MEMBER = /"(\w+)": ?("(?:[^"\\]|\\.)*"|-?[\d.]+|true|false)/g;

function duplicateMember(json: string, random: Random): string {
  const members = [...json.matchAll(MEMBER)];
  const member = pick(random, members);
  if (member === undefined) return json;
  const [whole, name = '', value = ''] = member;
  const other = value.startsWith('"')
    ? '"another"'
    : value === 'true'
      ? 'false'
      : value === 'false'
        ? 'true'
        : `${value}1`;
  const at = member.index + whole.length;
  return `${json.slice(0, at)},"${name}":${other}${json.slice(at)}`;
}

/** Removes text around the boundary of two records. */
function merge(json: string, random: Random): string {
  const seams = [...json.matchAll(/\},\s*\{/g)];
  const seam = pick(random, seams);
  if (seam === undefined) return drop(json, random, /[{}[\]",]/g);
  const reach = 1 + Math.floor(random() * 12);
  const from = Math.max(0, seam.index - (random() < 0.3 ? 0 : reach));
  const to = seam.index + seam[0].length + Math.floor(random() * 12);
  return pick(random, [
    () => json.slice(0, from) + json.slice(to),
    () => json.slice(0, seam.index) + json.slice(seam.index + 1),
    () => `${json.slice(0, seam.index)},${json.slice(seam.index + seam[0].length)}`,
    // Removes the last quote of the first record, so that its string continues into the second record.
    () =>
      json.slice(0, json.lastIndexOf('"', seam.index)) + json.slice(json.lastIndexOf('"', seam.index) + 1),
  ])();
}

type Sample = (random: Random) => { readonly schema: JsonSchema; readonly value: JsonValue };

const TEXT: JsonSchema = { type: 'string' };
const NUMBER: JsonSchema = { type: 'number' };

const SAMPLES: readonly Sample[] = [
  (random) => ({ schema: ORDER, value: order(random) }),
  (random) => ({ schema: LIST, value: list(random, 1, 4, person) }),
  (random) => ({ schema: NOTE, value: note(random) }),
  (random) => ({ schema: MATRIX, value: matrix(random) }),
  (random) => ({ schema: LOOSE, value: loose(random) }),
];

const ORDER = closed(
  {
    items: {
      type: 'array',
      items: closed({ sku: TEXT, qty: { type: 'integer' }, price: NUMBER, note: TEXT }, ['sku', 'qty']),
    },
    customer: closed({ name: TEXT, city: TEXT, vip: { type: 'boolean' } }, ['name']),
    total: NUMBER,
    tags: { type: 'array', items: TEXT },
    city: TEXT,
  },
  ['items'],
);
const PERSON = closed({ name: TEXT, age: { type: 'integer' }, friends: { type: 'array', items: TEXT } }, [
  'name',
]);
const LIST: JsonSchema = { type: 'array', items: PERSON };
const NOTE = closed(
  { title: TEXT, body: TEXT, done: { type: 'boolean' }, parent: { anyOf: [TEXT, { type: 'null' }] } },
  ['title'],
);
const MATRIX = closed(
  {
    rows: { type: 'array', items: { type: 'array', items: NUMBER } },
    labels: { type: 'object', additionalProperties: NUMBER },
  },
  [],
);
/** Accepts almost anything, so the schema does not refuse invented values. */
const LOOSE: JsonSchema = { type: 'object' };

function closed(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: { ...properties },
    required: [...required],
    additionalProperties: false,
  };
}

function order(random: Random): JsonValue {
  return {
    items: list(random, 1, 4, (one) => ({
      sku: word(one),
      qty: whole(one),
      ...maybe(one, 'price', fraction),
      ...maybe(one, 'note', text),
    })),
    ...maybe(random, 'customer', (one) => ({
      name: text(one),
      ...maybe(one, 'city', word),
      ...maybe(one, 'vip', flag),
    })),
    ...maybe(random, 'total', fraction),
    ...maybe(random, 'tags', (one) => list(one, 0, 4, word)),
    ...maybe(random, 'city', word),
  };
}

function person(random: Random): JsonValue {
  return {
    name: text(random),
    ...maybe(random, 'age', whole),
    ...maybe(random, 'friends', (one) => list(one, 0, 3, word)),
  };
}

function note(random: Random): JsonValue {
  return {
    title: text(random),
    ...maybe(random, 'body', text),
    ...maybe(random, 'done', flag),
    ...maybe(random, 'parent', (one) => (one() < 0.5 ? null : word(one))),
  };
}

function matrix(random: Random): JsonValue {
  return {
    ...maybe(random, 'rows', (one) => list(one, 1, 3, (row) => list(row, 1, 4, fraction))),
    ...maybe(random, 'labels', (one) =>
      Object.fromEntries(list(one, 1, 4, word).map((name) => [String(name), whole(one)])),
    ),
  };
}

function loose(random: Random): JsonValue {
  const any = pick(random, [order, person, note, matrix]);
  return { kind: word(random), data: any(random), more: list(random, 0, 3, any) };
}

function list(random: Random, least: number, most: number, one: (random: Random) => JsonValue): JsonValue[] {
  return Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => one(random));
}

function maybe(random: Random, name: string, one: (random: Random) => JsonValue): Record<string, JsonValue> {
  return random() < 0.7 ? { [name]: one(random) } : {};
}

const whole = (random: Random): JsonValue => Math.floor(random() * 400);
const fraction = (random: Random): JsonValue => Math.round(random() * 10_000) / 100;
const flag = (random: Random): JsonValue => random() < 0.5;
const word = (random: Random): JsonValue =>
  pick(random, ['A', 'B', 'Oslo', 'blue', 'x-1', 'Zoë', 'total', 'name', 'so so']) ?? '';
const text = (random: Random): JsonValue =>
  pick(random, [
    'Kim',
    'a plain sentence of words.',
    'He said "hi" and left',
    'He said "hi"',
    'a, b, and c',
    "it's fine",
    'two\nlines',
    'see {x} or [y]',
    'key: value',
    'C:\\new\\data',
    '',
    '5',
    'https://x.no/a?b=c#d',
    'a "b", "c" d',
    '"quoted": yes',
  ]) ?? '';

function pick<Item>(random: Random, items: readonly Item[]): Item {
  // The list is only empty if the text lacks the part to drop, which the caller checks.
  return items[Math.floor(random() * items.length)] as Item;
}
