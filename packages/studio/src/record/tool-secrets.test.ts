import fc from 'fast-check';
import { secretNames } from './secret-names.js';
import { ToolSecrets } from './tool-secrets.js';

const parameters = {
  type: 'object' as const,
  properties: {
    user: { type: 'string' as const },
    pin: { type: 'string' as const, format: 'password' },
    more: { type: 'object' as const, properties: { code: { type: 'string' as const, writeOnly: true } } },
  },
};
const args = { user: 'ann', pin: 'zebra-lake', more: { code: 'moss-river' } };
const text = JSON.stringify(args);
const hidden = JSON.stringify({ user: 'ann', pin: '[redacted]', more: { code: '[redacted]' } });
const call = { callId: 'c', name: 'signIn', arguments: text };
const wire = { exchange: '1', headers: {} };
const request = (tools: unknown, body: object) =>
  ({
    ...wire,
    type: 'wire-request',
    method: 'POST',
    url: 'http://m/',
    body: JSON.stringify({ ...body, tools }),
  }) as const;
const reply = (body: string) => ({ ...wire, type: 'wire-reply', durationMs: 1, body }) as const;

// K2
describe('parameters that only a schema calls secrets', () => {
  const secrets = new ToolSecrets([{ name: 'signIn', parameters }]);

  it('are masked in calls, messages and approvals', () => {
    expect(secrets.hideEvent({ type: 'tool-call', ...call })).toMatchObject({ arguments: hidden });
    expect(secrets.hideEvent({ type: 'approval-request', calls: [call] })).toMatchObject({
      calls: [{ arguments: hidden }],
    });
    const toolCall = { id: 'c', type: 'function' as const, function: { name: 'signIn', arguments: text } };
    const message = { role: 'assistant' as const, content: '', tool_calls: [toolCall] };
    expect(secrets.hideMessage(message)).toMatchObject({ tool_calls: [{ function: { arguments: hidden } }] });
  });

  it('are masked in malformed arguments, and in those of a tool that nobody knows', () => {
    const event = { type: 'tool-call', callId: 'c' } as const;
    const malformed = secrets.hideEvent({ ...event, name: 'signIn', arguments: text.slice(0, -1) });
    expect(malformed).toMatchObject({ arguments: '[redacted]' });
    expect(secrets.hideEvent({ ...event, name: 'signin', arguments: text })).toMatchObject({
      arguments: hidden,
    });
  });

  it.each([
    ['OpenAI', [{ type: 'function', function: { name: 'signIn', parameters } }]],
    ['Responses', [{ type: 'function', name: 'signIn', parameters }]],
    ['Anthropic', [{ name: 'signIn', input_schema: parameters }]],
    ['Gemini', [{ functionDeclarations: [{ name: 'signIn', parametersJsonSchema: parameters }] }]],
  ])('are learned from a request of %s', (_name, tools) => {
    const learned = new ToolSecrets();
    const shown = learned.hideExchange(request(tools, { messages: [{ arguments: text }, { input: args }] }));
    expect(shown.body).not.toMatch(/zebra-lake|moss-river/);
    expect(JSON.parse(shown.body).tools).toEqual(tools);
    expect(learned.hideEvent({ type: 'tool-call', ...call })).toMatchObject({ arguments: hidden });
  });

  it('are masked in replies, also where these are streamed in pieces of any size', () => {
    expect(secrets.hideExchange(reply(JSON.stringify({ content: [{ input: args }] }))).body).not.toContain(
      'zebra',
    );
    const shapes = [
      (piece: string) => ({ choices: [{ delta: { tool_calls: [{ function: { arguments: piece } }] } }] }),
      (piece: string) => ({ delta: { type: 'input_json_delta', partial_json: piece } }),
      (piece: string) => ({ type: 'response.function_call_arguments.delta', delta: piece }),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...shapes), fc.integer({ min: 1, max: 60 }), (shape, size) => {
        const pieces = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
        const body = pieces.map((piece) => `data: ${JSON.stringify(shape(piece))}\n\n`).join('');
        const shown = secrets.hideExchange(reply(body)).body;
        const written = [...shown.matchAll(/"(?:arguments|partial_json|delta)":"((?:[^"\\]|\\.)*)"/g)].map(
          ([, value]) => value,
        );
        expect(written).toHaveLength(pieces.length);
        expect(new Set(written)).toEqual(new Set(['[redacted]']));
      }),
    );
  });
});

describe('the names of secrets', () => {
  const secret = { type: 'string', writeOnly: true };
  const namesIn = (properties: object, more: object = {}) => [
    ...secretNames({ type: 'object', properties, ...more }),
  ];

  it.each([
    ['a definition', { pin: { $ref: '#/$defs/a/b' } }, { $defs: { 'a/b': secret } }],
    [
      'a definition of a definition',
      { pin: { $ref: '#/$defs/A' } },
      { $defs: { A: { $ref: '#/$defs/B' }, B: secret } },
    ],
    ['a branch', { pin: { anyOf: [secret, { type: 'null' }] } }, {}],
    ['items', { pin: { type: 'array', items: secret } }, {}],
    ['values of any name', { pin: { type: 'object', additionalProperties: secret } }, {}],
  ])('include members whose mark stands in %s', (_where, properties, more) => {
    expect(namesIn({ ...properties, user: { type: 'string' } }, more)).toEqual(['pin']);
  });

  it('do not include what holds a secret under a name, or only mentions the mark', () => {
    const properties = { inner: { properties: { pin: secret } }, settings: { default: { writeOnly: true } } };
    expect(namesIn(properties)).toEqual(['pin']);
  });

  it('are all names if the whole value is a secret', () => {
    expect(namesIn({ a: { properties: { b: {} } } }, { writeOnly: true })).toEqual(['a', 'b']);
  });

  it('are found in schemas that contain themselves', () => {
    const loop: Record<string, unknown> = { properties: { pin: secret } };
    loop.items = loop;
    expect([...secretNames(loop)]).toEqual(['pin']);
  });
});
