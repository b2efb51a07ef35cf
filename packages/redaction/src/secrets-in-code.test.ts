import { growth } from '../../../scripts/growth.mjs';
import { createRedaction } from './redaction.js';

const redaction = createRedaction();
const { redact } = redaction;
const SECRET = 'Sup3rS3cretPassw0rd9';

// G4, E16
describe('a secret in code', () => {
  const hidden = [
    // A type between the name and the value
    `var password string = "${SECRET}"`,
    `let password: String = "${SECRET}"`,
    `val password: String? = "${SECRET}"`,
    `static PASSWORD: &'static str = "${SECRET}";`,
    `password: str = "${SECRET}"`,
    `def f(token: str = "${SECRET}"):`,
    `const password: string = "${SECRET}"`,
    `private password!: string = '${SECRET}';`,
    `const password = '${SECRET}'`,
    `String password = "${SECRET}";`,
    `password = b"${SECRET}"`,
    `NSString *password = @"${SECRET}"`,
    // Indexes, calls and fallbacks
    `os.environ["DB_PASSWORD"] = "${SECRET}"`,
    `process.env['DB_PASSWORD'] = '${SECRET}'`,
    `config[:password] = "swordfish"`,
    `process.env.JWT_SECRET || '${SECRET}'`,
    `process.env.JWT_SECRET ?? '${SECRET}'`,
    `env.put("PASSWORD", "${SECRET}")`,
    `env.put(\\"PASSWORD\\", \\"${SECRET}\\")`,
    `define('DB_PASSWORD', 'swordfish');`,
    `os.environ.setdefault("SECRET_KEY", '${SECRET}')`,
    `connect("password", "${SECRET}")`,
    'setPassword("swordfish")',
    `setPassword("it's${SECRET}")`,
    'x.password("swordfish")',
    `SetApiKey("${SECRET}")`,
    // Pairs
    `password => '${SECRET}'`,
    "password => 'swordfish',",
    ':password => "swordfish"',
    "[ 'password' => 'swordfish' ]",
    '<add key="Password" value="swordfish"/>',
    '{"name":"DB_PASSWORD","value":"swordfish"}',
    `- name: DB_PASSWORD\n  value: ${SECRET}`,
    // Files of programs
    'ENV PASSWORD swordfish',
    'ARG PASSWORD=swordfish',
    `  ENV PASSWORD="${SECRET}"`,
    'machine github.com login me password swordfish',
    'machine github.com\n  login me\n  password swordfish',
    // No path to a member of that name
    `password: hunter.${SECRET}`,
    // Raw strings
    'DefaultPassword := `swordfish`',
    `const a = { password: \`${SECRET}\` }`,
  ];

  it.each(hidden)('is redacted: %s', (code) => {
    const shown = redact(code);
    expect(shown).toContain('[redacted]');
    expect(shown).not.toMatch(/Sup3r|swordfish/);
    expect(shown.length).toBeGreaterThan(code.length - SECRET.length);
    expect(redact(shown)).toBe(shown);
  });

  it.each(hidden)('never shows a part of it in a stream: %s', (code) => {
    const text = `${code}\nDone.`;
    for (let size = 1; size < 14; size += 1) {
      const stream = redaction.stream();
      let shown = '';
      for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size));
      expect(shown + stream.end()).toBe(redact(text));
    }
  });
});

describe('code without secrets', () => {
  it.each([
    'password: string;',
    'interface A { password: string; name: string }',
    'password => validate(password)',
    'setPassword(newPassword)',
    '<input type="password" value="">',
    '<input type="password" id="pw1">',
    'os.environ["PASSWORD"]',
    'os.environ["PASSWORD"] = read("a")',
    'if (env["PASSWORD"] == "x1") {}',
    'let password: String = readLine()!',
    'password: str = Field(min_length=8)',
    'def f(password: str, user: str = "Ada1"):',
    'the password: string is = to',
    '- `password`: `string`',
    't("password", "Passwort")',
    'setError("password", "required")',
    'field("password", "text")',
    'response.setHeader("set-cookie", "hello=world");',
    'checkPassword("Sup3rS3cretPass")',
    'getToken("user")',
    'map(token => "abc")',
    'use(token => "x" + token)',
    '(password) => "x1"',
    'token || "none"',
    `const secret = \`Bearer \${x}\``,
    `headers.Authorization = \`token \${x}\``,
    'const key: string = "ArrowDown"',
    'ErrorCode["InvalidToken"] = "invalid_token";',
    'ErrorCode["InvalidPassword"] = "invalid_password";',
    "{ [SECRET]: 'x' }",
    `'<input name="_token" value="' . csrf_token() . '">'`,
    `'<input name="_token" value="'.csrf_token().'">'`,
    "'password' => env('DB_PASSWORD'),",
    "'Cookie' => Cookie::class,",
    '- name: token\n  value: tokenValue',
    '{ name: "token", value: readToken() }',
    `<add key="Password" value="\${PASSWORD}"/>`,
    `ENV PASSWORD \${PW}`,
    'ENV PASSWORD=$PW',
    'setPassword("")',
    'setPassword("****")',
    'setPassword("<password>")',
    'setPassword("Enter the password")',
    'env.put("PASSWORD", password)',
    'the machine that you use to login needs a password today',
    'password: state.password,',
    'const dbPassword = this.config?.password;',
    'apiKey: process.env.API_KEY, token: options.auth.token }',
  ])('stays unchanged: %s', (code) => expect(redact(code)).toBe(code));
});

describe('hostile code', () => {
  it.each([
    'password: a ',
    'password: a.password?.',
    'password: a<',
    'password a = ',
    'password[',
    '["password"] ',
    'password => "',
    'token || "a1',
    'put("password", ',
    'put("password", "a1',
    'put("password", "\\',
    'setPassword("',
    'key="password" ',
    'name: password\n',
    'name: password\n value: a',
    'ENV PASSWORD ',
    'ENV PASSWORD a',
    '\nENV PASSWORD "',
    'machine a ',
    'machine a login b ',
    'machine a login b password\n',
    'password := `',
    'password=`a',
  ])('takes time in proportion to its length: %j', async (piece) => {
    const search = (length: number) => redact(piece.repeat(Math.ceil(length / piece.length)));
    expect(await growth(search, [25_000, 100_000, 400_000])).toBe('linear');
  });
});
