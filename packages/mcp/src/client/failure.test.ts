import { IssuerMismatchError } from '@modelcontextprotocol/client';
import { toFailure } from './failure.js';

it('a wrong issuer is a problem of authentication, with the option that allows it', () => {
  const error = new IssuerMismatchError('metadata', 'https://a.example', 'https://b.example');
  expect(
    toFailure(error, { server: 'The MCP server x', doing: 'while connecting', timeoutMs: 1 }),
  ).toMatchObject({
    code: 'AUTHENTICATION',
    message: expect.stringContaining('https://b.example'),
    hint: expect.stringContaining('anyIssuer'),
  });
});
