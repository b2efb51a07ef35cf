import { createRedaction } from './redact-secrets.js';

const { isSecret, redactText } = createRedaction(['house_number']);

describe('a name', () => {
  it.each([
    'apiKey',
    'OPENAI_API_KEY',
    'x-api-key',
    'Authorization',
    'token',
    'access_token',
    'db-password',
    'Set-Cookie',
    'HouseNumber',
  ])('%s is that of a secret', (name) => expect(isSecret(name)).toBe(true));

  it.each(['inputTokens', 'tokens', 'key', 'author', 'maxTokens', 'secretary', 'passwordless'])(
    '%s is not',
    (name) => expect(isSecret(name)).toBe(false),
  );
});

describe('a text', () => {
  it.each([
    ['{"city":"Oslo","apiKey":"abc \\" def"}', '{"city":"Oslo","apiKey":"[redacted]"}'],
    [
      '{"body":"{\\"password\\":\\"a b\\",\\"n\\":1}"}',
      '{"body":"{\\"password\\":\\"[redacted]\\",\\"n\\":1}"}',
    ],
    ['key is sk-proj-0123456789abcdef0123, ok?', 'key is [redacted], ok?'],
    ['Authorization: Bearer abc.def-123456==', 'Authorization: [redacted]'],
    ['AIzaSyA0123456789abcdefghijklmnopqrstuv', '[redacted]'],
    ['{"house-number": "7"}', '{"house-number": "[redacted]"}'],
  ])('loses its secrets: %s', (text, expected) => expect(redactText(text)).toBe(expected));

  it.each(['The key to success is a good author.', '{"tokens":"5","secretary":"Ann"}', 'task-sk-1'])(
    'without any stays as it is: %s',
    (text) => expect(redactText(text)).toBe(text),
  );

  it('of a megabyte takes no time to speak of', () => {
    const text = `"apiKey":"${'\\"'.repeat(300_000)}`;
    const begun = performance.now();
    redactText(text);
    redactText(`${'"'.repeat(300_000)} token`);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
