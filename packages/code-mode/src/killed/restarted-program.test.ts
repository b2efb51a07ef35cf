import type { JsonSchema, RunResult, ToolSource } from '@toolwright/contract';
import { createMemoryStore, openSession, type SessionStore } from '@toolwright/store';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { failingStore } from '../../../store/src/sessions/failing-store.test.support.js';
import { codeMode } from '../code-mode.js';
import type { CodeModeOptions } from '../options.js';

const PROGRAM =
  'const at = Date.now(); const { size } = await tools.send({ n: 1 }); await tools.pay({ n: size }); return at;';

interface Scene {
  readonly effects: string[];
  readonly options?: CodeModeOptions;
  /** The type of the member that the program reads. */
  readonly member?: string;
}

function shop({ effects, options, member = 'size' }: Scene): ToolSource {
  const registry = new ToolRegistry();
  const outputs: Record<'send' | 'pay', JsonSchema> = {
    send: {
      type: 'object',
      properties: { [member]: { type: 'integer' } },
      required: member === 'size' ? ['size'] : [],
    },
    pay: { type: 'string' },
  };
  for (const name of ['send', 'pay'] as const)
    registry.register(
      new FunctionTool({
        name,
        description: `Does ${name}.`,
        parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
        output: outputs[name],
        annotations: name === 'pay' ? { needsApproval: true } : {},
        fn: ({ n }: { n: number }) => {
          effects.push(`${name} ${n}`);
          return name === 'send' ? { size: 7 } : 'paid';
        },
      }),
    );
  return codeMode(registry, options);
}

function agentOf(scene: Scene) {
  const call = { name: 'runProgram', arguments: JSON.stringify({ code: PROGRAM }) };
  return {
    name: 'shop',
    toolRegistry: shop(scene),
    llmClient: {
      generate: async (messages: readonly { readonly role: string; readonly content?: unknown }[]) => {
        const told = messages.findLast(({ role }) => role === 'tool');
        return told === undefined
          ? {
              content: null,
              toolCalls: [{ id: 'p', type: 'function' as const, function: call }],
              finishReason: 'tool-calls' as const,
            }
          : { content: String(told.content), toolCalls: [], finishReason: 'stop' as const };
      },
    },
  };
}

const YES = { 'p/2': { approved: true as const } };

/** Runs the program until its process dies at a record, and resumes it with other tools or options. */
async function restart(before: Scene, after: Scene, record: number): Promise<RunResult> {
  const store = createMemoryStore();
  const dying = await openSession({ store: failingStore(store, record), id: 's', agent: agentOf(before) });
  await expect(dying.run('go')).rejects.toThrow('disk full');
  return (await openSession({ store, id: 's', agent: agentOf(after) })).resume();
}

/** The records are: the run, the reply, and the start and the outcome of each call. How the program starts has an outcome as well. */
const BEFORE_SEND = 5;
const AFTER_SEND = 7;

// J5
describe('a program whose process died', () => {
  it('is not asked about again if it was accepted: some of its calls have taken effect', async () => {
    const effects: string[] = [];
    let asked = 0;
    const accepts = { effects, options: { beforeProgram: () => void asked++ } };
    const refuses = { effects, options: { beforeProgram: () => 'not today' } };
    const result = await restart(accepts, refuses, AFTER_SEND);
    expect(result.paused?.pending.map(({ callId }) => callId)).toEqual(['p/2']);
    expect([effects, asked]).toEqual([['send 1'], 1]);
  });

  it('is refused again if it was refused', async () => {
    const effects: string[] = [];
    const result = await restart(
      { effects, options: { beforeProgram: () => 'not today' } },
      { effects },
      BEFORE_SEND,
    );
    expect(result.finalResponse).toContain('not today');
    expect(effects).toEqual([]);
  });

  it('ends with STALE_PROGRAM if it no longer fits the tools, instead of being written again', async () => {
    const effects: string[] = [];
    const result = await restart({ effects }, { effects, member: 'length' }, AFTER_SEND);
    expect(result).toMatchObject({ status: 'error', errorCode: 'STALE_PROGRAM' });
    expect(effects).toEqual(['send 1']);
  });

  it('sees the time at which it began', async () => {
    const store = createMemoryStore();
    const effects: string[] = [];
    const session = await openSession({ store, id: 's', agent: agentOf({ effects }) });
    const begin = Date.now();
    await session.run('go');
    const end = Date.now();
    const result = await (await openSession({ store, id: 's', agent: agentOf({ effects }) })).resume(YES);
    const at = Number(result.finalResponse);
    expect([at >= begin, at <= end, effects]).toEqual([true, true, ['send 1', 'pay 7']]);
  });
});

// J5
it('two resumes of a session at once: one is refused, and nothing runs twice', async () => {
  const store: SessionStore = createMemoryStore();
  const effects: string[] = [];
  await (await openSession({ store, id: 's', agent: agentOf({ effects }) })).run('go');
  const sessions = [1, 2].map(() => openSession({ store, id: 's', agent: agentOf({ effects }) }));
  const ends = await Promise.allSettled(sessions.map(async (session) => (await session).resume(YES)));
  const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
  expect(failed).toHaveLength(1);
  expect(failed[0]).toMatch(/SESSION_BUSY|INVALID_RUN/);
  expect(effects).toEqual(['send 1', 'pay 7']);
});
