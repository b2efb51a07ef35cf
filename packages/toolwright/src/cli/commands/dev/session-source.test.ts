import path from 'node:path';
import type { AgentEvent, RunInfo } from '@toolwright/contract';
import { openSession, openSqliteStore } from '@toolwright/store';
import { createScratch, removeScratch } from '../../cli.test.support.js';
import { loadProgram } from './load-program.js';
import { createSessionSource } from './session-source.js';

const AGENT = `
  const calls = [{ id: 'c1', type: 'function', function: { name: 'send', arguments: '{}' } }];
  export const clerk = {
    name: 'clerk',
    llmClient: { generate: async (messages) => messages.at(-1).role === 'tool'
      ? { content: 'Done: ' + messages.at(-1).content, toolCalls: [], finishReason: 'stop' }
      : { content: null, toolCalls: calls, finishReason: 'tool-calls' } },
    toolRegistry: {
      listTools: () => [{ name: 'send', description: 'Sends.', parameters: { type: 'object', properties: {} }, annotations: { needsApproval: true }, source: { file: 'x', line: 1 } }],
      execute: async () => ({ result: 'sent', error: null }),
    },
  };
  export const other = { ...clerk, name: 'other' };
  export const keeper = { ...clerk, name: 'keeper', approvalTtlMs: 1000 };
`;
const cwd = createScratch({ 'package.json': '{ "type": "module" }', 'agent.js': AGENT });
afterAll(removeScratch);

beforeAll(async () => {
  const { clerk } = await import(path.join(cwd, 'agent.js'));
  const store = await openSqliteStore({ file: path.join(cwd, 'sessions.db') });
  await (await openSession({ store, id: 'waiting', agent: clerk })).run('Write.');
  await store.close();
});

// K2
describe('the sessions of a store', () => {
  const source = createSessionSource('sessions.db', { cwd });
  const find = (search: string, limit = 100) => source.list({ search, limit });
  const listAll = async () => (await find('')).sessions;

  it('are listed and shown, with what they wait for', async () => {
    expect(await listAll()).toMatchObject([{ id: 'waiting', agent: 'clerk', status: 'paused' }]);
    expect(await source.read('waiting')).toMatchObject({
      agent: 'clerk',
      status: 'paused',
      messages: [],
      input: 'Write.',
      pending: [{ callId: 'c1', name: 'send' }],
    });
    await expect(source.read('none')).rejects.toMatchObject({ code: 'UNKNOWN_SESSION' });
  });

  it('are resumed with the configuration of their name, and a logger hears of it', async () => {
    const events: [AgentEvent, RunInfo][] = [];
    const logger = { log: (event: AgentEvent, run: RunInfo) => void events.push([event, run]) };
    const decisions = { c1: { approved: true } } as const;
    const { signal } = new AbortController();
    const wrong = await loadProgram({ agents: ['agent.js#other'], store: 'sessions.db' }, cwd);
    await expect(wrong.resumeSession?.({ id: 'waiting', decisions, logger, signal })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining("'clerk'"),
    });
    const program = await loadProgram({ agents: ['agent.js#clerk'], store: 'sessions.db' }, cwd);
    expect(program.agents).toMatchObject([{ name: 'clerk', tools: ['send'] }]);
    const result = await program.resumeSession?.({ id: 'waiting', decisions, logger, signal });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Done: sent' });
    expect(events.at(-1)).toMatchObject([{ type: 'run-end' }, { agent: 'clerk' }]);
    expect(await listAll()).toMatchObject([{ id: 'waiting', status: 'idle' }]);
    expect((await source.read('waiting')).messages).toContainEqual({ role: 'user', content: 'Write.' });
  });

  it('keep the runs that are started in them, so that another process can resume them', async () => {
    const events: AgentEvent[] = [];
    const logger = { log: (event: AgentEvent) => void events.push(event) };
    const { signal } = new AbortController();
    const start = { agent: 'clerk', input: 'Write again.', logger, signal };
    const program = await loadProgram({ agents: ['agent.js#clerk'], store: 'sessions.db' }, cwd);
    const result = await program.startSession?.({ id: 'started', ...start });
    expect(result?.status).toBe('paused');
    expect(events.at(-1)?.type).toBe('run-end');
    const [found] = await listAll();
    expect(found).toMatchObject({ id: 'started', agent: 'clerk', status: 'paused', runId: result?.runId });
    const next = await loadProgram({ agents: ['agent.js#clerk'], store: 'sessions.db' }, cwd);
    const decisions = { c1: { approved: false, reason: 'No.' } } as const;
    expect(await next.resumeSession?.({ id: 'started', decisions, logger, signal })).toMatchObject({
      runId: result?.runId,
      status: 'completed',
    });
    expect(await source.read('started')).not.toHaveProperty('runId');
  });

  it('are searched by id, agent and state, and listed a part at a time', async () => {
    const { clerk, other } = await import(path.join(cwd, 'agent.js'));
    const store = await openSqliteStore({ file: path.join(cwd, 'many.db') });
    for (let index = 0; index < 250; index++) await openSession({ store, id: `s-${index}`, agent: clerk });
    await (await openSession({ store, id: 'Waits', agent: other })).run('Write.');
    await store.close();
    const many = createSessionSource('many.db', { cwd });
    const ids = async (search: string, limit: number) => {
      const { sessions, more } = await many.list({ search, limit });
      return [sessions.map(({ id }) => id), more];
    };
    expect((await many.list({ search: '', limit: 300 })).sessions).toHaveLength(251);
    expect(await ids('', 1)).toEqual([['Waits'], true]);
    expect(await ids('s-17', 20)).toEqual([expect.arrayContaining(['s-17', 's-170', 's-179']), false]);
    expect(await ids('OTHER', 20)).toEqual([['Waits'], false]);
    expect(await ids('waits', 20)).toEqual([['Waits'], false]);
    expect(await ids('paused', 20)).toEqual([['Waits'], false]);
    expect(await ids('nothing', 20)).toEqual([[], false]);
  });

  it('are none while the file does not exist, which is no error', async () => {
    const none = createSessionSource('none.db', { cwd });
    expect(await none.list({ search: '', limit: 9 })).toEqual({ sessions: [], more: false, missing: true });
    await expect(none.read('waiting')).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('keep no runs of agents that a session cannot have, and create no file', async () => {
    const logger = { log: () => undefined };
    const start = { id: 'x', agent: 'keeper', input: 'Hi', logger, signal: new AbortController().signal };
    const keeper = await loadProgram({ agents: ['agent.js#keeper'], store: 'sessions.db' }, cwd);
    expect(keeper.startSession?.(start)).toBeUndefined();
    const missing = await loadProgram({ agents: ['agent.js#clerk'], store: 'none.db' }, cwd);
    expect(missing.startSession?.({ ...start, agent: 'clerk' })).toBeUndefined();
  });
});
