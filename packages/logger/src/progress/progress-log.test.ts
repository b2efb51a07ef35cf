import type { AgentEvent, JsonValue } from '@toolwright/contract';
import { createConsoleLogger } from '../console-logger.js';
import { readProgress } from './read-progress.js';

const run = { runId: 'r1', agent: 'helper' };
const progress = (value: JsonValue, callId = 'c1'): AgentEvent => ({
  type: 'tool-progress',
  callId,
  name: callId === 'c1' ? 'index' : 'other',
  progress: value,
});
const result = (callId = 'c1'): AgentEvent => ({
  type: 'tool-result',
  callId,
  name: 'index',
  durationMs: 5,
  outcome: { result: 'ok', error: null },
});
const step = (done: number): AgentEvent => progress({ progress: done, total: 8, message: `file ${done}` });

function print(events: readonly AgentEvent[], isTTY: boolean, env = {}): string {
  let text = '';
  let time = 0;
  const stream = { write: (piece: string) => (text += piece), isTTY, columns: 60 };
  const logger = createConsoleLogger({ stream, env, color: false, now: () => (time += 100) });
  for (const event of events) logger.log(event, run);
  return text;
}

/** What is on the screen: a line that is cleared is not. */
function screen(text: string): string[] {
  return text.split('\n').map((line) => line.split('\r\u001b[2K').at(-1) ?? '');
}

describe('progress on a terminal', () => {
  it('is one line that is rewritten, and gone with the result', () => {
    const text = print([step(1), step(4)], true);
    expect(screen(text)).toEqual(['Progress   index ██████████░░░░░░░░░░ 50% · 4 of 8 · file 4']);
    expect(screen(print([step(1), step(4), result()], true))).toEqual(['Result     index in 5 ms: ok', '']);
  });

  it('stays below lines that are written meanwhile, and is never within one', () => {
    const events: AgentEvent[] = [
      step(4),
      { type: 'warning', message: 'careful' },
      { type: 'text-delta', text: 'An answer ' },
      progress({ percent: 10 }, 'c2'),
      { type: 'text-delta', text: 'in pieces' },
      { type: 'warning', message: 'again' },
    ];
    expect(screen(print(events, true))).toEqual([
      'Warning    careful',
      'Assistant  An answer in pieces',
      'Warning    again',
      'Progress   other ██░░░░░░░░░░░░░░░░░░ 10%',
    ]);
    expect(screen(print([...events, result('c2')], true)).at(-1)).toMatch(/^Progress {3}index .*50%/);
  });

  it('fits in the line, without control characters', () => {
    const text = print([progress({ progress: 1, total: 2, message: `\u001b\n${'京'.repeat(99)}` })], true);
    expect(text).toMatch(/ 50% · 1 of 2 · ␛⏎京京$/);
    expect(text.length).toBeLessThan(60);
  });

  it('is not rewritten on a terminal that cannot', () => {
    expect(print([step(1), step(8)], true, { TERM: 'dumb' })).not.toContain('\r');
  });
});

describe('progress elsewhere', () => {
  it('is a line for each quarter, and the last', () => {
    const all = [0, 1, 2, 3, 4, 5, 6, 7].map(step);
    expect(print([...all, result()], false).split('\n')).toEqual([
      'Progress   index: 0% · 0 of 8 · file 0',
      'Progress   index: 25% · 2 of 8 · file 2',
      'Progress   index: 50% · 4 of 8 · file 4',
      'Progress   index: 75% · 6 of 8 · file 6',
      'Progress   index: 87% · 7 of 8 · file 7',
      'Result     index in 5 ms: ok',
      '',
    ]);
  });

  it('of an unknown amount is a line for each second', () => {
    const lines = print(
      Array.from({ length: 25 }, (_, index) => progress(`row ${index}`)),
      false,
    ).split('\n');
    expect(lines).toEqual([
      'Progress   index: row 0',
      'Progress   index: row 10',
      'Progress   index: row 20',
      '',
    ]);
  });

  it('keeps each line that a tool logs', () => {
    const log = (value: JsonValue): AgentEvent => ({ ...progress(value), log: true }) as AgentEvent;
    expect(print([log('first'), log({ message: 'second', data: { rows: 2 } })], false)).toBe(
      'Log        index: first\nLog        index: second {"rows":2}\n',
    );
  });
});

it.each<[JsonValue, ReturnType<typeof readProgress>]>([
  [
    { progress: 5, total: 5, message: 'review 5' },
    { done: 1, text: '5 of 5 · review 5' },
  ],
  [{ done: 0.5 }, { done: 0.5, text: '' }],
  [
    { percent: 40, file: 'a.ts' },
    { done: 0.4, text: 'file a.ts' },
  ],
  [{ progress: 1_200 }, { text: 'progress 1,200' }],
  [{ status: 200, rows: [1, 2], more: { a: 1 } }, { text: 'status 200 · rows 2 items · more 1 member' }],
  [{ progress: 3, total: 0 }, { text: 'progress 3 · total 0' }],
  ['half', { text: 'half' }],
  [7, { text: '7' }],
])('reads %j', (value, expected) => {
  expect(readProgress(value)).toEqual(expected);
});
