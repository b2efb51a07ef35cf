import type { CodecPlan, JsonSchema, ToolCodecs } from '@toolwright/contract';
import { ToolRegistry } from '../index.js';
import { entry, manifestOf } from '../weather.test.fixture.js';

const date: JsonSchema = { type: 'string', format: 'date-time' };
const text: JsonSchema = { type: 'string' };
const closed = { type: 'object', additionalProperties: false } as const;

const PROPERTIES: Record<string, JsonSchema> = {
  at: date,
  link: { type: 'string', format: 'uri' },
  count: { type: 'string', pattern: '^-?[0-9]+$' },
  bytes: { type: 'string', contentEncoding: 'base64' },
  pattern: { anyOf: [{ type: 'string', format: 'regex' }, { type: 'null' }] },
  days: { type: 'array', items: date, uniqueItems: true },
  index: { type: 'object', additionalProperties: text },
  pairs: { type: 'array', items: { type: 'array', prefixItems: [text, date], minItems: 2, items: false } },
  record: { type: 'object', additionalProperties: { type: 'array', items: date } },
  tree: { $ref: '#/$defs/Tree' },
  plain: { type: 'integer' },
};
const $defs: Record<string, JsonSchema> = {
  Tree: {
    ...closed,
    properties: { at: date, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    required: ['at', 'children'],
  },
};
const PLANS: Record<string, CodecPlan> = {
  at: { kind: 'date' },
  link: { kind: 'url' },
  count: { kind: 'bigint' },
  bytes: { kind: 'bytes' },
  pattern: {
    kind: 'union',
    branches: [
      { shape: { types: ['string'], codec: 'regexp' }, plan: { kind: 'regexp' } },
      { shape: { types: ['null'] } },
    ],
  },
  days: { kind: 'set', items: { kind: 'date' } },
  index: { kind: 'map', form: 'object', values: { kind: 'bigint' } },
  pairs: { kind: 'map', form: 'pairs', keys: { kind: 'bigint' }, values: { kind: 'date' } },
  record: { kind: 'object', additional: { kind: 'array', items: { kind: 'date' } } },
  tree: { kind: 'ref', name: 'Tree' },
};
const codecs: ToolCodecs = {
  parameters: { kind: 'object', properties: PLANS },
  result: { kind: 'object', properties: PLANS },
  definitions: {
    Tree: {
      kind: 'object',
      properties: { at: { kind: 'date' }, children: { kind: 'array', items: { kind: 'ref', name: 'Tree' } } },
    },
  },
};

/** A registry with one tool, `keep`, and the arguments that it received. */
export function setup(work: (given: unknown) => unknown = (given) => given) {
  const got: unknown[] = [];
  const fn = (given: unknown): unknown => {
    got.push(given);
    return work(given);
  };
  const keep = entry('keep', () => fn, { parameters: ['values'], whole: true }, PROPERTIES, {
    $defs,
    codecs,
  });
  return { registry: new ToolRegistry(manifestOf(keep)).register(fn), got };
}

export const VALUES = {
  at: new Date(0),
  link: new URL('https://example.com/a?b#c'),
  count: 2n ** 70n,
  bytes: new Uint8Array([0, 255, 7]),
  pattern: /^\d+$/u,
  days: new Set([new Date(1), new Date(2)]),
  index: new Map([['a', 1n]]),
  pairs: new Map([[5n, new Date(3)]]),
  record: { x: [new Date(4)] },
  tree: { at: new Date(5), children: [{ at: new Date(6), children: [] }] },
  plain: 1,
};
export const JSON_FORM = {
  at: '1970-01-01T00:00:00.000Z',
  link: 'https://example.com/a?b#c',
  count: '1180591620717411303424',
  bytes: 'AP8H',
  pattern: '^\\d+$',
  days: ['1970-01-01T00:00:00.001Z', '1970-01-01T00:00:00.002Z'],
  index: { a: '1' },
  pairs: [['5', '1970-01-01T00:00:00.003Z']],
  record: { x: ['1970-01-01T00:00:00.004Z'] },
  tree: {
    at: '1970-01-01T00:00:00.005Z',
    children: [{ at: '1970-01-01T00:00:00.006Z', children: [] }],
  },
  plain: 1,
};
