import { appendFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { CACHE_FOLDER } from '../address/read-addresses.js';
import { readLine } from '../record/read-line.js';
import { cleanUp, createFolder, openStudio, removeFolders } from '../studio.test.support.js';
import { KeptRuns } from './kept-runs.js';

afterEach(cleanUp);
afterAll(removeFolders);

const result = {
  ...{
    runId: 'r',
    status: 'completed',
    finalResponse: '',
    iteration: 1,
    usage: { inputTokens: 0, outputTokens: 0 },
  },
  ...{ toolCalls: [], reasoningTrace: [], warnings: [], errors: [], messages: [] },
};

function add(kept: KeptRuns, runId: string, event: object, parentRunId?: string): void {
  const line = JSON.stringify({ time: new Date(0).toISOString(), runId, agent: 'a', parentRunId, ...event });
  const entry = readLine(line);
  if (entry === undefined) throw new Error(line);
  kept.add(line, entry, undefined);
}

const start = { type: 'run-start', input: 'Go', tools: 0 };
const end = { type: 'run-end', result };

// K2
describe('kept runs', () => {
  it('are those that have ended, with their sub-runs, without streamed pieces of text', () => {
    const folder = createFolder();
    const kept = new KeptRuns(folder);
    add(kept, 'open', start);
    add(kept, 'top', start);
    add(kept, 'top', { type: 'text-delta', text: 'x' });
    add(kept, 'inner', start, 'top');
    add(kept, 'inner', end, 'top');
    add(kept, 'top', end);
    const read = new KeptRuns(folder).read().filter((line) => line !== '');
    expect(read.map((line) => readLine(line)?.run.runId)).toEqual(['top', 'inner', 'inner', 'top']);
  });

  it('keep the start and the end of a run that is too long, and say that it is partial', () => {
    const folder = createFolder();
    const kept = new KeptRuns(folder);
    const large = { type: 'warning', message: 'x'.repeat(3_000_000) };
    add(kept, 'top', start);
    add(kept, 'whole', start, 'top');
    add(kept, 'whole', end, 'top');
    add(kept, 'cut', start, 'top');
    for (let index = 0; index < 3; index++) add(kept, 'cut', large, 'top');
    add(kept, 'cut', end, 'top');
    add(kept, 'top', { ...end, result: { ...result, finalResponse: 'x'.repeat(5_000_000) } });
    const read = kept.read().flatMap((line) => readLine(line) ?? []);
    expect(read.map(({ run, event, isPartial }) => [run.runId, event.type, isPartial])).toEqual([
      ['top', 'run-start', undefined],
      ['whole', 'run-start', undefined],
      ['whole', 'run-end', undefined],
      ['cut', 'run-start', undefined],
      ['cut', 'warning', undefined],
      ['cut', 'warning', undefined],
      ['cut', 'run-end', true],
      ['top', 'run-end', true],
    ]);
  });

  it('are in a file that does not grow without end: the oldest go first', () => {
    const folder = createFolder();
    const kept = new KeptRuns(folder, 10_000);
    for (let index = 0; index < 500; index++) {
      add(kept, `${index}`, start);
      add(kept, `${index}`, end);
    }
    const file = path.join(folder, 'studio-runs.jsonl');
    expect(statSync(file).size).toBeLessThanOrEqual(10_000);
    expect(statSync(file).mode & 0o077).toBe(0);
    const lines = kept.read().filter((line) => line !== '');
    expect(readLine(lines.at(-1) ?? '')?.run.runId).toBe('499');
    expect(lines.every((line) => readLine(line) !== undefined)).toBe(true);
  });

  it('are interrupted after a start if their end was not kept, and not replayed if they are partial', async () => {
    const root = createFolder();
    const kept = new KeptRuns(path.join(root, CACHE_FOLDER));
    const large = { type: 'warning', message: 'x'.repeat(9_000_000) };
    for (const event of [start, large, end]) add(kept, 'long', event);
    const open = JSON.stringify({ time: new Date(5).toISOString(), runId: 'open', agent: 'a', ...start });
    appendFileSync(path.join(root, CACHE_FOLDER, 'studio-runs.jsonl'), `${open}\n`);
    const studio = await openStudio({ root, keep: true });
    const interrupted = { status: 'interrupted', interrupted: 'Its end was not stored.', durationMs: 0 };
    expect((await studio.get('/api/runs/open')).body.summary).toMatchObject(interrupted);
    expect((await studio.get('/api/runs/long')).body.summary).toMatchObject({
      status: 'completed',
      partial: true,
    });
    const { status, body } = await studio.post('/api/runs/long/replay', {});
    expect(status).toBe(404);
    expect(body.error.message).toContain('parts of it were dropped');
  });
});
