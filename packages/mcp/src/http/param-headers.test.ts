import fc from 'fast-check';
import { refuseParamHeaders } from './param-headers.js';

const schema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    place: { type: 'object', properties: { city: { type: 'string', 'x-mcp-header': 'City' } } },
    other: { type: 'string' },
  },
};

const encode = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

it('arguments with the same value in their headers pass', () => {
  const args = { region: 'Zürich', count: 42, dry: false, place: { city: 'Bern' }, other: 'x' };
  const headers = {
    'mcp-param-region': encode('Zürich'),
    'mcp-param-count': '42.0',
    'mcp-param-dry': 'false',
    'mcp-param-city': 'Bern',
  };
  expect(refuseParamHeaders(schema, args, headers)).toBeUndefined();
  // Without a value, no header is wanted.
  expect(
    refuseParamHeaders(schema, { region: null, other: 'x' }, { 'mcp-param-count': '7' }),
  ).toBeUndefined();
  expect(refuseParamHeaders({ type: 'object' }, args, {})).toBeUndefined();
  expect(refuseParamHeaders(undefined, args, {})).toBeUndefined();
});

it.each([
  [{ region: 'a' }, {}, 'The header Mcp-Param-Region is missing.'],
  [{ region: 'a' }, { 'mcp-param-region': 'b' }, 'The header Mcp-Param-Region differs from the argument.'],
  [
    { region: 'a' },
    { 'mcp-param-region': '=?base64?YQ?=' },
    'The header Mcp-Param-Region is not valid Base64.',
  ],
  [
    { region: 'a' },
    { 'mcp-param-region': '=?base64?Y!Q=?=' },
    'The header Mcp-Param-Region is not valid Base64.',
  ],
  [
    { region: '\ufffd' },
    { 'mcp-param-region': '=?base64?/w==?=' },
    'The header Mcp-Param-Region is not valid Base64.',
  ],
  [{ count: 0 }, { 'mcp-param-count': '' }, 'The header Mcp-Param-Count differs from the argument.'],
  [{ dry: true }, { 'mcp-param-dry': 'false' }, 'The header Mcp-Param-Dry differs from the argument.'],
  [{ place: { city: 'Bern' } }, {}, 'The header Mcp-Param-City is missing.'],
])('%j with the headers %j is refused', (args, headers, message) => {
  expect(refuseParamHeaders(schema, args, headers)).toEqual({ status: 400, message, code: -32_020 });
});

it('every text passes as Base64, and no other one does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, other) => {
      const refusal = refuseParamHeaders(schema, { region: text }, { 'mcp-param-region': encode(other) });
      expect(refusal === undefined).toBe(text === other);
    }),
  );
});
