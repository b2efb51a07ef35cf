import fc from 'fast-check';
import { growth } from '../../../scripts/growth.mjs';
import { createRedaction } from './redaction.js';

const redaction = createRedaction({ secrets: ['sk-known-12345678'], rules: ['badge', /visa-\d{4}/] });
const { redactBody } = redaction;
const SECRET = 'Sup3rS3cretPassw0rd9';
const text = (value: unknown): string => JSON.stringify(value);
const parsed = (value: unknown) => JSON.parse(redactBody(text(value)));

const schema = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    apiToken: { type: 'string', description: 'A token.', default: SECRET },
    password: {},
    login: { type: 'object', properties: { secret: { $ref: '#/$defs/Secret' }, pin: { enum: [1, 2] } } },
    passwords: { type: 'array', items: { type: 'object', properties: { password: { type: 'string' } } } },
    properties: { type: 'object', properties: { token: { type: ['string', 'null'] } } },
    accessToken: { anyOf: [{ type: 'string' }, { type: 'null' }], examples: [SECRET] },
  },
  $defs: { Secret: { type: 'string' }, apiKey: { type: 'integer', minimum: 5 } },
  required: ['user', 'apiToken'],
};

// G4, K2
describe('the body of a request', () => {
  it('keeps schemas, and masks only the values in them', () => {
    const expected = structuredClone(schema);
    expected.properties.apiToken.default = '[redacted]';
    expected.properties.accessToken.examples = ['[redacted]'];
    for (const wire of [
      (parameters: unknown) => ({ tools: [{ type: 'function', function: { name: 'login', parameters } }] }),
      (parameters: unknown) => ({ tools: [{ name: 'login', input_schema: parameters }] }),
      (parameters: unknown) => ({
        tools: [{ functionDeclarations: [{ parametersJsonSchema: parameters }] }],
      }),
      (parameters: unknown) => ({ response_format: { json_schema: { schema: parameters } } }),
    ])
      expect(parsed(wire(schema))).toEqual(wire(expected));
    // As a replacer, too, as logs use it.
    const logged = JSON.parse(JSON.stringify({ parameters: schema }, redaction.redactMember));
    expect(logged.parameters.properties.login).toEqual(schema.properties.login);
    expect(logged.parameters.properties.password).toEqual({});
  });

  it('masks strings and numbers with secret names, at any depth and in JSON in strings', () => {
    const given = {
      name: 'login',
      password: SECRET,
      apiKey: 12345,
      tokens: 5,
      accessToken: ['a', { deep: 'b', on: true }],
    };
    const masked = {
      ...given,
      ...{
        password: '[redacted]',
        apiKey: '[redacted]',
        accessToken: ['[redacted]', { deep: '[redacted]', on: true }],
      },
    };
    expect(parsed({ messages: [given] })).toEqual({ messages: [masked] });
    const call = (args: unknown) => ({
      tool_calls: [{ function: { name: 'login', arguments: text(args) } }],
    });
    expect(parsed(call(given))).toEqual(call(masked));
    expect(parsed({ properties: { password: SECRET, token: { value: 'x' } } })).toEqual({
      properties: { password: '[redacted]', token: { value: '[redacted]' } },
    });
    expect(parsed({ badge: 'B-1', note: 'visa-1234', key: 'sk-known-12345678' })).toEqual({
      badge: '[redacted]',
      note: '[redacted]',
      key: '[redacted]',
    });
    expect(parsed({ content: `DB_PASSWORD=${SECRET}`, password: '', token: null })).toEqual({
      content: 'DB_PASSWORD=[redacted]',
      password: '',
      token: null,
    });
  });

  it('is otherwise the same to the byte', () => {
    const odd = ' {"a" : 12345678901234567890,\n"b":1.0, "password" : "x", "é":"\\u00e9\\/", "a":[ ]\t} ';
    expect(redactBody(odd)).toBe(odd.replace('"x"', '"[redacted]"'));
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', '\n', '  '), (json, space) => {
        const body = JSON.stringify(JSON.parse(json), null, space);
        expect(redactBody(body)).toBe(body);
      }),
    );
  });

  it('is valid JSON and without the secret, wherever that is', () => {
    const name = fc.constantFrom(
      'password',
      'properties',
      'apiToken',
      'a',
      'items',
      'default',
      'type',
      '__proto__',
      'x\n"',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constant(SECRET),
        fc.boolean(),
        tie('list'),
        tie('object'),
        tie('inner'),
      ),
      list: fc.array(tie('any'), { maxLength: 3 }),
      object: fc.dictionary(name, tie('any'), { maxKeys: 4, noNullPrototype: true }),
      inner: tie('object').map(text),
    }));
    fc.assert(
      fc.property(value.object, (inner) => {
        const body = text({ password: inner });
        const shown = redactBody(body);
        expect(typeof JSON.parse(shown)).toBe('object');
        expect(shown).not.toContain(SECRET);
      }),
    );
  });
});

describe('the body of a reply', () => {
  it('is masked by events and lines, with secrets of several lines between them', () => {
    const key =
      '-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBgkqhkiG9w0BAQEFAASCAUAwggE8AgEAAkEAq7BFUpkGp3\n-----END PRIVATE KEY-----';
    const events = [
      'event: a',
      'data: {"password":{"a":["x"]},"n":1}',
      '',
      'data: [DONE]',
      key,
      `token=${SECRET}`,
    ].join('\n');
    const shown = redactBody(events);
    expect(shown).toMatch(
      /^event: a\ndata: \{"password":\{"a":\["\[redacted\]"\]\},"n":1\}\n\ndata: \[DONE\]\n/,
    );
    expect(shown).not.toContain('MIIBVg');
    expect(shown).toContain('token=[redacted]');
  });

  it.each([
    ['cut JSON', `{"messages":[{"password":"${SECRET}","x":"y`],
    ['prose', `The password: "${SECRET}" is bad.`],
    ['prose before JSON', `The password: "${SECRET}" is bad. {"a":1}`],
    ['data in prose before JSON', `data: TOKEN=${SECRET} {"a":1}`],
    ['a form', `grant_type=x&client_secret=${SECRET}`],
  ])('is masked as text if it is %s', (_, body) => {
    expect(redactBody(body)).not.toContain(SECRET);
  });

  it('is read in time that is linear in its length', async () => {
    const bodies: ((size: number) => string)[] = [
      (size) => `${'['.repeat(size)}${']'.repeat(size)}`,
      (size) => text({ a: '\\'.repeat(size) }),
      (size) => text(Array.from({ length: size / 20 }, (_, index) => ({ [`name${index}`]: 'token' }))),
      (size) => `data: ${'{'.repeat(size)}`,
      (size) => 'data: {\n'.repeat(size / 8),
      (size) => [1, 2, 3, 4, 5, 6].reduce((inner) => text({ inner }), 'x'.repeat(size)),
    ];
    for (const body of bodies)
      expect(await growth((size) => redactBody(body(size)), [10_000, 40_000, 160_000])).toBe('linear');
  });
});
