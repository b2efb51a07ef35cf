/** Runs that are told of more than once. */
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunEntry } from '../protocol/studio-event.js';
import { cleanUp, createFolder, openStudio, removeFolders, type TestStudio } from '../studio.test.support.js';

afterEach(cleanUp);
afterAll(removeFolders);

const usage = { inputTokens: 1, outputTokens: 2 };
const start = { type: 'run-start', input: 'Hi', tools: 0 };
const warning = { type: 'warning', message: 'Slow.' };
const end = {
  type: 'run-end',
  result: { status: 'completed', finalResponse: 'Yes', iteration: 1, usage, errors: [] },
};
const linesOf = (runId: string, ...events: object[]) =>
  events
    .map((event) => `${JSON.stringify({ time: new Date().toISOString(), runId, agent: 'a', ...event })}\n`)
    .join('');
const send = (studio: TestStudio, lines: string) =>
  studio.post('/api/attach?program=p1', lines, { 'content-type': 'application/x-ndjson' });
const untilRun = (studio: TestStudio, runId: string, from: string) =>
  studio.until(`/api/runs/${runId}`, ({ summary, entries }) =>
    summary?.from === from && summary.status === 'completed'
      ? entries.map(({ event }: RunEntry) => event.type)
      : undefined,
  );

// K2
describe('a run that is told of twice', () => {
  const whole = [start, warning, end];
  const types = ['run-start', 'warning', 'run-end'];

  it('is taken from the program that is connected, whoever tells of it first', async () => {
    const log = path.join(createFolder(), 'events.jsonl');
    writeFileSync(log, linesOf('logged', start, warning));
    const studio = await openStudio({ log });
    await studio.until('/api/runs/logged', ({ summary }) => summary);
    for (const runId of ['logged', 'sent']) await send(studio, linesOf(runId, ...whole));
    appendFileSync(log, linesOf('logged', end) + linesOf('sent', ...whole) + linesOf('last', ...whole));
    expect(await untilRun(studio, 'last', 'log')).toEqual(types);
    expect(await untilRun(studio, 'logged', 'live')).toEqual(types);
    expect(await untilRun(studio, 'sent', 'live')).toEqual(types);
  });

  it('is taken from the latest version of a log, and goes on in a log that was begun anew', async () => {
    const log = path.join(createFolder(), 'events.jsonl');
    const before = linesOf('gone', ...whole) + linesOf('kept', ...whole) + linesOf('open', start, warning);
    writeFileSync(log, before);
    const studio = await openStudio({ log });
    await studio.until('/api/runs/open', ({ entries }) => (entries?.length === 2 ? true : undefined));
    writeFileSync(log, linesOf('kept', ...whole) + linesOf('open', end));
    expect(await untilRun(studio, 'open', 'log')).toEqual(types);
    expect(await untilRun(studio, 'kept', 'log')).toEqual(types);
  });
});
