import type { JsonSchema } from '@toolwright/contract';
import fc from 'fast-check';
import { arbitrarySample } from '../arbitrary-schema.test.support.js';
import { isPossible } from '../dialect.js';
import { getDialect } from '../get-dialect.js';

const openaiStrictDialect = getDialect('openai-strict');

/** The rules of strict mode according to its documentation, independent of the tested code. */
function breaches(schema: JsonSchema, path = '#'): string[] {
  const allowed =
    'type title description enum const anyOf $ref $defs properties required additionalProperties items minItems maxItems pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum'.split(
      ' ',
    );
  const found = Object.keys(schema)
    .filter((keyword) => !allowed.includes(keyword))
    .map((keyword) => `${path}: ${keyword} is not supported`);
  const { $ref, $defs = {}, properties = {}, required = [], items, anyOf = [], format, pattern } = schema;
  if ($ref !== undefined && Object.keys(schema).length > 1) found.push(`${path}: $ref has siblings`);
  const types = [schema.type ?? []].flat();
  if ($ref === undefined && types.length === 0 && anyOf.length === 0) found.push(`${path}: no type`);
  if (types.includes('object')) {
    if (schema.additionalProperties !== false) found.push(`${path}: open`);
    const names = Object.keys(properties);
    if (names.length !== required.length || !names.every((name) => required.includes(name))) {
      found.push(`${path}: not all required`);
    }
  }
  if (types.includes('array') && typeof items !== 'object') found.push(`${path}: no items`);
  const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
  if (format !== undefined && !formats.includes(format)) found.push(`${path}: format ${format}`);
  if (pattern?.includes('(?!')) found.push(`${path}: look-around`);
  if (path === '#' && (schema.type !== 'object' || anyOf.length > 0)) found.push('#: no object at the root');
  const children: [string, JsonSchema][] = [
    ...Object.entries(properties),
    ...Object.entries($defs),
    ...anyOf.map((branch, index): [string, JsonSchema] => [String(index), branch]),
    ...(typeof items === 'object' ? [['items', items] satisfies [string, JsonSchema]] : []),
  ];
  return [...found, ...children.flatMap(([name, child]) => breaches(child, `${path}/${name}`))];
}

describe('the strict dialect', () => {
  it('follows the rules of strict mode, whatever the type', () => {
    fc.assert(
      fc.property(fc.oneof(arbitrarySample('closed'), arbitrarySample('open')), ({ schema }) => {
        const lowered = openaiStrictDialect.lower(schema);
        if (isPossible(lowered)) expect(breaches(lowered.schema)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
