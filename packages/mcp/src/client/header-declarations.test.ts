import { findHeaderFault } from './header-declarations.js';

const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const region = { type: 'string', 'x-mcp-header': 'Region' };

it('finds nothing in schemas without declarations, or with valid ones at any depth', () => {
  expect(findHeaderFault(undefined)).toBeUndefined();
  expect(findHeaderFault(schema({ a: { type: 'string' } }))).toBeUndefined();
  expect(
    findHeaderFault(schema({ region, inner: schema({ n: { type: 'integer', 'x-mcp-header': 'N' } }) })),
  ).toBeUndefined();
  expect(findHeaderFault(schema({ a: { default: { 'x-mcp-header': 5 } } }))).toBeUndefined();
});

it.each([
  ['an empty name', schema({ a: { type: 'string', 'x-mcp-header': '' } }), 'invalid name'],
  ['a name with a space', schema({ a: { type: 'string', 'x-mcp-header': 'a b' } }), 'invalid name'],
  ['a name that is no text', schema({ a: { type: 'string', 'x-mcp-header': 5 } }), 'invalid name'],
  ['a number', schema({ a: { type: 'number', 'x-mcp-header': 'A' } }), 'not a string, integer or boolean'],
  ['an object', schema({ a: { type: 'object', 'x-mcp-header': 'A' } }), 'not a string, integer or boolean'],
  ['the same name twice', schema({ region, b: { type: 'string', 'x-mcp-header': 'REGION' } }), 'twice'],
  ['the root', schema({}, { 'x-mcp-header': 'A' }), 'outside of its properties'],
  ['an item', schema({ a: { type: 'array', items: region } }), 'outside of its properties'],
  ['a definition', schema({}, { $defs: { region } }), 'outside of its properties'],
  ['an alternative', schema({}, { anyOf: [schema({ region })] }), 'outside of its properties'],
])('refuses %s', (_, invalid, fault) => {
  expect(findHeaderFault(invalid)).toContain(fault);
});

it('reads a schema of any depth', () => {
  let deep: object = region;
  for (let depth = 0; depth < 100_000; depth += 1) deep = { items: deep };
  expect(findHeaderFault(schema({ deep }))).toContain('outside of its properties');
});
