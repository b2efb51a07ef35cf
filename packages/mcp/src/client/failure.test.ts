import { IssuerMismatchError, ProtocolError } from '@modelcontextprotocol/client';
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

it.each([
  [undefined, 'Failed.'],
  ['column x', 'Failed. column x'],
  [{ detail: 'column x' }, 'Failed. {"detail":"column x"}'],
  ['x'.repeat(10_000), expect.stringMatching(/^Failed\. x{1,2000}\W/)],
])('the data of an error stand behind its message', (data, message) => {
  const error = new ProtocolError(-32_000, 'Failed.', data);
  const attempt = { server: 'The MCP server x', doing: 'in a call', timeoutMs: 1 };
  expect(toFailure(error, attempt)).toMatchObject({ code: 'TOOL_FAILED', message });
});
