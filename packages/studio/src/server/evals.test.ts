// K8
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { EvalReply, EvalsReply } from '../protocol/eval-requests.js';
import { startStudio } from './start-studio.js';
import type { Studio } from './studio-options.js';

const SECRET = 'sk-proj-abcdefghijklmnopqrstuvwx1234567890ABCDEFGH';
const totals = {
  ...{
    cases: 1,
    attempts: 1,
    passed: 0,
    failed: 1,
    unscored: 0,
    errors: 0,
    skipped: 0,
    cached: 0,
    passRate: 0,
  },
  ...{ usage: { inputTokens: 1, outputTokens: 1 }, durationMs: 1 },
};
const report = {
  ...{
    version: 1,
    eval: 'support',
    digest: 'x',
    startedAt: '2026-11-26T10:00:00.000Z',
    repetitions: 1,
    totals,
  },
  ...{ passAtK: [], scorers: [], tags: [], missing: [], notes: [] },
  cases: [
    {
      ...{ id: 'one', digest: 'x', tags: [], input: 'Hi.', passRate: 0, scores: { tokens: 0 } },
      attempts: [
        {
          repetition: 1,
          status: 'failed',
          runId: 'run-1',
          answer: `My key is ${SECRET}.`,
          scores: { tokens: { score: 0, passed: false } },
        },
      ],
    },
  ],
};
const events = ['run-start', 'run-end'].map((type) =>
  JSON.stringify({
    ...{ time: '2026-11-26T10:00:00.000Z', runId: 'run-1', agent: 'a', type, input: 'Hi.', tools: 0 },
    result: {
      runId: 'run-1',
      status: 'completed',
      finalResponse: '',
      iteration: 1,
      toolCalls: [],
      reasoningTrace: [],
      errors: [],
      warnings: [],
      messages: [],
      usage: totals.usage,
    },
  }),
);

let root: string;
let studio: Studio;
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'toolwright-studio-evals-'));
  studio = await startStudio({ root, version: '0', started: { agents: [] }, page: root, keep: false });
});
afterAll(async () => {
  await studio.close();
  rmSync(root, { recursive: true, force: true });
});
afterEach(() => rmSync(path.join(root, '.toolwright'), { recursive: true, force: true }));

function write(id: string, files: Readonly<Record<string, string>>): void {
  const folder = path.join(root, '.toolwright/evals', id);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
}

async function ask<Reply>(address: string): Promise<{ readonly status: number; readonly body: Reply }> {
  const headers = { authorization: `Bearer ${studio.token}` };
  const response = await fetch(`http://127.0.0.1:${studio.port}/api/${address}`, { headers });
  // The server and the test share their types.
  return { status: response.status, body: (await response.json()) as Reply };
}

it('lists no evals where none have run', async () => {
  expect((await ask<EvalsReply>('evals')).body).toEqual({ folder: '.toolwright/evals', evals: [] });
});

it('shows a report without the secrets in its texts, with its numbers, and the runs of its events', async () => {
  write('support', { 'report.json': JSON.stringify(report), 'events.jsonl': events.join('\n') });
  const { body } = await ask<EvalReply>('evals/support');
  expect(body.runs).toBe('read');
  const [attempt] = body.report.cases[0]?.attempts ?? [];
  expect(attempt?.answer).toBe('My key is [redacted].');
  expect(attempt?.scores).toEqual({ tokens: { score: 0, passed: false } });
  expect((await ask<object>('runs/run-1')).body).toMatchObject({
    summary: { status: 'completed', from: 'log' },
  });
  write('bare', { 'report.json': JSON.stringify({ ...report, eval: 'bare' }) });
  expect((await ask<EvalReply>('evals/bare')).body.runs).toBe('none');
});

it('reads the runs again only if the file has changed, and then shows the new ones', async () => {
  write('support', { 'report.json': JSON.stringify(report), 'events.jsonl': events.join('\n') });
  await ask('evals/support');
  const later = events.map((line) => line.replaceAll('run-1', 'run-2'));
  write('support', { 'events.jsonl': later.join('\n') });
  await ask('evals/support');
  expect((await ask('runs/run-2')).status).toBe(200);
});

it('lists a damaged report with the reason, beside the others', async () => {
  write('cut', { 'report.json': JSON.stringify(report).slice(0, 100) });
  write('other', { 'report.json': '{"version": 2}' });
  write('support', { 'report.json': JSON.stringify(report) });
  write('none', { 'events.jsonl': '' });
  const { evals } = (await ask<EvalsReply>('evals')).body;
  expect(
    Object.fromEntries(evals.map((one) => [one.id, 'error' in one ? one.error.message : one.eval])),
  ).toEqual({
    cut: expect.stringMatching(/^cut\/report\.json cannot be read: /),
    other: 'other/report.json is not a report of version 1.',
    support: 'support',
  });
  expect((await ask('evals/cut')).status).toBeGreaterThanOrEqual(400);
});

it('reads nothing outside the folder', async () => {
  writeFileSync(path.join(root, 'report.json'), JSON.stringify(report));
  for (const id of ['..', '../..', '.', 'support/../..', '/', 'nothing'])
    expect((await ask(`evals/${encodeURIComponent(id)}`)).status).toBe(404);
});

it('accepts any JSON as a report without failing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.constantFrom(...Object.keys(report)), async (value, key) => {
      write('support', { 'report.json': JSON.stringify({ ...report, [key]: value }) });
      expect((await ask<EvalsReply>('evals')).status).toBe(200);
      const { status, body } = await ask<{ readonly error?: { readonly code: string } }>('evals/support');
      expect(status === 200 ? undefined : body.error?.code).toBe(
        status === 200 ? undefined : 'INVALID_REPORT',
      );
    }),
    { numRuns: 30 },
  );
});
