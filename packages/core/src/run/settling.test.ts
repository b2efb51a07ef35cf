import type { AgentEvent, LLMDelta, LLMProvider, LLMResponse, RunResult } from '@toolwright/contract';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { unpaired } from './collect.test.support.js';

/** Runs with random faults. To repeat a failure, set the seed and the number in its name. */
const SEED = Number(process.env.SETTLING_SEED ?? 1);
const RUNS = Number(process.env.SETTLING_RUNS ?? 300);
/** Guards against hangs only. */
const PATIENCE_MS = 200_000;

/** Mulberry32: the same numbers for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Faults {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  happens(share: number): boolean {
    return this.#next() < share;
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#next() * values.length)] as T; // never empty
  }

  sleep(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, Math.floor(this.#next() * 4)));
  }
}

const JUNK = [
  undefined,
  null,
  5,
  'text',
  {},
  [],
  { content: 7 },
  { content: null, toolCalls: [{}] },
] as const;

function provider(faults: Faults): LLMProvider {
  let turn = 0;
  const reply = (): LLMResponse => {
    turn += 1;
    if (faults.happens(0.3)) return { content: 'Done.', toolCalls: [], finishReason: 'stop' };
    const ids = faults.pick([[`a${turn}`], [`a${turn}`, `b${turn}`], ['same', 'same'], ['']]);
    const calls = ids.map((id) => ({
      id,
      type: 'function' as const,
      function: {
        name: faults.pick(['look', 'fail', 'slow', 'none', '']),
        arguments: faults.pick(['{}', '{', '']),
      },
    }));
    return {
      content: 'Well.',
      toolCalls: calls,
      finishReason: 'tool-calls',
      usage: { inputTokens: 1, outputTokens: 1 },
    };
  };
  return {
    async generate() {
      if (faults.happens(0.5)) await faults.sleep();
      if (faults.happens(0.05)) throw faults.pick([new Error('down'), undefined, 'down']);
      // As plain JavaScript may do.
      if (faults.happens(0.05)) return faults.pick(JUNK) as never;
      return reply();
    },
    async *stream() {
      const { content, toolCalls, finishReason } = reply();
      const deltas: LLMDelta[] = [
        { type: 'text-delta', text: content ?? '' },
        ...toolCalls.map(({ id, function: { name, arguments: text } }, index) => {
          return { type: 'tool-call-delta', index, id, name, arguments: text } as const;
        }),
        { type: 'finish', finishReason },
      ];
      for (const delta of deltas) {
        if (faults.happens(0.3)) await faults.sleep();
        if (faults.happens(0.03)) throw new Error('cut');
        if (faults.happens(0.02)) yield faults.pick(JUNK) as never;
        yield delta;
      }
    },
  };
}

function toolsFor(faults: Faults, done: string[]) {
  const note = (id: string) => done.push(id);
  return stubTools({
    look: (_, { callId }) => note(callId),
    fail: (_, { callId }) => {
      note(callId);
      throw new Error('no');
    },
    slow: async (_, { callId, onProgress }) => {
      await faults.sleep();
      onProgress?.('half');
      await faults.sleep();
      note(callId);
    },
  });
}

function loggerFor(faults: Faults): AgentConfig['logger'] {
  const fail = (): never => {
    throw new Error('disk full');
  };
  return faults.pick([
    undefined,
    { log: fail },
    { log: () => Promise.reject(new Error('disk full')) },
    // As plain JavaScript may do.
    { log: async () => {}, within: async (_: unknown, __: unknown, work: () => unknown) => work() } as never,
  ]);
}

type Read = (stream: ReturnType<Agent['runStream']>, faults: Faults) => Promise<RunResult | undefined>;

const READERS: Readonly<Record<string, Read>> = {
  result: (stream) => stream.result,
  all: async (stream) => {
    for await (const _ of stream);
    return stream.result;
  },
  slow: async (stream, faults) => {
    for await (const _ of stream) if (faults.happens(0.3)) await faults.sleep();
    return stream.result;
  },
  leaving: async (stream, faults) => {
    for await (const _ of stream) if (faults.happens(0.2)) break;
    return stream.result;
  },
  throwing: async (stream, faults) => {
    try {
      for await (const _ of stream) if (faults.happens(0.2)) throw new Error('reader');
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'reader') throw error;
    }
    return stream.result;
  },
  idle: async (stream, faults) => {
    const events = stream[Symbol.asyncIterator]();
    const times = faults.pick([1, 2, 3, 5, 8]);
    for (let asked = 0; asked < times; asked += 1) await events.next();
    return stream.result;
  },
};

async function play(seed: number): Promise<string[]> {
  const faults = new Faults(seed);
  const done: string[] = [];
  const kind = faults.pick(Object.keys(READERS));
  const controller = new AbortController();
  // An idle reader delays its run until the run is ended.
  const ends = kind === 'idle' ? 1 : 0.5;
  const timed = faults.happens(0.5);
  if (faults.happens(ends) && !timed) setTimeout(() => controller.abort(), Math.floor(seed % 13));
  const agent = new Agent({
    llmClient: provider(faults),
    toolRegistry: toolsFor(faults, done),
    logger: loggerFor(faults),
    maxIterations: 6,
    maxHistory: faults.pick([4, 100]),
    onLimit: faults.pick(['stop', 'force-answer', 'throw']),
    onFailure: faults.pick(['return', 'throw']),
    dedupe: faults.pick(['off', 'per-run']),
    ...(faults.happens(0.2) && { afterTools: () => faults.pick(['Go on.', undefined as never]) }),
    ...(timed && { budget: { timeMs: 1 + (seed % 17) } }),
  });
  const stream = agent.runStream('Go.', { signal: controller.signal });
  const ended = READERS[kind]?.(stream, faults).catch((error: unknown) => error as Error);
  const outcome = await Promise.race([
    ended,
    new Promise<'late'>((resolve) => setTimeout(resolve, PATIENCE_MS, 'late').unref()),
  ]);
  const problems: string[] = [];
  if (outcome === 'late') return [`seed ${seed}: a run with a reader that is '${kind}' never ended`];
  const result = outcome instanceof Error ? Reflect.get(outcome, 'result') : outcome;
  // Abandoned tools may continue, but calls that were done by then must be reported.
  const told = new Set<string>((result?.toolCalls ?? []).map(({ callId }: { callId: string }) => callId));
  const executed = done.filter((id) => !told.has(id));
  if (result !== undefined && executed.length > 0)
    problems.push(`seed ${seed}: ${executed} were executed and lost`);
  problems.push(...unpaired(agent.memory).map((problem) => `seed ${seed}: ${problem}`));
  return problems;
}

// B7, B13
describe('whatever fails', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);

  beforeAll(() => process.on('unhandledRejection', note));
  afterAll(() => process.off('unhandledRejection', note));

  it('a run settles, loses no executed call, and leaves no unhandled rejection', async () => {
    const problems: string[] = [];
    for (let run = 0; run < RUNS; run += 10) {
      const seeds = Array.from({ length: 10 }, (_, index) => SEED + run + index);
      problems.push(...(await Promise.all(seeds.map(play))).flat());
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(problems).toEqual([]);
    expect(unhandled).toEqual([]);
  });
});

describe('an idle reader', () => {
  const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
  const llmClient: LLMProvider = {
    generate: () => Promise.resolve({ content: null, toolCalls: [call], finishReason: 'tool-calls' }),
  };

  it.each<[string, AgentConfig['budget'], AgentConfig['onLimit']]>([
    ['an abort', undefined, 'stop'],
    ['the end of the time', { timeMs: 60 }, 'stop'],
    ['the end of the time with an answer to be forced', { timeMs: 60 }, 'force-answer'],
  ])(
    'does not delay the result after %s, loses no call and still gets every event',
    async (_, budget, onLimit) => {
      const controller = new AbortController();
      const toolRegistry = stubTools({ look: () => 'seen' });
      const stream = new Agent({ llmClient, toolRegistry, onLimit }).runStream('Go.', {
        signal: controller.signal,
        ...(budget && { budget }),
      });
      const events = stream[Symbol.asyncIterator]();
      const seen: AgentEvent[] = [];
      while (seen.at(-1)?.type !== 'tool-result') {
        const step = await events.next();
        if (!step.done) seen.push(step.value);
      }
      if (budget === undefined) controller.abort();
      const result = await stream.result;
      expect(result.status).toBe(budget === undefined ? 'aborted' : 'limit');
      expect(result.toolCalls).toMatchObject([{ callId: 'a', outcome: { result: 'seen' } }]);
      for (let step = await events.next(); !step.done; step = await events.next()) seen.push(step.value);
      expect(seen.at(-1)).toEqual({ type: 'run-end', result });
      expect((await events.next()).done).toBe(true);
    },
  );
});
