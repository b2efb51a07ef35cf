import { createRedaction } from '@toolwright/redaction';
import { readLine } from '../record/read-line.js';
import { exportRun } from './export-run.js';
import { RunHistory } from './run-history.js';

const KEY = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd';
const HOSTILE = '</script><img src=x onerror=alert(1)>"\'`&';

function exported(format: 'html' | 'json', events: readonly object[]) {
  const history = new RunHistory(() => ({ controllable: false }));
  for (const [index, event] of events.entries()) {
    const time = new Date(Date.UTC(2026, 10, 26) + index * 10).toISOString();
    const entry = readLine(JSON.stringify({ time, runId: 'r', agent: 'a/b <x>', ...event }));
    if (entry === undefined) throw new Error(`No entry: ${JSON.stringify(event)}`);
    history.add(entry, 100, { from: 'live' });
  }
  const run = history.find('r');
  if (run === undefined) throw new Error('No run.');
  const given = { summary: history.summary(run), entries: history.entriesOf(run) };
  return exportRun(given, format, createRedaction());
}

const usage = { inputTokens: 1, outputTokens: 1 };
const result = {
  status: 'completed',
  usage,
  cost: 0.001_372_519,
  errors: [],
  finalResponse: `Done ${HOSTILE}`,
};
const EVENTS = [
  { type: 'run-start', input: `Hello ${HOSTILE}`, tools: 1 },
  {
    type: 'tool-call',
    callId: 'c',
    name: `login ${HOSTILE}`,
    arguments: '{"user":"ann","password":"oak-hill-42"}',
  },
  {
    type: 'tool-result',
    callId: 'c',
    name: 'login',
    durationMs: 3,
    outcome: {
      error: null,
      result: { token: 'mellon-friend', text: `The key is ${KEY}.`, [HOSTILE]: HOSTILE },
    },
  },
  { type: 'run-end', result },
];

// K7
describe.each(['html', 'json'] as const)('a run exported as %s', (format) => {
  const { text, file } = exported(format, EVENTS);

  it('holds no secret that a program has attached', () => {
    for (const secret of [KEY, 'oak-hill-42', 'mellon-friend']) expect(text).not.toContain(secret);
    expect(text).toContain('[redacted]');
    expect(text).toContain('ann');
  });

  it('is named after its agent and time', () => {
    expect(file).toBe(`run-a-b-x--2026-11-26T00-00-00.${format}`);
  });
});

it('exports all entries as JSON, whose texts of JSON stay JSON', () => {
  const { text } = exported('json', EVENTS);
  const { summary, entries } = JSON.parse(text);
  expect(summary).toMatchObject({ runId: 'r', status: 'completed', toolCalls: 1 });
  expect(summary).not.toHaveProperty('failedTools');
  expect(entries).toHaveLength(4);
  expect(JSON.parse(entries[1].event.arguments)).toEqual({ user: 'ann', password: '[redacted]' });
});

it('escapes hostile texts, wherever they are', () => {
  const { text } = exported('html', EVENTS);
  expect(text).not.toMatch(/<(script|img)/i);
  expect(text).toContain('$0.0014');
  expect(text).toContain('Done &#60;/script&#62;&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#96;&#38;');
});

it('shows the Markdown of the answer as elements, whose texts are escaped', () => {
  const finalResponse = `# Inns\n\n- **Oslo**: [map](https://x.example/?a=1&b)\n- \`${HOSTILE}\`\n\n| a | b |\n|---|---|\n| 1 | 2 |`;
  const { text } = exported('html', [
    { type: 'run-start', input: 'Inns?', tools: 0 },
    { type: 'run-end', result: { ...result, finalResponse } },
  ]);
  expect(text).toContain('<p><strong>Inns</strong></p>');
  expect(text).toContain('<li><p><strong>Oslo</strong>: map (https://x.example/?a=1&#38;b)</p></li>');
  expect(text).toContain('<tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr>');
  expect(text).not.toMatch(/<(script|img|a) /i);
});

it('shows the stack of a failed call, with its causes, as text', () => {
  const frame = { function: 'run', file: '/app/src/a.ts', line: 3, column: 5, own: true };
  const cause = { name: 'Error', message: HOSTILE, frames: [] };
  const { text } = exported('html', [
    ...EVENTS.slice(0, 2),
    {
      type: 'tool-result',
      callId: 'c',
      name: 'login',
      durationMs: 3,
      outcome: { error: 'no room', result: null },
      thrown: { name: 'TypeError', message: 'no room', frames: [frame], cause },
    },
  ]);
  expect(text).toContain(
    'TypeError: no room\n    at run (/app/src/a.ts:3:5)\nCaused by Error: &#60;/script&#62;',
  );
});

it('exports a run of damaged entries', () => {
  const { text } = exported('html', [
    { type: 'run-start', input: [{ type: 'x' }], tools: 0 },
    { type: 'approval-request', calls: [] },
    { type: 'fallback' },
    { type: 'run-interrupted', reason: 'gone' },
  ]);
  expect(text).toContain('gone');
});
