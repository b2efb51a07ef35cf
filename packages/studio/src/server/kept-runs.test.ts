import { statSync } from 'node:fs';
import path from 'node:path';
import { readLine } from '../record/read-line.js';
import { createFolder, removeFolders } from '../studio.test.support.js';
import { KeptRuns } from './kept-runs.js';

afterAll(removeFolders);

const result = {
  ...{
    runId: 'r',
    status: 'completed',
    finalResponse: '',
    iteration: 1,
    usage: { inputTokens: 0, outputTokens: 0 },
  },
  ...{ toolCalls: [], reasoningTrace: [], errors: [], messages: [] },
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
});
