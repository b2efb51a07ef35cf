import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ErrorCode,
  type GenerateOptions,
  type LLMDelta,
  type LLMNotice,
  type LLMProvider,
  type Message,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import fc from 'fast-check';
import { createClient } from '../client/create-client.js';
import { assemble, toAssistantMessage } from '../reply/stream-assembler.js';
import { type ScriptedModelOptions, type ScriptStep, scriptedModel } from '../testing.js';
import { fallbackClient } from './fallback-client.js';
import { routeClient } from './route-client.js';

const HI: readonly Message[] = [{ role: 'user', content: 'Hi' }];
const LOOK: ToolSpec = {
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: {} },
  annotations: {},
  source: { file: 'look.ts', line: 1 },
};

function fault(code: ErrorCode = 'RATE_LIMIT', blame: ToolwrightError['blame'] = 'provider') {
  return new ToolwrightError(code, `Failed with ${code}.`, { blame });
}

function model(name: string, steps: readonly ScriptStep[], options: ScriptedModelOptions = {}) {
  return scriptedModel(steps, { provider: 'test', model: name, ...options });
}

/** Both ways to ask: in one piece, and as a stream. */
const WAYS = {
  generate: (client: LLMProvider, options: GenerateOptions = {}, tools: readonly ToolSpec[] = []) =>
    client.generate(HI, tools, options),
  stream: (client: LLMProvider, options: GenerateOptions = {}, tools: readonly ToolSpec[] = []) =>
    assemble(client.stream?.(HI, tools, options) ?? []),
};

function listen(): { readonly seen: LLMNotice[]; readonly options: GenerateOptions } {
  const seen: LLMNotice[] = [];
  return { seen, options: { onEvent: (event) => seen.push(event) } };
}

// H6
describe.each(Object.entries(WAYS))('fallbackClient: %s', (_, ask) => {
  it('asks only the first client while that answers', async () => {
    const second = model('b', []);
    const { seen, options } = listen();
    const response = await ask(fallbackClient([model('a', ['Hello.']), second]), options);
    expect(response).toMatchObject({ content: 'Hello.', answeredBy: { provider: 'test', model: 'a' } });
    expect([second.requests, seen]).toEqual([[], []]);
  });

  it('goes to the next client on an error of the provider, says so, and names the model that answered', async () => {
    const { seen, options } = listen();
    const usage = { inputTokens: 3, outputTokens: 1 };
    const client = fallbackClient([
      model('a', [{ error: fault() }]),
      model('b', [{ error: new Error('gone') }]),
      model('c', [{ text: 'Hello.', usage }]),
    ]);
    expect(await ask(client, options)).toMatchObject({
      content: 'Hello.',
      usage,
      answeredBy: { provider: 'test', model: 'c' },
    });
    expect(seen).toEqual([
      { type: 'fallback', from: 'test/a', to: 'test/b', reason: 'Failed with RATE_LIMIT.' },
      { type: 'fallback', from: 'test/b', to: 'test/c', reason: 'The client test/b threw an error: gone' },
    ]);
  });

  it('does not go on with an error of the request, unless told to', async () => {
    const tooLong = fault('CONTEXT_TOO_LONG', 'developer');
    const clients = () => [model('a', [{ error: tooLong }]), model('b', ['Hello.'])];
    await expect(ask(fallbackClient(clients()))).rejects.toBe(tooLong);
    const byCode = fallbackClient(clients(), { on: ['CONTEXT_TOO_LONG'] });
    expect(await ask(byCode)).toMatchObject({ content: 'Hello.' });
    const byFunction = fallbackClient(clients(), { on: ({ code }) => code === 'CONTEXT_TOO_LONG' });
    expect(await ask(byFunction)).toMatchObject({ content: 'Hello.' });
    const other = fallbackClient([model('a', [{ error: fault() }]), model('b', ['x'])], { on: ['NETWORK'] });
    await expect(ask(other)).rejects.toMatchObject({ code: 'RATE_LIMIT' });
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('oops');
      },
    ],
    ['returns a promise', async () => true],
    ['rejects', () => Promise.reject(new Error('oops'))],
  ])("reports a function for 'on' that %s", async (__, decide) => {
    // Functions of plain JavaScript can return anything.
    const on = decide as () => boolean;
    const client = fallbackClient([model('a', [{ error: fault() }]), model('b', ['x'])], { on });
    await expect(ask(client)).rejects.toMatchObject({ code: 'CALLBACK_FAILED' });
  });

  it('sends the signed thoughts of a message back only to the model that wrote them', async () => {
    const thoughts = {
      parts: [{ type: 'block', block: { type: 'thinking', signature: 'of a' }, length: 0 }],
    };
    const finish: LLMDelta = { type: 'finish', finishReason: 'stop', providerData: { anthropic: thoughts } };
    const a = model('a', [{ deltas: [finish] }, { error: fault() }, 'Again.']);
    const b = model('b', ['Hello.', { error: fault() }]);
    const client = fallbackClient([a, b]);
    const said = toAssistantMessage(await ask(client));
    expect(said.provider_data).toMatchObject({ anthropic: thoughts });
    const history: Message[] = [...HI, said, { role: 'user', content: 'Go on.' }];
    await client.generate(history, [], {});
    expect(b.requests[0]?.messages[1]).toEqual({ role: 'assistant', content: '' });
    // A client that passes the request on leaves the data in it.
    await routeClient(() => fallbackClient([b, a])).generate(history, [], {});
    expect(a.requests.at(-1)?.messages[1]).toBe(said);
  });

  it('throws one error that names all models if none answers', async () => {
    const network = fault('NETWORK');
    const client = fallbackClient([model('a', [{ error: fault() }]), model('b', [{ error: network }])]);
    await expect(ask(client)).rejects.toMatchObject({
      code: 'NETWORK',
      blame: 'provider',
      message: 'No model answered. test/a: Failed with RATE_LIMIT. test/b: Failed with NETWORK.',
      cause: { errors: [{ code: 'RATE_LIMIT' }, network] },
    });
  });

  it('never goes on after an abort', async () => {
    const controller = new AbortController();
    const second = model('b', ['Hello.']);
    const aborting = model('a', [
      () => {
        controller.abort();
        return { error: fault() };
      },
    ]);
    const client = fallbackClient([aborting, second], { on: () => true });
    await expect(ask(client, { signal: controller.signal })).rejects.toThrow();
    const own = fallbackClient([model('a', [{ error: fault('ABORTED', 'user') }]), second], {
      on: () => true,
    });
    await expect(ask(own)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(second.requests).toEqual([]);
  });

  it('works inside another one', async () => {
    const { seen, options } = listen();
    const inner = fallbackClient([model('a', [{ error: fault() }]), model('b', [{ error: fault() }])]);
    const route = routeClient(() => model('c', ['Hello.']));
    const response = await ask(fallbackClient([inner, route]), options);
    expect(response).toMatchObject({ content: 'Hello.', answeredBy: { provider: 'test', model: 'c' } });
    expect(seen.map((event) => event.type === 'fallback' && [event.from, event.to])).toEqual([
      ['test/a', 'test/b'],
      ['test/a', 'client 2'],
    ]);
  });

  it('asks for each client in the form that this client can read, also through others', async () => {
    const [a, b] = [model('a', [{ error: fault() }]), model('b', ['Hello.'])];
    const client = fallbackClient([fallbackClient([a]), routeClient(() => fallbackClient([b]))]);
    const prepareFor: GenerateOptions['prepareFor'] = ({ model: name }) => ({
      messages: [{ role: 'user', content: `For ${name}` }],
      tools: [],
      options: { seed: name === 'a' ? 1 : 2 },
    });
    await ask(client, { prepareFor });
    expect(a.requests).toMatchObject([{ input: 'For a', options: { seed: 1 } }]);
    expect(b.requests).toMatchObject([{ input: 'For b', options: { seed: 2 } }]);
  });

  it('does not send tools to a model without tools, and warns once', async () => {
    const { seen, options } = listen();
    const blind = model('b', ['Fine.'], { capabilities: { tools: false } });
    const client = fallbackClient([model('a', [{ error: fault() }, { error: fault() }, 'x']), blind], {
      breaker: false,
    });
    await expect(ask(client, options, [LOOK])).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    expect(blind.requests).toEqual([]);
    expect(await ask(client, options)).toMatchObject({ content: 'Fine.' });
    await ask(client, options, [LOOK]);
    expect(seen.filter(({ type }) => type === 'warning')).toEqual([
      {
        type: 'warning',
        message: 'The model test/b does not support tools. Requests with tools are not sent to it.',
      },
    ]);
  });

  it('does not ask a model for log-probabilities or MCP servers that it does not have', async () => {
    const plain = model('a', ['never'], { capabilities: { tools: true } });
    const capabilities = { tools: true, logprobs: true, mcpServers: 'headers' } as const;
    const able = model('b', ['One.', 'Two.'], { capabilities });
    const client = fallbackClient([plain, able]);
    expect(await ask(client, { logprobs: { top: 1 } })).toMatchObject({ content: 'One.' });
    const mcpServers = [{ name: 'files', url: 'https://files.test' }];
    expect(await ask(client, { mcpServers })).toMatchObject({ content: 'Two.' });
    expect(plain.requests).toEqual([]);
  });

  it('asks a client that does not stream, and goes on from one that returns no response', async () => {
    const generate = async () => ({ content: 'Plain.', toolCalls: [], finishReason: 'stop' }) as const;
    expect(await ask(fallbackClient([{ generate }]))).toMatchObject({ content: 'Plain.', answeredBy: {} });
    // Clients of users can return anything.
    const broken = { generate: async () => undefined as never };
    expect(await ask(fallbackClient([broken, { generate }]))).toMatchObject({ content: 'Plain.' });
    await expect(ask(fallbackClient([broken]))).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});

// H6
describe('a streamed fallback', () => {
  const text = (value: string): LLMDelta => ({ type: 'text-delta', text: value });

  it.each<[string, LLMDelta]>([
    ['text', text('Hel')],
    ['reasoning', { type: 'reasoning-delta', text: 'Hm' }],
    ['a tool call', { type: 'tool-call-delta', id: 'c', name: 'look', arguments: '' }],
  ])('is not possible after the first shown delta: %s', async (__, delta) => {
    const second = model('b', ['never']);
    const client = fallbackClient([model('a', [{ deltas: [delta], error: fault('STREAM_CUT') }]), second]);
    const read: LLMDelta[] = [];
    await expect(
      (async () => {
        for await (const one of client.stream?.(HI, [], {}) ?? []) read.push(one);
      })(),
    ).rejects.toMatchObject({ code: 'STREAM_CUT' });
    expect(read).toEqual([delta]);
    expect(second.requests).toEqual([]);
  });

  it('drops what the first client sent and did not show', async () => {
    const hidden: LLMDelta[] = [
      { type: 'usage', usage: { inputTokens: 9, outputTokens: 0 } },
      { type: 'text-delta', text: '' },
    ];
    const first = model('a', [{ deltas: hidden, error: fault('STREAM_CUT') }, { deltas: hidden }]);
    const client = fallbackClient([first, model('b', ['One.', 'Two.'])]);
    expect(await WAYS.stream(client)).toMatchObject({ content: 'One.' });
    // A stream that ends without a `finish` was cut off.
    const second = await WAYS.stream(client);
    expect(second).toMatchObject({ content: 'Two.' });
    expect(second.usage).toBeUndefined();
  });

  it('closes the connection when the reader leaves', async () => {
    let closed = false;
    const endless: LLMProvider = {
      generate: () => Promise.reject(new Error('not asked')),
      async *stream() {
        try {
          for (;;) yield text('la ');
        } finally {
          closed = true;
        }
      },
    };
    for await (const delta of fallbackClient([endless, model('b', [])]).stream?.(HI, [], {}) ?? []) {
      expect(delta).toEqual(text('la '));
      break;
    }
    expect(closed).toBe(true);
  });

  it('gives the deltas of the client that answers, wherever the one before it fails', async () => {
    const deltas = fc.array(fc.string().map(text), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(deltas, fc.string({ minLength: 1 }), async (sent, answer) => {
        const first = model('a', [{ deltas: sent, error: fault() }]);
        const client = fallbackClient([first, model('b', [answer])]);
        const read: LLMDelta[] = [];
        const reading = (async () => {
          for await (const delta of client.stream?.(HI, [], {}) ?? []) read.push(delta);
        })();
        const shown = sent.some((delta) => delta.type === 'text-delta' && delta.text !== '');
        if (shown) await expect(reading).rejects.toMatchObject({ code: 'RATE_LIMIT' });
        else await reading;
        const said = read.map((delta) => (delta.type === 'text-delta' ? delta.text : '')).join('');
        const expected = sent.map((delta) => (delta.type === 'text-delta' ? delta.text : '')).join('');
        expect(said).toBe(shown ? expected : answer);
      }),
    );
  });
});

// H6
describe('the circuit breaker of a fallback', () => {
  /** A client that fails as long as it is told to. */
  function switched(name: string) {
    const state = { down: true, asked: 0 };
    const generate = async () => {
      state.asked += 1;
      if (state.down) throw fault();
      return { content: name, toolCalls: [], finishReason: 'stop' } as const;
    };
    return { state, client: { provider: 'test', model: name, generate } };
  }

  function setUp(breaker?: object) {
    let time = 0;
    const [a, b] = [switched('a'), switched('b')];
    b.state.down = false;
    const client = fallbackClient([a.client, b.client], { breaker, runtime: { now: () => time } });
    const ask = async (options: GenerateOptions = {}) => (await client.generate(HI, [], options)).content;
    const pass = (ms: number): void => {
      time += ms;
    };
    return { a: a.state, b: b.state, ask, pass };
  }

  it('skips a client that failed three times in a row, for 30 seconds', async () => {
    const { a, ask, pass } = setUp();
    for (let request = 0; request < 5; request++) expect(await ask()).toBe('b');
    expect(a.asked).toBe(3);
    pass(29_999);
    await ask();
    expect(a.asked).toBe(3);
    pass(1);
    await ask();
    expect(a.asked).toBe(4);
    // The try failed, so that the client rests again.
    await ask();
    pass(29_999);
    await ask();
    expect(a.asked).toBe(4);
  });

  it.each<[asked: string, waitMs: number]>([
    ['5', 30_000],
    ['90', 90_000],
    ['86400', 600_000],
    ['9'.repeat(400), 600_000],
    ['soon', 30_000],
  ])('tries a server that sent Retry-After: %s after %d ms', async (retryAfter, waitMs) => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': retryAfter });
      response.end('{"error":{"message":"Slow down."}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      // A server that listens on a port has an address with one.
      const { port } = server.address() as AddressInfo;
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const limited = createClient({ provider: 'openai-compatible', model: 'a', baseUrl, retries: 0 });
      let time = 0;
      const breaker = { failures: 2 };
      const now = () => time;
      const client = fallbackClient([limited, scriptedModel.byInput(() => ['b'])], {
        breaker,
        runtime: { now },
      });
      const ask = () => client.generate(HI, [], {});
      for (let request = 0; request < 3; request++) await ask();
      expect(requests).toBe(2);
      time = waitMs - 1;
      await ask();
      expect(requests).toBe(2);
      time = waitMs;
      await ask();
      expect(requests).toBe(3);
      const seconds = Number(retryAfter);
      const expected = Number.isNaN(seconds) ? undefined : seconds * 1_000;
      await expect(limited.generate(HI, [], {})).rejects.toMatchObject(
        expected === undefined ? { code: 'RATE_LIMIT' } : { retryAfterMs: expected },
      );
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('ignores a wait of a custom client that is not a number above 0', async () => {
    for (const retryAfterMs of [Number.NaN, -1]) {
      const error = new ToolwrightError('RATE_LIMIT', 'No.', { blame: 'provider', retryAfterMs });
      const first = model('a', [{ error }]);
      const client = fallbackClient([first, model('b', ['1', '2'])], { breaker: { failures: 1 } });
      await client.generate(HI, [], {});
      await client.generate(HI, [], {});
      expect(first.requests).toHaveLength(1);
    }
  });

  it('says that the client was skipped', async () => {
    const { ask, pass } = setUp();
    for (let request = 0; request < 3; request++) await ask();
    pass(10_000);
    const { seen, options } = listen();
    await ask(options);
    expect(seen).toEqual([
      {
        type: 'fallback',
        from: 'test/a',
        to: 'test/b',
        reason: 'It failed 3 times in a row. It will be skipped for another 20 s.',
      },
    ]);
  });

  it('lets one request try the client, and all others after it succeeded', async () => {
    const { a, ask, pass } = setUp({ failures: 1, cooldownMs: 100 });
    await ask();
    a.down = false;
    pass(100);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['a', 'b', 'b']);
    expect(await Promise.all([ask(), ask()])).toEqual(['a', 'a']);
  });

  it('starts to count again after a success', async () => {
    const { a, ask } = setUp({ failures: 2, cooldownMs: 100 });
    for (const down of [true, false, true, false]) {
      a.down = down;
      await ask();
    }
    expect(a.asked).toBe(4);
  });

  it('asks the client that has rested longest if all are skipped', async () => {
    const { a, b, ask, pass } = setUp({ failures: 1, cooldownMs: 100 });
    b.down = true;
    await expect(ask()).rejects.toThrow('No model answered.');
    pass(10);
    a.down = false;
    expect(await ask()).toBe('a');
    expect(b.asked).toBe(1);
  });

  it('does not count errors of a request, and can be switched off', async () => {
    const { seen, options } = listen();
    const refused = Array.from({ length: 4 }, () => ({ error: fault('BAD_REQUEST', 'developer') }));
    const picky = model('a', refused);
    const client = fallbackClient([picky, scriptedModel.byInput(() => ['b'])], { on: ['BAD_REQUEST'] });
    for (let request = 0; request < 4; request++) await client.generate(HI, [], options);
    expect(picky.requests).toHaveLength(4);
    expect(seen).toHaveLength(4);
    const { a, ask } = setUp(false as never);
    for (let request = 0; request < 9; request++) await ask();
    expect(a.asked).toBe(9);
  });

  it('counts a stream that fails after it was shown', async () => {
    const cut: ScriptStep = { deltas: [{ type: 'text-delta', text: 'x' }], error: fault('STREAM_CUT') };
    const client = fallbackClient([model('a', [cut]), model('b', ['Hello.'])], { breaker: { failures: 1 } });
    await expect(WAYS.stream(client)).rejects.toMatchObject({ code: 'STREAM_CUT' });
    expect(await WAYS.stream(client)).toMatchObject({ content: 'Hello.' });
  });
});

// H6
describe('the options of a fallback', () => {
  const client = model('a', []);

  it.each<[string, readonly unknown[], object, string]>([
    ['no clients', [], {}, 'fallbackClient needs clients.'],
    ['something else than a client', [client, {}], {}, "Client 2 of the fallback has no method 'generate'."],
    ['an unknown code', [client], { on: ['RATE_LIMITED'] }, "'on' contains 'RATE_LIMITED'"],
    ['an abort', [client], { on: ['ABORTED'] }, "'on' contains 'ABORTED'"],
    ['a code that is no list', [client], { on: 'RATE_LIMIT' }, "'on' is the string 'RATE_LIMIT'"],
    ['a rule that is no function', [client], { on: {} }, "'on' is a value of type object"],
    ['a breaker that is no object', [client], { breaker: null }, "'breaker' is null."],
    ['no failures', [client], { breaker: { failures: 0 } }, "'breaker.failures' is 0."],
    [
      'a cooldown that is no number',
      [client],
      { breaker: { cooldownMs: 'x' } },
      "'breaker.cooldownMs' is x.",
    ],
  ])('refuse %s', (_, clients, options, message) => {
    expect(() => fallbackClient(clients as LLMProvider[], options)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(message) }),
    );
  });

  it('name clients by their place where names are missing or equal', async () => {
    const { seen, options } = listen();
    const failing = { generate: () => Promise.reject(fault()) };
    const clients = [failing, failing, model('a', [{ error: fault() }]), model('a', ['x'])];
    await fallbackClient(clients).generate(HI, [], options);
    expect(seen.map((event) => event.type === 'fallback' && event.to)).toEqual([
      'client 2',
      'test/a',
      'test/a (client 4)',
    ]);
  });
});

// H6
it('the retries of a client come before the fallback', async () => {
  const { seen, options } = listen();
  let requests = 0;
  const failing = createClient({
    provider: 'openai-compatible',
    model: 'a',
    baseUrl: 'http://127.0.0.1:1/v1',
    retries: { maxRetries: 2, baseDelayMs: 0 },
    runtime: {
      fetch: async () => {
        requests += 1;
        return Response.json({ error: { message: 'Slow down.' } }, { status: 429 });
      },
    },
  });
  const client = fallbackClient([failing, model('b', ['Hello.'])]);
  expect(await client.generate(HI, [], options)).toMatchObject({ content: 'Hello.' });
  expect(requests).toBe(3);
  expect(seen.map(({ type }) => type)).toEqual(['retry', 'retry', 'fallback']);
});

// H6
it('a second Claude continues tool calls that a first one thought about', async () => {
  const bodies: string[] = [];
  const clientOf = (name: string, replies: readonly Response[]) => {
    const rest = [...replies];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      bodies.push(String(init?.body));
      return rest.shift() ?? Response.error();
    };
    return createClient({
      provider: 'anthropic',
      model: name,
      apiKey: 'key',
      retries: 0,
      reasoningEffort: 'low',
      runtime: { fetch },
    });
  };
  const reply = (stop_reason: string, ...content: object[]) =>
    Response.json({ type: 'message', role: 'assistant', content, stop_reason });
  const thought = { type: 'thinking', thinking: 'Hm.', signature: 'signed by a' };
  const call = { type: 'tool_use', id: 'c', name: 'look', input: {} };
  const overloaded = Response.json({ type: 'error', error: { type: 'overloaded_error' } }, { status: 529 });
  const client = fallbackClient([
    clientOf('claude-opus-4-5', [reply('tool_use', thought, call), overloaded]),
    clientOf('claude-haiku-4-5', [reply('end_turn', { type: 'text', text: 'Seen.' })]),
  ]);
  const said = toAssistantMessage(await client.generate(HI, [LOOK], {}));
  const result: Message = { role: 'tool', tool_call_id: 'c', content: 'A tree.' };
  const { seen, options } = listen();
  expect(await client.generate([...HI, said, result], [LOOK], options)).toMatchObject({ content: 'Seen.' });
  expect(bodies.map((body) => body.includes('signed by a'))).toEqual([false, true, false]);
  expect(bodies.map((body) => body.includes('"thinking":{"type":"enabled"'))).toEqual([true, true, false]);
  expect(seen.map(({ type }) => type)).toEqual(['fallback', 'warning']);
});
