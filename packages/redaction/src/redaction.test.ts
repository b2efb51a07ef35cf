import { growth } from '../../../scripts/growth.mjs';
import { createRedaction } from './redaction.js';

const { isSecret, redact } = createRedaction({ rules: ['house_number'] });

/** Made up, and put together here so that no scanner takes this file for a leak. */
const key = (...parts: string[]): string => parts.join('');
const LETTERS = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEf';
const JWT = key('eyJ', 'hbGciOiJIUzI1NiJ9', '.eyJ', 'zdWIiOiIxMjM0In0', '.dozjgNryP4J3jVmN');
const PEM = key(
  '-----BEGIN RSA PRIVATE',
  ' KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEow+/=\n',
  '-----END RSA PRIVATE KEY-----',
);

describe('a name', () => {
  it.each([
    'apiKey',
    'OPENAI_API_KEY',
    'x-api-key',
    'Authorization',
    'token',
    'access_token',
    'SLACK_BOT_TOKEN',
    'aws_secret_access_key',
    'db-password',
    'PGPASSWORD',
    'Set-Cookie',
    'HouseNumber',
  ])('%s is the name of a secret', (name) => expect(isSecret(name)).toBe(true));

  it.each([
    'inputTokens',
    'tokens',
    'nextPageToken',
    'key',
    'author',
    'maxTokens',
    'secretary',
    'passwordless',
  ])('%s is not the name of a secret', (name) => expect(isSecret(name)).toBe(false));
});

// G4
describe('a key of well-known form', () => {
  it.each([
    ['OpenAI', key('sk-', 'proj-', LETTERS)],
    ['Anthropic', key('sk-', 'ant-api03-', LETTERS)],
    ['Groq', key('gsk', '_', LETTERS)],
    ['xAI', key('xai', '-', LETTERS)],
    ['Google', key('AIza', 'SyA0123456789abcdefghijklmnopqrstuv')],
    ['Google OAuth', key('ya29', '.', LETTERS)],
    ['GitHub, classic', key('ghp', '_', LETTERS)],
    ['GitHub, fine-grained', key('github', '_pat_', LETTERS)],
    ['GitLab', key('glpat', '-', LETTERS)],
    ['Slack', key('xoxb', '-1234567890-', LETTERS)],
    ['AWS', key('AKIA', 'IOSFODNN7EXAMPLE')],
    ['SendGrid', key('SG', '.', LETTERS.slice(0, 22), '.', LETTERS)],
    ['a webhook of Slack', key('hooks.slack', '.com/services/', 'T0/B0/', LETTERS)],
    ['a webhook of Discord', key('discord.com', '/api/webhooks/', '123456789012345678/', LETTERS)],
    ['Stripe', key('sk', '_live_', LETTERS)],
    ['npm', key('npm', '_', LETTERS)],
    ['Telegram', key('110201543', ':AA', 'HdqTcvCH1vGWJxfSeofSAs0K5PALDsa-4')],
    ['Twilio', key('SK', '0123456789abcdef'.repeat(2))],
    ['Mailgun', key('key', '-', '0123456789abcdef'.repeat(2))],
    ['DigitalOcean', key('dop', '_v1_', '0123456789abcdef'.repeat(4))],
    ['Databricks', key('da', 'pi', '0123456789abcdef'.repeat(2))],
    ['Alibaba', key('LTAI', LETTERS.slice(0, 20))],
    ['Shopify', key('shpat', '_', '0123456789abcdef'.repeat(2))],
    ['Square', key('sq0', 'atp-', LETTERS.slice(0, 22))],
    ['Vault', key('hvs', '.', LETTERS.repeat(3))],
    ['Doppler', key('dp', '.pt.', LETTERS)],
    ['Grafana', key('glsa', '_', LETTERS.slice(0, 32), '_0123abcd')],
    ['Sentry', key('sntryu', '_', '0123456789abcdef'.repeat(4))],
    ['Postman', key('PMAK', '-', '0123456789abcdef01234567', '-', '0123456789abcdef'.repeat(2))],
    ['Linear', key('lin', '_api_', LETTERS)],
    ['Notion', key('ntn', '_', LETTERS)],
    ['RubyGems', key('rubygems', '_', '0123456789abcdef'.repeat(3))],
    ['Sendinblue', key('xkeysib', '-', '0123456789abcdef'.repeat(4), '-', LETTERS.slice(0, 16))],
    ['PlanetScale', key('pscale', '_tkn_', LETTERS)],
    ['Pulumi', key('pul', '-', '0123456789abcdef'.repeat(3))],
    ['Perplexity', key('pplx', '-', LETTERS)],
    ['Replicate', key('r8', '_', LETTERS)],
    ['LangSmith', key('lsv2', '_pt_', LETTERS)],
    ['Docker', key('dckr', '_pat_', LETTERS.slice(0, 27))],
    ['Supabase', key('sb', '_secret_', LETTERS.slice(0, 22), '_A1b2C3d4')],
    ['Resend', key('re', '_A1b2C3d4_', LETTERS.slice(0, 24))],
    ['PostHog', key('phx', '_', LETTERS.repeat(2).slice(0, 43))],
    ['New Relic', key('NRAK', '-', 'ABCDEFGHIJKLMNOPQRSTUVWXY12')],
    ['Cerebras', key('csk', '-', LETTERS)],
    ['Fireworks', key('fw', '_', LETTERS.slice(0, 24))],
    ['age', key('AGE-SECRET', '-KEY-1', 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2))],
    ['JWT', JWT],
    ['PEM', PEM],
  ])('of %s is removed anywhere in a text', (_name, secret) => {
    expect(redact(secret)).toBe('[redacted]');
    expect(redact(`Use ${secret}, or "${secret}".`)).toBe('Use [redacted], or "[redacted]".');
    expect(redact(JSON.stringify({ text: `x ${secret} y` }))).toBe('{"text":"x [redacted] y"}');
    expect(redact(`https://host.test/${secret}?a=1`)).toBe('https://host.test/[redacted]?a=1');
  });

  it('of a private key in source code is removed line by line, and nothing else is', () => {
    const [begin = '', ...ends] = PEM.split('\n').filter((line) => line.startsWith('--'));
    const lines = [LETTERS, LETTERS, ...ends];
    const code = `const a = 1;\nconst pem = [\n${[begin, ...lines].map((line) => `  '${line}',`).join('\n')}\n];\nstart(pem);`;
    const shown = redact(code);
    expect(shown).not.toMatch(/BEGIN|AbCd/);
    expect(shown).toMatch(/^const a = 1;\nconst pem = \[\n {2}'\[redacted\]',[\s\S]*\];\nstart\(pem\);$/);
    const joined = `key = "${begin}\\n" +\n  "${LETTERS}\\n" +\n  "${LETTERS}" +\n  "-----END RSA`;
    expect(redact(joined)).not.toContain('AbCd');
    const names = `const BEGIN = '${begin}';\nconst END = '${lines.at(-1)}';\nconst x = BEGIN + body + END;`;
    expect(redact(names)).toContain("';\nconst END = '");
    expect(redact(names)).toContain('const x = BEGIN + body + END;');
  });

  it('of a private key is removed even if its end is missing', () => {
    expect(redact(`file: ${PEM.slice(0, 60)}`)).toBe('file: [redacted]');
  });
});

describe('a text', () => {
  it.each([
    ['{"city":"Oslo","apiKey":"abc \\" def"}', '{"city":"Oslo","apiKey":"[redacted]"}'],
    [
      '{"body":"{\\"password\\":\\"a b\\",\\"n\\":1}"}',
      '{"body":"{\\"password\\":\\"[redacted]\\",\\"n\\":1}"}',
    ],
    ['{"password": 12345678, "n": 1}', '{"password": [redacted], "n": 1}'],
    ['{"credentials": {"user": "a", "x": ["}"]}, "n": 1}', '{"credentials": [redacted], "n": 1}'],
    ['{"apiKey":"abc d', '{"apiKey":"[redacted]'],
    ['key is sk-proj-0123456789abcdef0123, ok?', 'key is [redacted], ok?'],
    ['Bearer abc.def, sk-proj-12345678, gsk_abcdefgh1', 'Bearer [redacted], [redacted], [redacted]'],
    ['Authorization: Bearer abc.def-123456==', 'Authorization: [redacted]'],
    ['authorization: Basic dXNlcjpwYXNz\nhost: a', 'authorization: [redacted]\nhost: a'],
    ['Cookie: a=b; session=c d\nhost: a', 'Cookie: [redacted]\nhost: a'],
    ['postgres://app:hunter2@db/main', 'postgres://app:[redacted]@db/main'],
    ['https://0123456789abcdef0123@git.test/x', 'https://[redacted]@git.test/x'],
    ['GET /v1?q=oslo&key=abc&sig=x%2F HTTP', 'GET /v1?q=oslo&key=[redacted]&sig=[redacted] HTTP'],
    ['OPENAI_API_KEY=hunter2\nN=1', 'OPENAI_API_KEY=[redacted]\nN=1'],
    ["{ apiKey: 'abc', n: 1 }", "{ apiKey: '[redacted]', n: 1 }"],
    ['password: "correct horse"', 'password: "[redacted]"'],
    ['<password>hunter2</password>', '<password>[redacted]</password>'],
    [
      '<a:apiKey id="1">x y</a:apiKey><n>1</n><secret><![CDATA[a b]]></secret>',
      '<a:apiKey id="1">[redacted]</a:apiKey><n>1</n><secret><![CDATA[[redacted]]]></secret>',
    ],
    ['login --password Zx81kQ7 --user bob', 'login --password [redacted] --user bob'],
    ['"password" => "a b", n', '"password" => "[redacted]", n'],
    ['password := "a b"', 'password := "[redacted]"'],
    ['**Password:** Zx81kQ7', '**Password:** [redacted]'],
    ['password%3DZx81kQ7', 'password%3D[redacted]'],
    ['a%26password%3DZx81kQ7', 'a%26password%3D[redacted]'],
    ['{"pass\\u0077ord":"a b"}', '{"pass\\u0077ord":"[redacted]"}'],
    ['| password | Zx81kQ7 | x |', '| password | [redacted] | x |'],
    ['{password:hunter2hunter2}', '{password:[redacted]}'],
    ['{"house-number": "7"}', '{"house-number": "[redacted]"}'],
  ])('loses its secrets: %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
    // Redacted text stays unchanged.
    expect(redact(expected)).toBe(expected);
  });

  it.each([
    'The key to success is a good author.',
    '{"tokens":"5","secretary":"Ann"}',
    'task-sk-1, a risk-averse task, sk-learn',
    'The bearer of good news understands Basic English.',
    'Missing token: check the configuration. Authorization: required.',
    'const token = readToken(); const auth = user.password;',
    '{"token": null, "password": ""}',
    'https://example.org/key=/a:b@c',
    'load(): Promise<Token> { return a < b; } <token> is a tag.',
    '<password></password><secret>\n</secret><token>[redacted]</token>',
    'The password is wrong. Use --password to set it, or --token <token>; | token | string | maxLength |',
    'const f = (token) => token.text; use(token => "x" + token);',
    'path/SKU, dapi, key-value pairs, pul-ley, 12345678:ab',
  ])('without secrets stays unchanged: %s', (text) => expect(redact(text)).toBe(text));

  it('loses a secret whose name has escaped letters', () => {
    expect(createRedaction().redact('{"pass\\u0077ord":"a b"}')).toBe('{"pass\\u0077ord":"[redacted]"}');
  });

  it('loses known values, as they are, in an address and in JSON', () => {
    const { redact } = createRedaction({ secrets: ['a "b" c/d', 'test'] });
    expect(redact('a "b" c/d, a%20%22b%22%20c%2Fd, {"x":"a \\"b\\" c/d"}')).toBe(
      '[redacted], [redacted], {"x":"[redacted]"}',
    );
    expect(redact('the latest test, "test"')).toBe('the latest [redacted], "[redacted]"');
  });

  it('loses the values of variables whose names suggest secrets', () => {
    const env = {
      MY_TOKEN: 'correct-horse',
      DATABASE_URL: 'postgres://a:battery1@b/c',
      HOME: '/home/oslo',
      PIN_TOKEN: '1',
    };
    const { redact } = createRedaction({ env });
    expect(redact('correct-horse in /home/oslo, battery1, 1')).toBe(
      '[redacted] in /home/oslo, [redacted], 1',
    );
  });

  it("loses matches of the user's patterns", () => {
    const { redact } = createRedaction({ rules: [/\bACME-\d+/, /x*/g] });
    expect(redact('ACME-1 and ACME-22 in xx')).toBe('[redacted] and [redacted] in [redacted]');
  });
});

describe('a hostile text', () => {
  const PIECES = [
    '"apiKey":"',
    '\\"',
    'token="\n',
    'token=\'\n\\"',
    '\\',
    '"',
    'sk-',
    '-----BEGIN PRIVATE KEY-----',
    'eyJa',
    '://a:',
    'Bearer ',
    '?key=',
    '"secret":{',
    '"secret":[\'',
    'a.',
    'a-',
    'AKIA',
    'authorization: a ',
    '{"token":',
    ':',
    '<password>',
    '<token>a',
    '<secret x="',
    '</password',
    '12345678:',
    "-----BEGIN PRIVATE KEY-----'abcdefghijkl1234'",
    'SK0',
    '--token ',
    '| token | ',
    '"\\u0077',
    'token%3D',
    '**token:**',
    'token := "',
    '|password',
    '|secret|',
    '|api_key',
    'apiKey=[',
    'apiKey=(',
    'password=${',
    'password={{',
    'password=}]',
    'token=a}',
    'Bearer a',
    'authorization:a ',
  ];

  it.each(PIECES)('takes time in proportion to its length: %j', async (piece) => {
    const search = (length: number) => redact(`token ${piece.repeat(Math.ceil(length / piece.length))}`);
    expect(await growth(search, [25_000, 100_000, 400_000])).toBe('linear');
  });
});
