/** Runs that end without a result. */
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunEntry } from '../../protocol/studio-event.js';
import {
  buildHost,
  buildProgram,
  cleanUp,
  createFolder,
  openStudio,
  removeFolders,
  type TestStudio,
} from '../../studio.test.support.js';

afterEach(cleanUp);
afterAll(removeFolders);

const usage = { inputTokens: 1, outputTokens: 2 };
const result = { status: 'completed', finalResponse: 'Yes', iteration: 1, usage, errors: [] };
const start = { type: 'run-start', input: 'Hi', tools: 0 };
const end = { type: 'run-end', result };
const warning = { type: 'warning', message: 'Slow.' };
const line = (event: object, runId = 'r1', { at = Date.now(), ...run } = {}) =>
  `${JSON.stringify({ time: new Date(at).toISOString(), runId, agent: 'a', ...run, ...event })}\n`;

const send = async (studio: TestStudio, lines: string, program?: string) => {
  const address = `/api/attach${program === undefined ? '' : `?program=${program}`}`;
  const { status } = await studio.post(address, lines, { 'content-type': 'application/x-ndjson' });
  expect(status).toBe(200);
};
const untilStatus = (studio: TestStudio, status: string, runId = 'r1') =>
  studio.until(`/api/runs/${runId}`, (body) => (body.summary?.status === status ? body : undefined));
const types = (body: { entries: RunEntry[] }) => body.entries.map(({ event }) => event.type);

const held: Response[] = [];

/** Holds the connection of an attached program. @returns ends it */
async function hold({ port, token }: TestStudio, program: string): Promise<() => void> {
  const controller = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/attach/${program}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  expect(response.status).toBe(200);
  // A response that nobody keeps is ended by the garbage collection.
  held.push(response);
  return () => controller.abort();
}

// K2
describe('a run of an attached program', () => {
  it('is interrupted when the process is killed', async () => {
    const studio = await openStudio({ keep: true });
    const program = await buildProgram('connect/program.test.fixture.ts');
    const child = spawn(process.execPath, [program, '600000'], { cwd: studio.root, stdio: 'ignore' });
    const [{ runId }] = await studio.until('/api/runs', ({ runs }) =>
      runs[0]?.status === 'running' ? runs : undefined,
    );
    // Longer than the program may be without a connection.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect((await studio.get(`/api/runs/${runId}`)).body.summary.status).toBe('running');
    child.kill('SIGKILL');
    const { summary, entries } = await untilStatus(studio, 'interrupted', runId);
    expect(summary).toMatchObject({
      interrupted: 'The program exited before the run finished.',
      durationMs: expect.any(Number),
    });
    expect(entries.at(-1).event.type).toBe('run-interrupted');
  });

  it('goes on when the program connects again, and is interrupted again when that ends', async () => {
    const studio = await openStudio();
    const leave = await hold(studio, 'p1');
    await send(studio, line(start), 'p1');
    leave();
    await untilStatus(studio, 'interrupted');
    const leaveAgain = await hold(studio, 'p1');
    await send(studio, line(warning), 'p1');
    expect((await studio.get('/api/runs/r1')).body.summary).toMatchObject({ status: 'running' });
    leaveAgain();
    await untilStatus(studio, 'interrupted');
    // The last lines of a program may come after its end.
    await send(studio, line(warning), 'p1');
    expect((await studio.get('/api/runs/r1')).body.summary).not.toHaveProperty('interrupted');
    await untilStatus(studio, 'interrupted');
    await send(studio, line(end), 'p1');
    const done = await untilStatus(studio, 'completed');
    expect(types(done)).toEqual([
      ...[
        'run-start',
        'run-interrupted',
        'warning',
        'run-interrupted',
        'warning',
        'run-interrupted',
        'run-end',
      ],
    ]);
  });

  it('stays as it ended, and those of other programs go on', async () => {
    const studio = await openStudio();
    const leave = await hold(studio, 'p1');
    await hold(studio, 'p2');
    await send(studio, line(start) + line(end) + line(start, 'r2'), 'p1');
    await send(studio, line(start, 'r3'), 'p2');
    leave();
    await untilStatus(studio, 'interrupted', 'r2');
    for (const [runId, status] of [
      ['r1', 'completed'],
      ['r3', 'running'],
    ]) {
      expect((await studio.get(`/api/runs/${runId}`)).body.summary.status).toBe(status);
    }
  });

  it.each(['', '%20', 'a'.repeat(65), '<b>'])('is refused from a program with the name %j', async (name) => {
    const studio = await openStudio();
    expect((await studio.get(`/api/attach/${encodeURIComponent(name)}`)).status).toBeGreaterThanOrEqual(400);
    const sent = await studio.post(`/api/attach?program=${encodeURIComponent(name)}`, line(start), {
      'content-type': 'application/x-ndjson',
    });
    expect(sent.status).toBe(400);
  });
});

// K2
describe('a run of a log', () => {
  const hours = 3_600_000;

  it('is interrupted if nobody has written to it for long, and goes on with its next event', async () => {
    const log = path.join(createFolder(), 'events.jsonl');
    const at = Date.now() - 5 * hours;
    writeFileSync(log, line(start, 'r1', { at }) + line(warning, 'r1', { at: at + 1_500 }));
    const studio = await openStudio({ log });
    const { summary } = await untilStatus(studio, 'interrupted');
    expect(summary).toMatchObject({ interrupted: 'It had no events for 5 min.', durationMs: 1_500 });
    appendFileSync(log, line(warning));
    await untilStatus(studio, 'running');
    appendFileSync(log, line(end));
    await untilStatus(studio, 'completed');
  });

  it('is not interrupted if its end follows, however old it is, or while one that it started goes on', async () => {
    const log = path.join(createFolder(), 'events.jsonl');
    const at = Date.now() - 5 * hours;
    const long = Array.from({ length: 3_000 }, () =>
      line({ type: 'warning', message: 'w'.repeat(200) }, 'r1', { at }),
    );
    writeFileSync(
      log,
      line(start, 'r1', { at }) +
        long.join('') +
        line(end, 'r1', { at }) +
        line(start, 'above', { at }) +
        line(start, 'below', { at: Date.now(), parentRunId: 'above' } as object) +
        line(start, 'dead', { at }),
    );
    const studio = await openStudio({ log });
    await untilStatus(studio, 'interrupted', 'dead');
    expect(types((await studio.get('/api/runs/r1')).body)).not.toContain('run-interrupted');
    expect((await studio.get('/api/runs/above')).body.summary.status).toBe('running');
  });

  it('is watched while it grows, and so are lines of programs without a name', async () => {
    const studio = await openStudio({ silenceMs: 300 });
    await send(studio, line(start));
    expect((await untilStatus(studio, 'interrupted')).summary.interrupted).toBe(
      'It had no events for 300 ms.',
    );
  });
});

// K2
it('keeps the reason why a run of its own was interrupted', async () => {
  const host = await buildHost();
  const root = createFolder();
  const program = `export const create = ({ Agent, agents, scriptedModel }) => ({
    agents: agents(new Agent({ name: 'slow', llmClient: scriptedModel([{ text: 'x', delayMs: 600_000 }]) })),
  });`;
  const studio = await openStudio({ host, root, program, keep: true });
  await studio.untilReady();
  const { runId } = (await studio.post('/api/runs', { agent: 'slow', input: 'Go' })).body;
  await untilStatus(studio, 'running', runId);
  await studio.close();
  const next = await openStudio({ root, keep: true });
  expect((await next.get(`/api/runs/${runId}`)).body.summary).toMatchObject({
    status: 'interrupted',
    interrupted: 'Studio has stopped.',
  });
});
