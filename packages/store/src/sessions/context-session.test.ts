import type { ToolContext } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { createMemoryStore } from '../memory-store.js';
import { openSession } from './open-session.js';
import type { Session } from './session.js';

// H1

interface User {
  readonly user: number;
}

/** Compiled but never run: it would need a database. */
declare const durableAgent: typeof import('../dbos/durable-agent.js').durableAgent;

const erase = { toolCalls: [{ id: 'e', name: 'erase', arguments: {} }] };

function agentWith(steps: Parameters<typeof scriptedModel>[0]) {
  const tool = new FunctionTool({
    name: 'erase',
    description: 'Erases all.',
    parameters: { type: 'object', properties: {} },
    annotations: { needsApproval: true },
    needsContext: true,
    fn: (_: object, { app }: ToolContext<User>) => `erased by user ${app.user - 424_000}`,
  });
  return { llmClient: scriptedModel(steps), toolRegistry: new ToolRegistry().register(tool) };
}

it('a session never stores the context, and is given it anew when it resumes', async () => {
  const store = createMemoryStore();
  const session = await openSession({ store, id: 's', agent: agentWith([erase]) });
  const { status } = await session.run('Erase all.', { context: { user: 424_242 } });
  expect(status).toBe('paused');
  const later = await openSession({ store, id: 's', agent: agentWith(['Done.']) });
  const untyped: Session = later;
  // Nothing is stored of a run that cannot go on: the pause stays.
  const before = await store.read('s');
  await expect(untyped.resume({ e: { approved: true } })).rejects.toMatchObject({ code: 'MISSING_CONTEXT' });
  expect(await store.read('s')).toEqual(before);
  const result = await later.resume({ e: { approved: true } }, { context: { user: 424_043 } });
  expect(result.toolCalls.map(({ outcome }) => outcome.result)).toEqual(['erased by user 43']);
  expect(JSON.stringify(await store.read('s'))).not.toMatch(/424242|424043/);
});

it('a missing or wrong context does not compile', () => {
  const compileOnly = (..._functions: (() => unknown)[]): number => _functions.length;
  const open = () => openSession({ store: createMemoryStore(), agent: agentWith([]) });
  const plain = () => openSession({ store: createMemoryStore(), agent: { llmClient: scriptedModel([]) } });
  const compiled = compileOnly(
    async () => (await plain()).run('x'),
    async () => (await open()).run('x', { context: { user: 1 } }),
    // @ts-expect-error the context is missing
    async () => (await open()).run('x'),
    // @ts-expect-error not a user
    async () => (await open()).runStream('x', { context: { user: '1' } }),
    // @ts-expect-error the context is missing
    async () => (await open()).resume(),
    // @ts-expect-error the context is missing
    async () => (await open()).resumeStream({}, {}),
    () => durableAgent(agentWith([]), { contextFor: ({ id }) => ({ user: id.length }) }),
    () => durableAgent({ llmClient: scriptedModel([]) }),
    // @ts-expect-error `contextFor` is missing
    () => durableAgent(agentWith([])),
    // @ts-expect-error not a user
    () => durableAgent(agentWith([]), { contextFor: ({ id }) => ({ user: id }) }),
  );
  expect(compiled).toBe(10);
});
