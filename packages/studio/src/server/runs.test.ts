/** Runs that the page starts, decides about, repeats and branches. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunSummary } from '../protocol/requests.js';
import type { RunEntry, StudioEvent } from '../protocol/studio-event.js';
import {
  buildHost,
  cleanUp,
  createFolder,
  openStudio,
  readUpdates,
  removeFolders,
  type TestStudio,
  TOOLS,
} from '../studio.test.support.js';

let host: string;
beforeAll(async () => {
  host = await buildHost();
});
afterEach(cleanUp);
afterAll(removeFolders);

/** The tool writes to a file each time that it really runs, and the model each time that it is really asked. */
const PROGRAM = `${TOOLS}
  import { appendFileSync, existsSync } from 'node:fs';
  import { channel } from 'node:diagnostics_channel';
  let exchanges = 0;
  const overTheWire = () => {
    const exchange = String(++exchanges);
    channel('toolwright:request').publish({ exchange, method: 'POST', url: 'http://m/', headers: {}, body: 'ask' });
    channel('toolwright:reply').publish({ exchange, status: 200, headers: {}, body: 'ok', durationMs: 1 });
  };
  export const create = ({ Agent, ToolRegistry, scriptedModel, agents, connectStudio }) => {
    const note = (text) => appendFileSync('ran.txt', text + '\\n');
    const registry = new ToolRegistry();
    const inner = new Agent({ name: 'inner', llmClient: scriptedModel([{ text: 'inner answer' }, { text: 'inner again' }]), logger: connectStudio() });
    registry.register(tool('look', { readOnly: true }, ({ at }) => { note('look ' + at); return { seen: at }; }, { at: { type: 'string' } }));
    registry.register(tool('send', { needsApproval: true }, ({ to }) => { note('send ' + to); return 'sent to ' + to; }, { to: { type: 'string' } }));
    registry.register(tool('wait', { readOnly: true }, (_args, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))));
    registry.register(tool('chatter', { readOnly: true }, (_args, context) => { for (let index = 0; index < 20_000; index++) context.log('line ' + index + ' ' + 'x'.repeat(1_000)); }));
    registry.register(tool('leave', { readOnly: true }, () => process.exit(7)));
    registry.register(tool('loop', { readOnly: true }, () => { for (const end = Date.now() + 100_000; Date.now() < end && !existsSync('stop'); ); }));
    const leaving = () => scriptedModel([{ toolCalls: [{ name: 'look', arguments: { at: 'sea' } }, { name: 'leave', arguments: {} }], delayMs: 200 }]);
    registry.register(new Agent({ name: 'nested', description: 'Leaves.', llmClient: leaving(), toolRegistry: registry, logger: connectStudio() }).asTool());
    registry.register(inner.asTool());
    const asking = (name, ...steps) => {
      const model = scriptedModel(steps);
      const counted = { ...model, provider: model.provider, model: model.model, capabilities: model.capabilities };
      for (const way of ['generate', 'stream']) counted[way] = (...given) => { note('model ' + name); overTheWire(); return model[way](...given); };
      return new Agent({ name, description: name + ' agent', llmClient: counted, toolRegistry: registry, logger: connectStudio() });
    };
    const call = (name, args) => ({ toolCalls: [{ name, arguments: args }] });
    return {
      registry,
      agents: agents(
        asking('looker', call('look', { at: 'sea' }), { text: 'I saw the sea.' }, { text: 'Another end.' }, { text: 'A third end.' }),
        asking('sender', call('send', { to: 'ann' }), { text: 'Sent.' }, { text: 'Sent again.' }),
        asking('caller', call('inner', { task: 'go' }), { text: 'Called.' }),
        asking('failing'),
        asking('waiter', call('wait', {}), { text: 'Waited.' }),
        asking('chatty', call('chatter', {}), { text: 'Chatted.' }),
        asking('leaver', { ...call('leave', {}), delayMs: 200 }),
        asking('nester', call('nested', { task: 'go' })),
        asking('looper', { ...call('loop', {}), delayMs: 200 }, { text: 'Ended.' }),
      ),
    };
  };`;

const ran = (studio: TestStudio): string[] => {
  try {
    return readFileSync(path.join(studio.root, 'ran.txt'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
};

async function start(studio: TestStudio, agent: string, input = 'Hello?'): Promise<string> {
  const { status, body } = await studio.post('/api/runs', { agent, input });
  expect(status).toBe(200);
  return body.runId;
}

async function untilEnd(
  studio: TestStudio,
  runId: string,
): Promise<{ summary: RunSummary; events: StudioEvent[] }> {
  const { summary, entries } = await studio.until(`/api/runs/${runId}`, (body) =>
    body.summary?.durationMs === undefined ? undefined : body,
  );
  return { summary, events: entries.map(({ event }: RunEntry) => event) };
}

const open = async () => {
  const studio = await openStudio({ host, program: PROGRAM });
  await studio.untilReady();
  return studio;
};

// K2
describe('a run from the page', () => {
  // K4
  it('takes no events from other programs', async () => {
    const studio = await open();
    const runId = await start(studio, 'looker');
    const { events } = await untilEnd(studio, runId);
    const time = new Date().toISOString();
    const message = { role: 'assistant', content: 'FORGED' };
    const line = JSON.stringify({ time, runId, agent: 'looker', type: 'message', message });
    const sent = await studio.post('/api/attach', line, { 'content-type': 'application/x-ndjson' });
    expect(sent.body).toEqual({ skipped: 1 });
    expect((await untilEnd(studio, runId)).events).toEqual(events);
  });

  // K5
  it('may log without end in one go: the last lines are kept, and the others counted', async () => {
    const studio = await open();
    const runId = await start(studio, 'chatty');
    const { events } = await untilEnd(studio, runId);
    const logs = events.flatMap((event) => (event.type === 'tool-log' ? event.message : []));
    const [warning] = events.flatMap((event) => (event.type === 'warning' ? event.message : []));
    expect(logs.at(-1)).toMatch(/^line 19999 /);
    const missing = (20_000 - logs.length).toLocaleString('en-US');
    expect(warning).toBe(`Too many logs and progress reports at once: Studio dropped ${missing}.`);
    expect(JSON.stringify(logs).length).toBeLessThan(4_000_000);
    expect(events[0]?.type).toBe('run-start');
    expect(events.at(-1)?.type).toBe('run-end');
  });

  it('shows every event of the agent, live and afterwards', async () => {
    const studio = await open();
    expect((await studio.get('/api/studio')).body.program.agents[0]).toEqual({
      name: 'looker',
      description: 'looker agent',
      tools: ['look', 'send', 'wait', 'chatter', 'leave', 'loop', 'nested', 'inner'],
    });
    const heard = readUpdates(
      studio,
      undefined,
      (update) => update.type === 'entry' && update.entry.event.type === 'run-end',
    );
    const runId = await start(studio, 'looker');
    const { summary, events } = await untilEnd(studio, runId);
    const types = events.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['run-start', 'llm-call', 'message', 'tool-call', 'tool-result']),
    );
    expect(types.filter((type) => type === 'run-end')).toHaveLength(1);
    for (const type of ['wire-request', 'wire-reply'] as const) {
      expect(types.filter((one) => one === type)).toHaveLength(2);
    }
    expect(summary).toMatchObject({
      agent: 'looker',
      status: 'completed',
      input: 'Hello?',
      toolCalls: 1,
      from: 'studio',
      controllable: true,
    });
    const live = (await heard).flatMap((update) =>
      update.type === 'entry' ? [update.entry.event.type] : [],
    );
    expect(live).toEqual(types);
  });

  it('shows the runs of sub-agents once, below the call that started them', async () => {
    const studio = await open();
    const runId = await start(studio, 'caller');
    await untilEnd(studio, runId);
    const { entries } = (await studio.get(`/api/runs/${runId}`)).body;
    const inner = entries.filter(({ run }: RunEntry) => run.agent === 'inner');
    expect(inner[0].run).toMatchObject({ parentRunId: runId, parentCallId: 'call_1' });
    expect(inner.filter(({ event }: RunEntry) => event.type === 'run-end')).toHaveLength(1);
    expect((await studio.get('/api/runs')).body.runs).toHaveLength(1);
  });

  it('waits for a decision, and resumes with it', async () => {
    const studio = await open();
    const runId = await start(studio, 'sender');
    const { summary } = await untilEnd(studio, runId);
    expect(summary).toMatchObject({ status: 'paused', pending: [{ callId: 'call_1', name: 'send' }] });
    expect(ran(studio)).not.toContain('send ann');
    // What resumes a run is kept from the page.
    expect(JSON.stringify((await studio.get(`/api/runs/${runId}`)).body)).not.toContain('"signature"');
    const decided = await studio.post(`/api/runs/${runId}/decisions`, { call_1: { approved: true } });
    expect(decided).toEqual({ status: 200, body: { runId } });
    const end = await studio.until(`/api/runs/${runId}`, (body) =>
      body.summary.status === 'completed' ? body.summary : undefined,
    );
    expect(end).not.toHaveProperty('pending');
    expect(ran(studio)).toContain('send ann');
    const again = await studio.post(`/api/runs/${runId}/decisions`, { call_1: { approved: true } });
    expect(again).toMatchObject({ status: 400, body: { error: { code: 'INVALID_RUN' } } });
  });

  it('denies a call with a reason', async () => {
    const studio = await open();
    const runId = await start(studio, 'sender');
    await untilEnd(studio, runId);
    await studio.post(`/api/runs/${runId}/decisions`, { call_1: { approved: false, reason: 'not now' } });
    await studio.until(`/api/runs/${runId}`, (body) => body.summary.status === 'completed' || undefined);
    const { entries } = (await studio.get(`/api/runs/${runId}`)).body;
    expect(JSON.stringify(entries)).toContain('not now');
    expect(ran(studio)).not.toContain('send ann');
  });

  it('may fail: the error is an event', async () => {
    const studio = await open();
    const { summary, events } = await untilEnd(studio, await start(studio, 'failing'));
    expect(summary.status).toBe('error');
    expect(events.at(-1)).toMatchObject({ type: 'run-end', result: { errors: [expect.any(String)] } });
  });

  it('is ended by a click', async () => {
    const studio = await open();
    const runId = await start(studio, 'waiter');
    await studio.until(`/api/runs/${runId}`, ({ summary }) => (summary?.toolCalls === 1 ? true : undefined));
    expect((await studio.post('/api/runs/nowhere/abort', {})).status).toBe(404);
    expect((await studio.post(`/api/runs/${runId}/abort`, {})).status).toBe(200);
    expect((await untilEnd(studio, runId)).summary.status).toBe('aborted');
  });

  it('ends with its process, which also loses what resumes a paused run', async () => {
    const studio = await open();
    const paused = await start(studio, 'sender');
    expect((await untilEnd(studio, paused)).summary.controllable).toBe(true);
    const waiting = await start(studio, 'waiter');
    await studio.until(`/api/runs/${waiting}`, ({ summary }) =>
      summary?.toolCalls === 1 ? true : undefined,
    );
    await studio.post('/api/restart', {});
    const { summary, events } = await untilEnd(studio, waiting);
    const interrupted = 'The program was restarted, because its sources changed.';
    expect(summary).toMatchObject({ status: 'interrupted', interrupted });
    expect(events.at(-1)).toEqual({ type: 'run-interrupted', reason: interrupted });
    await studio.untilReady();
    expect((await studio.get(`/api/runs/${paused}`)).body.summary).toMatchObject({
      status: 'paused',
      controllable: false,
      undecidable: expect.stringContaining(
        'The program was restarted since then. If the run is stored in a session',
      ),
    });
    const refused = await studio.post(`/api/runs/${paused}/decisions`, { call_1: { approved: true } });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_RUN', message: expect.stringContaining('start Studio with --store') } },
    });
  });

  it.each(['leaver', 'nester'])('shows the call that ended the program: %s', async (agent) => {
    const studio = await open();
    const runId = await start(studio, agent);
    const { summary } = await untilEnd(studio, runId);
    expect(summary).toMatchObject({
      status: 'interrupted',
      interrupted: 'The program exited with code 7.',
    });
    const { runs } = (await studio.get('/api/runs')).body;
    const calls: string[] = [];
    for (const run of runs)
      for (const { event } of (await studio.get(`/api/runs/${run.runId}`)).body.entries)
        if (event.type === 'tool-call') calls.push(event.name);
    expect(calls.sort()).toEqual(agent === 'leaver' ? ['leave'] : ['leave', 'look', 'nested']);
  });

  it('shows a call that keeps the program busy', async () => {
    const studio = await open();
    const runId = await start(studio, 'looper');
    await studio.until(`/api/runs/${runId}`, ({ summary }) => (summary?.toolCalls === 1 ? true : undefined));
    writeFileSync(path.join(studio.root, 'stop'), '');
    expect((await untilEnd(studio, runId)).summary).toMatchObject({ status: 'completed', toolCalls: 1 });
  });

  it('of an agent that does not exist is refused', async () => {
    const studio = await open();
    expect(await studio.post('/api/runs', { agent: 'loker', input: 'x' })).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringContaining("'loker'") } },
    });
  });
});

// K2
describe('a replay', () => {
  it('runs no tool and asks no model, and is the same', async () => {
    const studio = await open();
    const first = await start(studio, 'looker');
    const { events } = await untilEnd(studio, first);
    const before = ran(studio);
    const { status, body } = await studio.post(`/api/runs/${first}/replay`, {});
    expect(status).toBe(200);
    const second = await untilEnd(studio, body.runId);
    expect(second.summary).toMatchObject({ status: 'completed', replayOf: first, agent: 'looker' });
    expect(ran(studio)).toEqual(before);
    const told = (given: StudioEvent[]) =>
      given.flatMap((event): unknown[] => {
        if (event.type === 'message') return [event.message];
        if (event.type === 'tool-result') return [event.outcome];
        return event.type === 'llm-call' ? [event.messages] : [];
      });
    expect(told(second.events)).toEqual(told(events));
  });

  it('branches from an edited result: the real model goes on', async () => {
    const studio = await open();
    const first = await start(studio, 'looker');
    await untilEnd(studio, first);
    const branch = { kind: 'result', callId: 'call_1', result: { seen: 'mountain' } };
    const { body } = await studio.post(`/api/runs/${first}/replay`, { branch });
    const { summary, events } = await untilEnd(studio, body.runId);
    expect(summary).toMatchObject({ status: 'completed', replayOf: first });
    expect(events.find(({ type }) => type === 'tool-result')).toMatchObject({
      outcome: { result: { seen: 'mountain' } },
    });
    expect(events.at(-1)).toMatchObject({ result: { finalResponse: 'Another end.' } });
    expect(ran(studio).filter((line) => line.startsWith('look'))).toHaveLength(1);
  });

  it('branches from an edited reply: its calls are made anew, and ask for approval as ever', async () => {
    const studio = await open();
    const first = await start(studio, 'sender');
    await untilEnd(studio, first);
    const branch = { kind: 'reply', step: 0, text: 'I shall send it.' };
    const { body } = await studio.post(`/api/runs/${first}/replay`, { branch });
    const { summary, events } = await untilEnd(studio, body.runId);
    expect(summary).toMatchObject({ status: 'paused', pending: [{ name: 'send' }] });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'message',
        message: expect.objectContaining({ content: 'I shall send it.' }),
      }),
    );
    await studio.post(`/api/runs/${body.runId}/decisions`, { call_1: { approved: true } });
    await studio.until(`/api/runs/${body.runId}`, (one) => one.summary.status === 'completed' || undefined);
    expect(ran(studio).filter((line) => line === 'send ann')).toHaveLength(1);
  });

  it('branches with other calls: changed, added and removed ones', async () => {
    const studio = await open();
    const first = await start(studio, 'looker');
    await untilEnd(studio, first);
    const reply = { kind: 'reply', step: 0, text: 'Two looks.' };
    const calls = [
      { id: 'call_1', name: 'look', arguments: '{"at":"lake"}' },
      { name: 'look', arguments: '{"at":"hill"}' },
    ];
    const changed = await studio.post(`/api/runs/${first}/replay`, { branch: { ...reply, calls } });
    const { summary, events } = await untilEnd(studio, changed.body.runId);
    expect(summary).toMatchObject({ status: 'completed', toolCalls: 2, replayOf: first });
    expect(ran(studio).filter((line) => line.startsWith('look'))).toEqual([
      ...['look sea', 'look lake', 'look hill'],
    ]);
    expect(events.at(-1)).toMatchObject({ result: { finalResponse: 'Another end.' } });
    const none = await studio.post(`/api/runs/${first}/replay`, { branch: { ...reply, calls: [] } });
    const end = await untilEnd(studio, none.body.runId);
    expect(end.summary).toMatchObject({ status: 'completed', toolCalls: 0 });
    expect(end.events.at(-1)).toMatchObject({ result: { finalResponse: 'Two looks.' } });
  });
});

describe('a branch that cannot be', () => {
  let studio: TestStudio;
  let first: string;
  beforeAll(async () => {
    studio = await openStudio({ host, program: PROGRAM, lasts: true });
    await studio.untilReady();
    first = await start(studio, 'looker');
    await untilEnd(studio, first);
  });

  const replyWith = (...calls: unknown[]): [object] => [
    { branch: { kind: 'reply', step: 0, text: 'x', calls } },
  ];
  it.each<[object]>([
    replyWith({ name: 'look', arguments: '{' }),
    replyWith({ name: 'look', arguments: '[]' }),
    replyWith({ name: '', arguments: '{}' }),
    replyWith({ id: 'none', name: 'look', arguments: '{}' }),
    replyWith({ name: 'look', arguments: {} }),
    replyWith(
      ...['{"at":"a"}', '{"at":"b"}'].map((text) => ({ id: 'call_1', name: 'look', arguments: text })),
    ),
    [{ branch: { kind: 'reply', step: 0, text: 'x', calls: {} } }],
    [{ branch: { kind: 'reply', step: 9, text: 'x' } }],
    [{ branch: { kind: 'result', callId: 'none', result: 1 } }],
    [{ branch: { kind: 'result', callId: 'call_1' } }],
    [{ branch: { kind: 'other' } }],
  ])('is refused: %j', async (request) => {
    expect((await studio.post(`/api/runs/${first}/replay`, request)).status).toBe(400);
  });
});

// K2
it('keeps its finished runs over a restart, for this user alone', async () => {
  const root = createFolder();
  const studio = await openStudio({ host, program: PROGRAM, root, keep: true });
  await studio.untilReady();
  const runId = await start(studio, 'looker', 'Remember me');
  await untilEnd(studio, runId);
  const { body } = await studio.post(`/api/runs/${runId}/replay`, {});
  await untilEnd(studio, body.runId);
  const file = path.join(root, 'node_modules/.cache/toolwright/studio-runs.jsonl');
  expect(statSync(file).mode & 0o077).toBe(0);
  await studio.close();
  const next = await openStudio({ root, keep: true });
  const { runs } = (await next.get('/api/runs')).body;
  expect(runs).toMatchObject([
    { runId: body.runId, replayOf: runId, status: 'completed' },
    { runId, input: 'Remember me', status: 'completed', controllable: false },
  ]);
  expect((await next.get('/api/runs?search=remember')).body.runs).toHaveLength(2);
  expect((await next.get('/api/runs?search=nothing')).body.runs).toEqual([]);
  expect((await next.get(`/api/runs?limit=1`)).body).toMatchObject({
    runs: [{ runId: body.runId }],
    more: true,
  });
  const some = (await next.get(`/api/runs?search=remember&id=${runId}&id=none&id=${body.runId}`)).body;
  expect(some.runs).toEqual(runs);
  expect((await next.get(`/api/runs?search=nothing&id=${runId}`)).body.runs).toEqual([]);
  expect((await next.get('/api/runs?id=%25')).status).toBe(400);
});

// K2
it('hides what only a schema calls a secret, in runs, approvals and sessions', async () => {
  const program = `${TOOLS}
    export const create = ({ Agent, ToolRegistry, scriptedModel, agents }) => {
      const registry = new ToolRegistry();
      registry.register(tool('enter', { needsApproval: true }, () => 'in', { pin: { type: 'string', format: 'password' } }));
      const llmClient = scriptedModel([{ toolCalls: [{ name: 'enter', arguments: { pin: 'zebra-lake' } }] }]);
      return { agents: agents(new Agent({ name: 'guest', llmClient, toolRegistry: registry })) };
    };`;
  const call = {
    id: 'c1',
    type: 'function' as const,
    function: { name: 'enter', arguments: '{"pin":"oak-hill"}' },
  };
  const session = { id: 's', agent: 'guest', createdAt: 0, updatedAt: 0, status: 'paused' };
  const sessions = {
    list: async () => ({ sessions: [session], more: false }),
    read: async () => ({
      ...session,
      messages: [{ role: 'assistant' as const, content: '', tool_calls: [call] }],
      pending: [{ callId: 'c1', name: 'enter', arguments: call.function.arguments }],
    }),
  };
  const studio = await openStudio({ host, program, sessions });
  await studio.untilReady();
  const runId = await start(studio, 'guest');
  const run = await studio.until(`/api/runs/${runId}`, (body) =>
    body.summary?.status === 'paused' ? body : undefined,
  );
  const hidden = '{"pin":"[redacted]"}';
  expect(run.summary.pending).toMatchObject([{ name: 'enter', arguments: hidden }]);
  expect(JSON.stringify(run)).not.toContain('zebra-lake');
  expect((await studio.get('/api/sessions/s')).body).toMatchObject({
    pending: [{ arguments: hidden }],
    messages: [{ tool_calls: [{ function: { arguments: hidden } }] }],
  });
});
