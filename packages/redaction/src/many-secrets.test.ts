// H7: text of others never ends a run, however many secrets it has.
import { createRedaction } from './index.js';

it.each([
  'https://a:b@',
  'password=hunter22\n',
  '-----BEGIN PRIVATE KEY-----\nAAAA\n',
  'Bearer abcdefgh12345678 ',
])('redacts %j 200,000 times in one text', (piece) => {
  const redacted = createRedaction({ env: {} }).redact(piece.repeat(200_000));
  expect(redacted).toContain('[redacted]');
  expect(redacted).not.toContain('hunter22');
});
