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

  it('are listed and shown, with what they wait for', async () => {
    expect(await source.list()).toMatchObject([{ id: 'waiting', agent: 'clerk', status: 'paused' }]);
    expect(await source.read('waiting')).toMatchObject({
      agent: 'clerk',
      status: 'paused',
      messages: [],
      pending: [{ callId: 'c1', name: 'send' }],
    });
    await expect(source.read('none')).rejects.toMatchObject({ code: 'UNKNOWN_SESSION' });
  });

  it('are resumed with the configuration of their name, and a logger hears of it', async () => {
    const events: [AgentEvent, RunInfo][] = [];
    const logger = { log: (event: AgentEvent, run: RunInfo) => void events.push([event, run]) };
    const decisions = { c1: { approved: true } } as const;
    const wrong = await loadProgram({ agents: ['agent.js#other'], store: 'sessions.db' }, cwd);
    await expect(wrong.resumeSession?.({ id: 'waiting', decisions, logger })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining("'clerk'"),
    });
    const program = await loadProgram({ agents: ['agent.js#clerk'], store: 'sessions.db' }, cwd);
    expect(program.agents).toMatchObject([{ name: 'clerk', tools: ['send'] }]);
    const result = await program.resumeSession?.({ id: 'waiting', decisions, logger });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Done: sent' });
    expect(events.at(-1)).toMatchObject([{ type: 'run-end' }, { agent: 'clerk' }]);
    expect(await source.list()).toMatchObject([{ id: 'waiting', status: 'idle' }]);
    expect((await source.read('waiting')).messages).toContainEqual({ role: 'user', content: 'Write.' });
  });
});
