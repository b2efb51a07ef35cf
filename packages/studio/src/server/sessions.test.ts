/** Sessions of a store that Studio is given. */
import { buildHost, cleanUp, openStudio, readUpdates, removeFolders } from '../studio.test.support.js';
import type { SessionSource } from './studio-options.js';

let host: string;
beforeAll(async () => {
  host = await buildHost();
});
afterEach(cleanUp);
afterAll(removeFolders);

const facts = { id: 's', agent: 'clerk', createdAt: 1, updatedAt: 2 };
const pending = [{ callId: 'c1', name: 'send', arguments: '{}' }];
const GIVEN = 'Send it with sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd';
const sessions: SessionSource = {
  list: async () => ({ sessions: [{ ...facts, status: 'paused' }], more: false }),
  read: async (id) => ({ ...facts, id, status: 'paused', messages: [], pending, input: GIVEN }),
};

const PROGRAM = `
  export const create = ({ Agent, agents, scriptedModel }) => ({
    agents: agents(new Agent({ name: 'clerk', llmClient: scriptedModel([]) })),
    resumeSession: async ({ id, decisions, logger }) => {
      if (id !== 's') throw new Error('no session ' + id);
      logger.log({ type: 'run-start', input: JSON.stringify(decisions), tools: 0 }, { runId: 'resumed', agent: 'clerk' });
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { runId: 'resumed' };
    },
  });`;

// K2
describe('the sessions', () => {
  it('are listed and shown, and can be decided about if their agent is there', async () => {
    const studio = await openStudio({ host, program: PROGRAM, sessions });
    await studio.untilReady();
    expect((await studio.get('/api/sessions')).body).toEqual({
      sessions: [{ ...facts, status: 'paused' }],
      more: false,
    });
    expect((await studio.get('/api/sessions/s')).body).toMatchObject({
      pending,
      input: 'Send it with [redacted]',
      controllable: true,
    });
    const heard = readUpdates(studio, undefined, ({ type }) => type === 'sessions');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const decisions = { c1: { approved: false, reason: 'no' } };
    expect(await studio.post('/api/sessions/s/decisions', decisions)).toEqual({
      status: 200,
      body: { runId: 'resumed' },
    });
    const [run] = (await studio.get('/api/runs')).body.runs;
    expect(run).toMatchObject({ runId: 'resumed', input: JSON.stringify(decisions), from: 'studio' });
    expect((await heard).at(-1)).toMatchObject({ type: 'sessions' });
    expect((await studio.get('/api/sessions')).body).toEqual({
      sessions: [{ ...facts, status: 'running' }],
      more: false,
    });
    // The store would say that the run was cut off.
    expect((await studio.get('/api/sessions/s')).body).toMatchObject({
      status: 'running',
      pending: [],
      runs: [{ runId: 'resumed', status: 'running' }],
    });
    expect(await studio.post('/api/sessions/other/decisions', {})).toMatchObject({
      status: 400,
      body: { error: { message: 'no session other' } },
    });
  });

  it('are shown without secrets, in their lists and in all that they say', async () => {
    const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';
    const given = { id: `ada ${key}`, agent: `clerk ${key}`, createdAt: 1, updatedAt: 2 };
    const call = {
      id: 'c1',
      type: 'function' as const,
      function: {
        name: 'send',
        arguments: JSON.stringify({ text: key, deep: { password: 'hunter2hunter2' } }),
      },
    };
    const asked: string[] = [];
    const source: SessionSource = {
      list: async () => ({
        sessions: ['', '2'].map((more) => ({ ...given, id: given.id + more, status: 'paused' })),
        more: false,
      }),
      read: async (id) => {
        asked.push(id);
        return {
          ...given,
          id,
          status: 'paused',
          input: key,
          messages: [
            { role: 'user', content: [{ type: 'text', text: `Use ${key}` }] },
            { role: 'assistant', content: `I use ${key}`, tool_calls: [call] },
            {
              role: 'tool',
              tool_call_id: 'c1',
              content: JSON.stringify({ sent: key, password: 'hunter2hunter2' }),
            },
          ],
          pending: [{ callId: 'c1', name: 'send', arguments: call.function.arguments }],
        };
      },
    };
    const studio = await openStudio({ host, program: PROGRAM, sessions: source });
    await studio.untilReady();
    const { sessions: listed } = (await studio.get('/api/sessions?search=ada')).body;
    expect(listed).toMatchObject([
      { id: 'ada [redacted]', agent: 'clerk [redacted]' },
      { id: 'ada [redacted] 2', agent: 'clerk [redacted]' },
    ]);
    const { body } = await studio.get(`/api/sessions/${encodeURIComponent(listed[1].id)}`);
    expect(asked).toEqual([`${given.id}2`]);
    expect(body.id).toBe('ada [redacted] 2');
    expect(body.messages[0].content).toEqual([{ type: 'text', text: 'Use [redacted]' }]);
    expect(JSON.parse(body.pending[0].arguments)).toEqual({
      text: '[redacted]',
      deep: { password: '[redacted]' },
    });
    const decide = () => studio.post(`/api/sessions/${encodeURIComponent(body.id)}/decisions`, {});
    // The second one hears that the session is being written, unless the first one has been refused already.
    const refused = await Promise.all([decide(), decide()]);
    for (const { status } of refused) expect([400, 409]).toContain(status);
    for (const shown of [JSON.stringify(refused), JSON.stringify(listed), JSON.stringify(body)]) {
      expect(shown).not.toMatch(/abcdefghij|hunter2/);
    }
  });

  it('decide about their paused runs, wherever these come from', async () => {
    const paused = { version: 1, runId: 'waits', agent: 'clerk', pending, data: {} };
    const usage = { inputTokens: 0, outputTokens: 0 };
    const result = { status: 'paused', finalResponse: '', errors: [], usage, paused };
    const lines = (runId: string) =>
      [
        { type: 'run-start', input: 'Go', tools: 0 },
        { type: 'run-end', result },
      ]
        .map((event) => JSON.stringify({ time: new Date().toISOString(), runId, agent: 'clerk', ...event }))
        .join('\n');
    const stored: SessionSource = {
      list: async () => ({ sessions: [{ ...facts, status: 'paused', runId: 'waits' }], more: false }),
      read: sessions.read,
    };
    const studio = await openStudio({ host, program: PROGRAM, sessions: stored });
    await studio.untilReady();
    const type = { 'content-type': 'application/x-ndjson' };
    await studio.post('/api/attach', `${lines('waits')}\n${lines('foreign')}`, type);
    expect((await studio.get('/api/runs/foreign')).body.summary).toMatchObject({
      controllable: false,
      undecidable: expect.stringContaining('in its own program'),
    });
    expect((await studio.get('/api/runs/waits')).body.summary).toMatchObject({ controllable: true });
    const decisions = { c1: { approved: true } };
    expect(await studio.post('/api/runs/waits/decisions', decisions)).toEqual({
      status: 200,
      body: { runId: 'resumed' },
    });
    const runs = await studio.until('/api/sessions/s', (body) =>
      body.runs.length > 1 ? body.runs : undefined,
    );
    expect(runs).toMatchObject([{ runId: 'resumed', input: JSON.stringify(decisions) }, { runId: 'waits' }]);
    expect((await studio.post('/api/runs/foreign/decisions', decisions)).status).toBe(400);
  });

  it('take no second decision while their run goes on with the first', async () => {
    const studio = await openStudio({ host, program: PROGRAM, sessions });
    await studio.untilReady();
    const decide = () => studio.post('/api/sessions/s/decisions', { c1: { approved: true } });
    const busy = {
      status: 409,
      body: {
        error: {
          code: 'SESSION_BUSY',
          message: "The session 's' is in use: its run continues with an earlier decision.",
          hint: 'Wait until that run has finished.',
        },
      },
    };
    const [one, other] = (await Promise.all([decide(), decide()])).sort((a, b) => a.status - b.status);
    expect(one).toEqual({ status: 200, body: { runId: 'resumed' } });
    expect(other).toEqual(busy);
    expect(await decide()).toEqual(busy);
    expect((await studio.get('/api/runs')).body.runs).toHaveLength(1);
  });

  it('are searched by the source, a part at a time', async () => {
    const asked: unknown[] = [];
    const list: SessionSource['list'] = async (query) => {
      asked.push(query);
      return { sessions: [], more: true };
    };
    const studio = await openStudio({ sessions: { list, read: sessions.read } });
    expect((await studio.get('/api/sessions?search=ada&limit=5')).body).toEqual({ sessions: [], more: true });
    await studio.get('/api/sessions?limit=99999999');
    expect(asked).toEqual([
      { search: 'ada', limit: 5 },
      { search: '', limit: 1_000 },
    ]);
    expect((await studio.get('/api/sessions?limit=x')).status).toBe(400);
  });

  it('are none without a store, and nobody decides about them without an agent', async () => {
    const bare = await openStudio();
    expect((await bare.get('/api/sessions')).body).toEqual({ sessions: [], more: false });
    expect((await bare.get('/api/sessions/s')).status).toBe(404);
    const studio = await openStudio({ sessions });
    expect((await studio.get('/api/sessions/s')).body).toMatchObject({
      controllable: false,
      undecidable: "To decide here, start Studio with --agent and the configuration of 'clerk'.",
    });
    expect((await studio.post('/api/sessions/s/decisions', { c1: { approved: true } })).status).toBe(503);
    for (const wrong of [{ c1: true }, { c1: { approved: 'yes' } }, { c1: { approved: false, reason: 1 } }]) {
      expect((await studio.post('/api/sessions/s/decisions', wrong)).status).toBe(400);
    }
  });
});
