import type { FormerNames, JsonObject, JsonSchema, LLMProvider, ToolAnnotations } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { createMemoryStore } from '../memory-store.js';
import { openSession } from './open-session.js';
import type { SessionAgent } from './session-agent.js';
import type { SessionStore } from './session-store.js';

interface Version {
  readonly name?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly annotations?: ToolAnnotations;
  readonly was?: FormerNames;
}

const TEXT = { type: 'string' } as const;
const MAIL: Version = { name: 'mail', properties: { to: TEXT, style: { ...TEXT, default: 'plain' } } };
const LOOK: Version = { name: 'look', properties: { at: TEXT }, annotations: { readOnly: true } };

/** The model calls `look` and `mail` at once, then answers. */
function programWith(versions: readonly Version[], onCall: (name: string) => unknown = () => {}) {
  const ran: [string, JsonObject][] = [];
  const toolRegistry = new ToolRegistry();
  for (const { name = '', description, properties = {}, annotations = {}, was } of versions) {
    toolRegistry.register(
      new FunctionTool({
        name,
        description: description ?? `Does ${name}.`,
        parameters: { type: 'object', properties, additionalProperties: false },
        annotations,
        ...(was && { was }),
        fn: async (args: JsonObject) => {
          await onCall(name);
          ran.push([name, args]);
          return `${name} done`;
        },
      }),
    );
  }
  const call = (id: string, name: string, args: object) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  });
  const llmClient: LLMProvider = {
    generate: async (messages) => {
      const isAnswered = messages.some(({ role }) => role === 'tool');
      return isAnswered
        ? { content: 'Done.', toolCalls: [], finishReason: 'stop' }
        : {
            content: null,
            toolCalls: [call('1', 'look', { at: 'x' }), call('2', 'mail', { to: 'Ada' })],
            finishReason: 'tool-calls',
          };
    },
  };
  const agent: SessionAgent = { name: 'clerk', llmClient, toolRegistry, toolConcurrency: 1 };
  return { agent, ran };
}

/** A process that is cut off in the call of `look`. */
async function cutOff(store: SessionStore, versions: readonly Version[]) {
  let reached = (): void => {};
  const begun = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const first = programWith(versions, () => {
    reached();
    return new Promise(() => {});
  });
  const stopped: SessionStore = {
    ...store,
    // The process writes nothing any more once it has begun the call.
    async acquire(...given) {
      const lease = await store.acquire(...given);
      let isOver = false;
      void begun.then(() => {
        isOver = true;
      });
      return {
        ...lease,
        append: async (records) => {
          if (isOver) throw new Error('cut off');
          return lease.append(records);
        },
      };
    },
  };
  const session = await openSession({ store: stopped, id: 's', agent: first.agent, leaseMs: 1_000 });
  const controller = new AbortController();
  const run = session.run('go', { signal: controller.signal }).catch(() => {});
  await begun;
  controller.abort();
  await run;
  expect(first.ran).toEqual([]);
}

async function resume(after: readonly Version[], before: readonly Version[] = [LOOK, MAIL]) {
  const store = createMemoryStore();
  await cutOff(store, before);
  const second = programWith(after);
  const session = await openSession({ store, id: 's', agent: second.agent });
  expect((await session.state()).status).toBe('interrupted');
  return { session, ...second };
}

// F6
describe('a session that was cut off under an older contract', () => {
  it('goes on with tools and arguments that were renamed', async () => {
    const look = {
      ...LOOK,
      name: 'peek',
      properties: { place: TEXT },
      was: { tool: ['look'], parameters: { at: 'place' } },
    };
    const mail = { ...MAIL, name: 'send', was: { tool: ['mail'] } };
    const { session, ran } = await resume([look, mail]);
    const { status, toolCalls } = await session.resume();
    expect(status).toBe('completed');
    expect(ran).toEqual([
      ['peek', { place: 'x' }],
      ['send', { to: 'Ada', style: 'plain' }],
    ]);
    expect(toolCalls).toMatchObject([
      { name: 'peek', calledAs: 'look' },
      { name: 'send', calledAs: 'mail' },
    ]);
  });

  it('goes on with tools that take more', async () => {
    const { session, ran } = await resume([LOOK, { ...MAIL, properties: { ...MAIL.properties, cc: TEXT } }]);
    expect((await session.resume()).status).toBe('completed');
    expect(ran).toHaveLength(2);
  });

  it.each([
    ['gone', [LOOK], "the tool 'mail' is gone"],
    [
      'called differently',
      [LOOK, { ...MAIL, properties: { ...MAIL.properties, to: { ...TEXT, maxLength: 2 } } }],
      "'mail' has changed: /parameters/properties/to/maxLength",
    ],
    [
      'one that took the name of another',
      [LOOK, { ...MAIL, name: 'send', was: { tool: ['mail'] } }, { ...MAIL, description: 'Charges.' }],
      "'mail' is now 'send', and another tool has its former name",
    ],
    [
      'what another was',
      [LOOK, { ...MAIL, description: 'Charges.' }, { ...MAIL, name: 'send', description: 'Does mail.' }],
      "'mail' is now 'send'",
    ],
    [
      'more dangerous',
      [LOOK, { ...MAIL, annotations: { destructive: true } }],
      '/annotations/destructive: `destructive` was not set and is true',
    ],
    [
      'called with another default',
      [LOOK, { ...MAIL, properties: { to: TEXT, style: { ...TEXT, default: 'html' } } }],
      'the default was "plain" and is "html"',
    ],
  ])('is stale if a tool of its calls is %s, and can be resumed later', async (_, after, message) => {
    const store = createMemoryStore();
    await cutOff(store, [LOOK, MAIL]);
    const second = programWith(after);
    const session = await openSession({ store, id: 's', agent: second.agent });
    const resumed = session.resume();
    await expect(resumed).rejects.toMatchObject({ code: 'STALE_RUN' });
    await expect(resumed).rejects.toThrow(message);
    expect(second.ran.map(([name]) => name)).not.toContain('mail');
    const third = programWith([LOOK, MAIL]);
    const mended = await openSession({ store, id: 's', agent: third.agent });
    expect((await mended.resume()).status).toBe('completed');
    expect([...second.ran, ...third.ran].map(([name]) => name)).toEqual(['look', 'mail']);
  });

  it('is stale if the name that the model used leads to another tool', async () => {
    const peek = { ...LOOK, name: 'peek', was: { tool: ['look'] } };
    const drop = { ...LOOK, name: 'drop', properties: { ...LOOK.properties, all: TEXT } };
    const after = [{ ...LOOK, name: 'peek' }, { ...drop, was: { tool: ['look'] } }, MAIL];
    const { session, ran } = await resume(after, [peek, drop, MAIL]);
    const resumed = session.resume();
    await expect(resumed).rejects.toMatchObject({ code: 'STALE_RUN' });
    await expect(resumed).rejects.toThrow("it started as 'peek', and would now reach 'drop'");
    expect(ran).toEqual([]);
  });

  it('is stale if the tool of a call that was cut off is gone', async () => {
    const { session } = await resume([MAIL]);
    await expect(session.resume()).rejects.toThrow("The call '1' no longer fits: the tool 'look' is gone.");
  });

  it('asks a person about a call that was cut off and may no longer be repeated', async () => {
    const look = { ...LOOK, annotations: { idempotent: true } };
    const { session, ran } = await resume([{ ...look, annotations: {} }, MAIL], [look, MAIL]);
    const call = { callId: '1', name: 'look', interrupted: true };
    expect((await session.state()).pending).toMatchObject([call]);
    expect(await session.resume()).toMatchObject({ status: 'paused', paused: { pending: [call] } });
    expect(ran).toEqual([]);
    expect((await session.resume({ 1: { approved: true } })).status).toBe('completed');
    expect(ran.map(([name]) => name)).toEqual(['look', 'mail']);
  });

  it('goes on whatever has become of a tool whose call is finished', async () => {
    const { session, ran } = await resume([LOOK, MAIL]);
    await session.resume();
    expect(ran).toHaveLength(2);
    const other = programWith([{ ...MAIL, annotations: { destructive: true } }]);
    const later = await openSession({ store: createMemoryStore(), agent: other.agent });
    expect((await later.run('go')).status).toBe('completed');
  });
});
