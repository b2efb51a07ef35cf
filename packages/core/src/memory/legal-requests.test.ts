import { isRecord, type Message } from '@toolwright/contract';
import { type ClientConfig, createClient } from '@toolwright/llm';
import fc from 'fast-check';
import { Memory } from './memory.js';
import { repairHistory } from './paired-history.js';
import { WIRES, type WireName } from './wires.test.support.js';

type Body = Record<string, readonly Record<string, unknown>[]>;

/** What a request holds, message by message, whatever its wire. */
type Step = {
  readonly calls: readonly string[];
  readonly results: readonly string[];
  readonly isEmpty: boolean;
};

const ids = (parts: unknown, pick: (part: Record<string, unknown>) => unknown): string[] =>
  (Array.isArray(parts) ? parts : []).flatMap((part: unknown) => {
    const id = isRecord(part) ? pick(part) : undefined;
    return id === undefined ? [] : [String(id)];
  });
const sized = (value: unknown): boolean =>
  (Array.isArray(value) || typeof value === 'string') && value.length > 0;

const chatStep = (message: Record<string, unknown>): Step => {
  const calls = ids(
    message.tool_calls,
    ({ id, function: called }) => id ?? (isRecord(called) ? called.name : 'x'),
  );
  const results = message.role === 'tool' ? [String(message.tool_call_id)] : [];
  const isEmpty =
    message.role === 'assistant' && calls.length === 0 && !sized(message.content) && !sized(message.refusal);
  expect(Object.keys(message)).not.toContain('byRun');
  return { calls, results, isEmpty };
};

const STEPS: Readonly<Record<WireName, (body: Body) => readonly Step[]>> = {
  openai: ({ messages = [] }) => messages.map(chatStep),
  groq: ({ messages = [] }) => messages.map(chatStep),
  ollama: ({ messages = [] }) =>
    messages.map((message) => {
      const { calls, results, isEmpty } = chatStep(message);
      // Ollama pairs by name and order.
      return {
        calls: calls.map(() => 'look'),
        results: results.map(() => String(message.tool_name)),
        isEmpty,
      };
    }),
  responses: ({ input = [] }) =>
    input.map(({ type, call_id: id, role, content }) => ({
      calls: type === 'function_call' ? [String(id)] : [],
      results: type === 'function_call_output' ? [String(id)] : [],
      isEmpty: role === 'assistant' && !sized(content),
    })),
  anthropic: ({ messages = [] }) =>
    messages.map(({ content }) => ({
      calls: ids(content, (block) => block.id),
      results: ids(content, (block) => block.tool_use_id),
      isEmpty: !sized(content),
    })),
  google: ({ contents = [] }) =>
    contents.map(({ parts }) => ({
      calls: ids(parts, ({ functionCall }) => (isRecord(functionCall) ? functionCall.name : undefined)),
      results: ids(parts, ({ functionResponse }) =>
        isRecord(functionResponse) ? functionResponse.name : undefined,
      ),
      isEmpty: !sized(parts),
    })),
};

/** Each call is answered once, before anything else is said. */
function checkSteps(steps: readonly Step[]): void {
  let open: string[] = [];
  for (const { calls, results, isEmpty } of steps) {
    expect(isEmpty).toBe(false);
    for (const id of results) {
      expect(open).toContain(id);
      open.splice(open.indexOf(id), 1);
    }
    // The responses API has one item for each call.
    if (results.length === 0 && calls.length === 0) expect(open).toEqual([]);
    open = [...open, ...calls];
  }
  expect(open).toEqual([]);
}

const calls = (names: readonly string[], content: string | null): Message => ({
  role: 'assistant',
  content,
  tool_calls: names.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
});
const name = fc.constantFrom('x', 'y', 'z');
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.constantFrom('Hi.', 'And then?').map((content): Message => ({ role: 'user', content })),
  fc.constantFrom('Hi.', '', null).map((content): Message => ({ role: 'assistant', content })),
  fc.constant<Message>({ role: 'assistant', content: null, refusal: 'No.' }),
  fc
    .tuple(fc.uniqueArray(name, { minLength: 1, maxLength: 3 }), fc.constantFrom('Well.', '', null))
    .map(([names, content]) => calls(names, content)),
  fc.tuple(name, fc.constantFrom(true, false, undefined)).map(
    ([id, byRun]): Message => ({
      role: 'tool',
      tool_call_id: id,
      content: 'seen',
      ...(byRun !== undefined && { byRun }),
    }),
  ),
);

// A3, B5
it.each(Object.keys(WIRES) as WireName[])(
  '%s gets each call with one result and no empty message, whatever the history',
  async (wire) => {
    const bodies: Body[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const text = input instanceof Request ? await input.text() : String(init?.body);
      bodies.push(JSON.parse(text) as Body); // as the client wrote it
      return Response.json(WIRES[wire].reply(1, true));
    };
    const config: ClientConfig = { ...WIRES[wire].client, apiKey: 'key', runtime: { fetch }, retries: 0 };
    const client = createClient(config);
    const history = fc.tuple(fc.array(message, { maxLength: 14 }), fc.integer({ min: 3, max: 14 }));
    await fc.assert(
      fc.asyncProperty(history, async ([given, maxHistory]) => {
        const { messages } = repairHistory(given) ?? { messages: given };
        const memory = new Memory({ messages: [...messages, { role: 'user', content: 'Go.' }], maxHistory });
        await client.generate(memory.messages, [], {});
        const body = bodies.at(-1) ?? {};
        checkSteps(STEPS[wire](body));
      }),
      { numRuns: 60 },
    );
  },
);
