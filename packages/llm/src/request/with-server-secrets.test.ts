import { splitToken } from './split-token.js';
import { withServerSecrets } from './with-server-secrets.js';

const plain = (text: string) => text;

it('removes tokens, headers and keys in addresses, and keeps other values', () => {
  const redact = withServerSecrets(plain, [
    {
      name: 'a',
      url: 'https://user:pass%20word@mcp.example.com/mcp?key=qk-77b2e1&v=2',
      headers: { authorization: 'Bearer tok-93c1f0aa', 'X-Key': 'header-value', Accept: 'json' },
    },
  ]);
  expect(redact('tok-93c1f0aa, header-value, qk-77b2e1, pass word, pass%20word')).toBe(
    Array.from({ length: 5 }, () => '[redacted]').join(', '),
  );
  expect(redact('version 2 of json at mcp.example.com')).toBe('version 2 of json at mcp.example.com');
  expect(withServerSecrets(plain, [{ name: 'b', url: 'https://u:%zz12345@b.example' }])('%zz12345')).toBe(
    '[redacted]',
  );
  expect(withServerSecrets(plain, undefined)).toBe(plain);
});

it('removes whole addresses, and keys in their paths', () => {
  const key = 'c1d9e07a55b84f22';
  const url = `https://MCP.example.com/s/${key}/mcp?v=2`;
  const redact = withServerSecrets(plain, [{ name: 'a', url }]);
  const href = `https://mcp.example.com/s/${key}/mcp?v=2`;
  expect(redact(`No answer of ${url}.`)).toBe('No answer of [redacted].');
  expect(redact(`${href} says that /s/${key}/mcp is gone`)).toBe(
    '[redacted] says that /s/[redacted]/mcp is gone',
  );
});

it('finds a bearer token in any letter case', () => {
  expect(splitToken({ headers: { AUTHORIZATION: 'bearer t', Cookie: 'c' } })).toEqual({
    token: 't',
    others: { Cookie: 'c' },
  });
  expect(splitToken({ headers: { Authorization: 'Basic dTpw' } })).toEqual({
    token: undefined,
    others: { Authorization: 'Basic dTpw' },
  });
  expect(splitToken({})).toEqual({ token: undefined, others: {} });
});
