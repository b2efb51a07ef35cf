import type { AgentEvent, LLMProvider } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import type { ToolSource } from '../calls/tool-source.js';
import { collect } from './collect.test.support.js';

const refuse = (): never => {
  throw new Error('No.');
};
const TRAPS = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, refuse]));

/** Values that nobody should throw. */
const HOSTILE: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  'a symbol': () => Symbol('s'),
  'a BigInt': () => 5n,
  'a function': () => refuse,
  'a proxy that throws on every trap': () => new Proxy({}, TRAPS),
  'a function proxy': () => new Proxy(() => {}, TRAPS),
  'an error whose message throws': () => Object.defineProperty(new Error(), 'message', { get: refuse }),
  'an error whose name throws': () => Object.defineProperty(new Error(''), 'name', { get: refuse }),
  'an error whose stack throws': () => Object.defineProperty(new Error('x'), 'stack', { get: refuse }),
  'an error whose message is no text': () => Object.assign(new Error(), { message: Symbol('m') }),
  'a frozen error': () => Object.freeze(new Error('x')),
  'what throws as JSON': () => ({ toJSON: refuse, toString: refuse }),
};

type Thrower = () => never;
const look = { toolCalls: [{ name: 'look' }] };

/** An agent in which something throws in one place. */
const PLACES: Readonly<Record<string, (fail: Thrower) => Partial<AgentConfig>>> = {
  'a tool': (fail) => ({ toolRegistry: { ...stubTools({ look: fail }), execute: async () => fail() } }),
  'a tool source at once': (fail) => ({ toolRegistry: { ...stubTools({ look: fail }), execute: fail } }),
  'a list of tools': (fail) => ({ toolRegistry: { ...stubTools({}), listTools: fail } }),
  'a model': (fail) => ({ llmClient: { generate: async () => fail() } }),
  'a model at once': (fail) => ({ llmClient: { generate: fail } }),
  'a stream': (fail) => ({ llmClient: { generate: fail, stream: () => failing(fail) } }),
  'a logger': (fail) => ({ logger: { log: fail } }),
  'an asynchronous logger': (fail) => ({ logger: { log: async () => fail() } }),
  "a logger's within": (fail) => ({ logger: { log: () => {}, within: fail } }),
  afterTools: (fail) => ({ afterTools: fail }),
  price: (fail) => ({ price: fail }),
  'a compaction': (fail) => ({ compaction: { isDue: () => true, compact: fail } }),
  "a compaction's isDue": (fail) => ({ compaction: { isDue: fail, compact: fail } }),
  'a protocol': (fail) => ({ protocol: { name: 'own', prepare: fail, parse: fail, formatResult: fail } }),
  'writing results': (fail) => ({
    protocol: {
      name: 'own',
      prepare: (request) => request,
      parse: ({ toolCalls }) => ({
        text: '',
        calls: toolCalls.map(({ id }) => ({ id, name: 'look', text: '{}', args: {} })),
        message: { role: 'assistant', content: '' },
      }),
      formatResult: fail,
    },
  }),
};

function failing(fail: Thrower): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: async () => fail() }) };
}

function agentWith(config: Partial<AgentConfig>): Agent {
  const llmClient = scriptedModel([look, 'Seen.']);
  return new Agent({ llmClient, toolRegistry: stubTools({ look: () => 'seen' }), ...config });
}

// A7, B7
describe.each(Object.entries(PLACES))('%s that throws', (_place, configure) => {
  it.each(Object.entries(HOSTILE))('%s: the run settles and emits its last event', async (_what, make) => {
    const config = configure(() => {
      throw make();
    });
    const stream = agentWith(config).runStream('go');
    let events: AgentEvent[] = [];
    const ended = await collect(stream).then(
      (all) => {
        events = all;
        return stream.result;
      },
      () => undefined, // a mistake of the developer, which is thrown
    );
    if (ended === undefined) return;
    expect(['completed', 'error']).toContain(ended.status);
    expect(events.at(-1)?.type).toBe('run-end');
    for (const error of ended.errors) expect(typeof error).toBe('string');
    expect(ended.status === 'error').toBe(ended.errors.length > 0);
  });
});

describe('the results of a tool source or a model', () => {
  const HOSTILE_VALUES = ['a proxy that throws on every trap', 'what throws as JSON', 'a symbol'] as const;

  it.each(HOSTILE_VALUES)('never end the process: %s', async (kind) => {
    const value = HOSTILE[kind]?.();
    // Values that the types forbid are the subject of this test.
    const given = [value, { result: value, error: null }, { result: null, error: value }] as never[];
    for (const outcome of given) {
      const toolRegistry: ToolSource = { ...stubTools({ look: refuse }), execute: async () => outcome };
      const result = await agentWith({ toolRegistry }).run('go');
      expect(result).toMatchObject({ status: 'completed', finalResponse: 'Seen.' });
    }
    const replies = [value, { content: value }, { content: '', toolCalls: value }, { toolCalls: [value] }];
    for (const reply of replies as never[]) {
      const llmClient: LLMProvider = { generate: async () => reply };
      const result = await agentWith({ llmClient }).run('go');
      expect(result.status).toBe('error');
    }
  });
});
