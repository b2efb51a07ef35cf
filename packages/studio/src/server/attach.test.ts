/** Programs that attach themselves, logs, and many events. */
import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AgentEvent, RunInfo } from '@toolwright/contract';
import { connectStudio, findStudio } from '../connect/connect-studio.js';
import type { RunEntry } from '../protocol/studio-event.js';
import {
  cleanUp,
  createFolder,
  openStudio,
  readUpdates,
  removeFolders,
  type TestStudio,
} from '../studio.test.support.js';

/** After all garbage is collected. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

afterEach(cleanUp);
afterAll(removeFolders);

const run: RunInfo = { runId: 'r1', agent: 'live', model: 'm', provider: 'p' };
const usage = { inputTokens: 1, outputTokens: 2 };
const start = (input = 'Hi'): AgentEvent => ({ type: 'run-start', input, tools: 0 });
const result = { runId: 'r1', status: 'completed', finalResponse: 'Yes', iteration: 1, usage } as const;
const lists = { toolCalls: [], reasoningTrace: [], warnings: [], errors: [], messages: [] };
const end: AgentEvent = { type: 'run-end', result: { ...result, ...lists } };
const line = (event: object, runId = 'r1', at = 0) =>
  JSON.stringify({ time: new Date(at).toISOString(), runId, agent: 'logged', ...event });

const attach = (studio: TestStudio, body: string) =>
  studio.post('/api/attach', body, { 'content-type': 'application/x-ndjson' });

// K2
describe('connectStudio', () => {
  it('shows the runs of a program in the Studio of its project', async () => {
    const studio = await openStudio({ keep: true });
    const logger = connectStudio({ cwd: path.join(studio.root, 'src/deep') });
    logger.log(start(), run);
    logger.log({ type: 'warning', message: 'key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd' }, run);
    logger.log(end, run);
    const { summary, entries } = await studio.until('/api/runs/r1', (body) =>
      body.summary?.status === 'completed' ? body : undefined,
    );
    expect(summary).toMatchObject({ agent: 'live', model: 'm', from: 'live', input: 'Hi', usage });
    expect(entries.map(({ event }: RunEntry) => event.type)).toEqual(['run-start', 'warning', 'run-end']);
    expect(entries[1].event.message).toBe('key [redacted]');
  });

  it('takes the address that toolwright dev prints', async () => {
    const studio = await openStudio();
    const logger = connectStudio({ address: studio.url });
    logger.log(start(), run);
    logger.log(end, run);
    await studio.until('/api/runs', ({ runs }) => (runs.length === 1 ? true : undefined));
  });

  it('does nothing without Studio, and never throws', async () => {
    const logger = connectStudio({ cwd: createFolder() });
    expect(logger.log(start(), run)).toBeUndefined();
    expect(logger.within?.('call', run, () => 7)).toBe(7);
    const gone = await openStudio();
    const { url } = gone;
    await gone.close();
    const lost = connectStudio({ address: url });
    for (let index = 0; index < 100; index++) lost.log(start('x'.repeat(1_000)), run);
    lost.log(end, run);
    await new Promise((resolve) => setTimeout(resolve, 300));
    lost.log(end, run);
  });

  it('tells Studio where it is by a file for this user alone, which goes with Studio', async () => {
    const studio = await openStudio({ keep: true });
    const file = path.join(studio.root, `node_modules/.cache/toolwright/studio-${studio.port}.json`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(findStudio(studio.root, {})).toMatchObject({ token: studio.token });
    await studio.close();
    expect(existsSync(file)).toBe(false);
  });

  const change = (file: string, from: string | RegExp, to: string) =>
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

  it.each([
    ['of a Studio that has ended', (file: string) => change(file, /"pid":\d+/, '"pid":999999999')],
    ['that others could have written', (file: string) => chmodSync(file, 0o666)],
    ['that leads away from this machine', (file: string) => change(file, '127.0.0.1', 'evil.example')],
    ['that is damaged', (file: string) => writeFileSync(file, '{')],
  ])('ignores a file %s', async (_what, spoil) => {
    const studio = await openStudio({ keep: true });
    const file = path.join(studio.root, `node_modules/.cache/toolwright/studio-${studio.port}.json`);
    spoil(file);
    expect(findStudio(studio.root, {})).toBeUndefined();
  });

  it('shows them in the Studio that was started last, and in the other once that has ended', async () => {
    const first = await openStudio({ keep: true });
    const second = await openStudio({ keep: true, root: first.root, port: 0 });
    expect(findStudio(first.root, {})?.token).toBe(second.token);
    await second.close();
    expect(findStudio(first.root, {})?.token).toBe(first.token);
  });

  it.each([
    'http://evil.example/#token=x',
    'https://127.0.0.1:1/#token=x',
    'http://127.0.0.1:1/',
    'nonsense',
  ])('ignores the address %s', (address) => {
    expect(findStudio('/', { TOOLWRIGHT_STUDIO: address })).toBeUndefined();
  });

  it('drops events that a silent Studio does not take, and does not wait', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const logger = connectStudio({ address: `http://127.0.0.1:${port}/#token=x` });
    logger.log(start(), run);
    const before = heldBytes();
    for (let index = 0; index < 100; index++)
      logger.log({ type: 'warning', message: 'w'.repeat(400_000) }, run);
    expect(heldBytes() - before).toBeLessThan(28_000_000);
    logger.log(end, run);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
});

// K4
describe('attached lines', () => {
  it.each([
    ['no JSON', '{'],
    ['no object', '[1]'],
    ['no time', JSON.stringify({ runId: 'x', agent: 'a', ...start() })],
    ['an unknown type', line({ type: 'script', text: '<script>' })],
    ['a type of Object', line({ type: 'constructor' })],
    ['members of another kind', line({ type: 'text-delta', text: { toString: 1 } })],
    ['a message without content', line({ type: 'message', message: { role: 'assistant' } })],
    ['an end without result', line({ type: 'run-end' })],
    ['a forged approval', line({ type: 'approval-request', calls: 'all' })],
  ])('are skipped if they have %s', async (_what, text) => {
    const studio = await openStudio();
    expect((await attach(studio, `${text}\n${line(start(), 'good')}\n`)).body).toEqual({ skipped: 1 });
    expect((await studio.get('/api/runs')).body.runs).toMatchObject([{ runId: 'good' }]);
  });

  it('cannot make their run one that Studio controls, or take part in a cycle', async () => {
    const studio = await openStudio();
    const events = [
      line({ ...start(), parentRunId: 'b' }, 'a'),
      line({ ...start(), parentRunId: 'a' }, 'b'),
      line({ ...start(), parentRunId: 'c' }, 'c'),
    ];
    await attach(studio, events.join('\n'));
    for (const id of ['a', 'b', 'c']) {
      expect((await studio.get(`/api/runs/${id}`)).body.summary).toMatchObject({
        from: 'live',
        controllable: false,
      });
    }
  });
});

// K2
describe('a log', () => {
  it('is read, its damaged lines skipped, and followed as it grows', async () => {
    const log = path.join(createFolder(), 'events.jsonl');
    writeFileSync(
      log,
      `${line(start('From the log'))}\n{"damaged\n\n${line(end)}\n${line(start(), 'half').slice(0, 30)}`,
    );
    const studio = await openStudio({ log });
    const done = await studio.until('/api/runs', ({ runs }) =>
      runs[0]?.status === 'completed' ? runs : undefined,
    );
    expect(done).toMatchObject([{ runId: 'r1', from: 'log', input: 'From the log' }]);
    appendFileSync(log, `${line(start(), 'half').slice(30)}\n${line(start('More'), 'r2', 5)}\n`);
    const more = await studio.until('/api/runs', ({ runs }) => (runs.length === 3 ? runs : undefined));
    expect(more.map(({ runId }: RunInfo) => runId).sort()).toEqual(['half', 'r1', 'r2']);
    expect(more[0].runId).toBe('r2');
  });

  it('may begin to exist later', async () => {
    const log = path.join(createFolder(), 'events.jsonl');
    const studio = await openStudio({ log });
    writeFileSync(log, `${line(start())}\n`);
    await studio.until('/api/runs', ({ runs }) => (runs.length === 1 ? true : undefined));
  });
});

// K5
describe('updates', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => line({ type: 'text-delta', text: `${index}` }, 'many')).join(
      '\n',
    );

  it('are 10,000 events in order, and go on after the last one that a page has', async () => {
    const studio = await openStudio();
    const isLast = (update: { type: string; entry?: RunEntry }) => update.entry?.event.type === 'run-end';
    const heard = readUpdates(studio, undefined, isLast);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await attach(studio, line(start(), 'many'));
    await attach(studio, many(10_000));
    await attach(studio, line(end, 'many'));
    const updates = await heard;
    const texts = updates.flatMap((update) =>
      update.type === 'entry' && update.entry.event.type === 'text-delta'
        ? [Number(update.entry.event.text)]
        : [],
    );
    expect(texts).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
    const middle = updates[5_000]?.sequence;
    expect(await readUpdates(studio, middle, isLast)).toEqual(updates.slice(5_001));
    const { entries, more } = (await studio.get('/api/runs/many?limit=4000')).body;
    expect([entries.length, more]).toEqual([4_000, true]);
    const rest = (await studio.get(`/api/runs/many?after=${entries.at(-1).sequence}`)).body;
    expect([rest.entries.length, rest.more]).toEqual([5_000, true]);
  });

  it('tell a page of an earlier start to begin anew', async () => {
    const studio = await openStudio();
    for (const after of [0, 5, 9e15]) {
      expect(await readUpdates(studio, after, () => true)).toMatchObject([{ type: 'reset' }]);
    }
  });

  it('are no burden if a page reads nothing: it is disconnected, and the others go on', async () => {
    const studio = await openStudio();
    const socket = connect(studio.port, '127.0.0.1');
    socket.pause();
    socket.write(
      `GET /api/updates HTTP/1.1\r\nHost: 127.0.0.1:${studio.port}\r\nAuthorization: Bearer ${studio.token}\r\n\r\n`,
    );
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    const text = 'x'.repeat(400_000);
    const lines = Array.from({ length: 20 }, () => line({ type: 'text-delta', text }, 'long')).join('\n');
    for (let index = 0; index < 12; index++) expect((await attach(studio, lines)).status).toBe(200);
    socket.resume();
    await closed;
    expect((await studio.get('/api/studio')).status).toBe(200);
  });
});
