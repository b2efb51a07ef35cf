import { createMcpEndpoint } from '../create-mcp-endpoint.js';
import { createTools } from '../tools.test.fixture.js';
import { readHosts, readOrigins } from './allowed-names.js';

const open = (options: object) =>
  createMcpEndpoint(createTools(), { contextFor: () => undefined, ...options });

it('names are compared as clients send them', () => {
  expect(readHosts(['Ex.com', '[::1]', '127.0.0.1', '*'])).toEqual(['ex.com', '[::1]', '127.0.0.1', '*']);
  const origins = ['http://localhost:8080', 'chrome-extension://abcdef', 'null'];
  expect(readOrigins(['HTTPS://Ex.com', ...origins])).toEqual(['https://ex.com', ...origins]);
});

it.each([
  ['allowedHosts', 'ex.com:8080', "Write 'ex.com'."],
  ['allowedHosts', 'https://ex.com', "Write 'ex.com'."],
  ['allowedHosts', 'ex.com/', "Write 'ex.com'."],
  ['allowedHosts', 'bücher.example', "Write 'xn--bcher-kva.example'."],
  ['allowedHosts', '*.ex.com', 'without patterns'],
  ['allowedHosts', '', 'List each name'],
  ['allowedOrigins', 'ex.com', "Write 'https://ex.com'."],
  ['allowedOrigins', 'https://ex.com/', "Write 'https://ex.com'."],
  ['allowedOrigins', 'https://ex.com:443', "Write 'https://ex.com'."],
  ['allowedOrigins', 'https://*.ex.com', 'without patterns'],
  ['allowedOrigins', '*', 'without patterns'],
])('%s with %j, which no request has, is refused with what to write', (option, name, hint) => {
  const error = { code: 'INVALID_CONFIG', hint: expect.stringContaining(hint) };
  expect(() => open({ [option]: [name] })).toThrow(expect.objectContaining(error));
});

it('an endpoint answers a host that was named in capitals', async () => {
  const endpoint = open({ allowedHosts: ['Tools.Example'] });
  const { status } = await endpoint.fetch(
    new Request('http://tools.example/', { method: 'POST', body: '{}' }),
  );
  expect(status).not.toBe(403);
  await endpoint.close();
});
