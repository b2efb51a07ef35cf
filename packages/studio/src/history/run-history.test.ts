import fc from 'fast-check';
import type { StudioEvent } from '../protocol/studio-event.js';
import { RunHistory } from './run-history.js';

const start: StudioEvent = { type: 'run-start', input: 'Go', tools: 0 };
const end: Extract<StudioEvent, { type: 'run-end' }> = {
  type: 'run-end',
  result: {
    ...{ runId: 'r', status: 'completed', finalResponse: '', iteration: 1 },
    ...{
      toolCalls: [],
      reasoningTrace: [],
      warnings: [],
      errors: [],
      messages: [],
      usage: { inputTokens: 0, outputTokens: 0 },
    },
  },
};

function add(history: RunHistory, runId: string, event: StudioEvent, size = 10, parentRunId?: string): void {
  const run = { runId, agent: 'a', ...(parentRunId !== undefined && { parentRunId }) };
  history.add({ at: 1, run, event }, size, { from: 'live' });
}

const idsOf = (history: RunHistory) => history.list({ limit: 1_000 }).runs.map(({ runId }) => runId);

// K2
describe('the history', () => {
  it('forgets ended runs before open ones, and those that were silent longest first', () => {
    const history = new RunHistory(() => ({ controllable: false }), { entries: 5, characters: 1_000 });
    add(history, 'open', start);
    add(history, 'old', start);
    add(history, 'old', end);
    add(history, 'new', start);
    add(history, 'new', end);
    add(history, 'latest', start);
    expect(idsOf(history).sort()).toEqual(['latest', 'new', 'open']);
    add(history, 'latest', { type: 'warning', message: 'long' }, 990);
    expect(idsOf(history)).toEqual(['latest']);
  });

  it('says how long a run took, unless its clock was set back', () => {
    const history = new RunHistory(() => ({ controllable: false }));
    const warning: StudioEvent = { type: 'warning', message: 'Slow.' };
    const tell = (runId: string, ...given: readonly (readonly [number, StudioEvent])[]) => {
      for (const [at, event] of given)
        history.add({ at, run: { runId, agent: 'a' }, event }, 10, { from: 'log' });
    };
    tell('jumps', [1_000, start], [9_000_000, warning], [1_012, end]);
    tell('back', [1_000, start], [400, end]);
    const durations = history.list({ limit: 9 }).runs.map(({ runId, durationMs }) => [runId, durationMs]);
    expect(Object.fromEntries(durations)).toEqual({ jumps: 12, back: undefined });
  });

  // K7
  it('says what a run answered and which tools it called, and which of them failed, also within sub-runs', () => {
    const history = new RunHistory(() => ({ controllable: false }));
    const call = (name: string): StudioEvent => ({ type: 'tool-call', callId: 'c', name, arguments: '{}' });
    add(history, 'top', start);
    add(history, 'top', call('guide'));
    add(history, 'sub', start, 10, 'top');
    add(history, 'sub', call('forecast'), 10, 'top');
    const outcome = { result: null, error: 'No data.' };
    add(
      history,
      'sub',
      { type: 'tool-result', callId: 'c', name: 'forecast', outcome, durationMs: 1 },
      10,
      'top',
    );
    expect(history.list({}).runs[0]).not.toHaveProperty('answer');
    const { result } = end;
    add(history, 'top', { ...end, result: { ...result, finalResponse: `It rains. ${'x'.repeat(500)}` } });
    add(history, 'broken', start);
    add(history, 'broken', { ...end, result: { ...result, status: 'error', errors: ['No network.'] } });
    const runs = Object.fromEntries(history.list({}).runs.map((run) => [run.runId, run]));
    expect(runs.top).toMatchObject({
      answer: expect.stringMatching(/^It rains\. x+$/),
      tools: ['guide', 'forecast'],
      failedTools: ['forecast'],
    });
    expect(runs.top?.answer).toHaveLength(300);
    expect(runs.broken).toMatchObject({ answer: 'No network.' });
    expect(runs.broken).not.toHaveProperty('tools');
  });

  it('is listed page by page without a gap, also where many runs begin at once', () => {
    const runs = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 40 });
    const moments = fc.array(fc.nat(2), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(runs, moments, fc.integer({ min: 1, max: 7 }), (ids, times, limit) => {
        const history = new RunHistory(() => ({ controllable: false }));
        for (const [index, runId] of ids.entries()) {
          const entry = { at: times[index] ?? 0, run: { runId, agent: 'a' }, event: start };
          history.add(entry, 10, { from: 'live' });
        }
        const all = history.list({ limit: 1_000 }).runs;
        const listed: (typeof all)[number][] = [];
        for (let more = true; more; ) {
          const page = history.list({ limit, before: listed.at(-1) });
          listed.push(...page.runs);
          more = page.more;
        }
        expect(listed).toEqual(all);
        expect(new Set(listed.map(({ runId }) => runId))).toEqual(new Set(ids));
      }),
    );
  });

  it('keeps the start and the latest entries of a run that is too long, and says that it is not whole', () => {
    const history = new RunHistory(() => ({ controllable: false }), { entries: 100, characters: 1e9 });
    add(history, 'long', start);
    for (let index = 0; index < 1_000; index++)
      add(history, 'long', { type: 'text-delta', text: `${index}` });
    const { entries } = history.read('long') ?? { entries: [] };
    expect(entries.length).toBeLessThanOrEqual(100);
    expect(entries[0]?.event).toEqual(start);
    expect(entries.at(-1)?.event).toEqual({ type: 'text-delta', text: '999' });
    expect(history.find('long')?.isPartial).toBe(true);
  });

  it('gives a run with those below it, in order, in parts', () => {
    const history = new RunHistory(() => ({ controllable: false }));
    add(history, 'top', start);
    add(history, 'child', start, 10, 'top');
    add(history, 'grandchild', start, 10, 'child');
    add(history, 'other', start);
    add(history, 'top', end);
    expect(idsOf(history).sort()).toEqual(['other', 'top']);
    const first = history.read('top', { limit: 2 });
    expect(first).toMatchObject({ more: true, entries: [{ sequence: 1 }, { sequence: 2 }] });
    const rest = history.read('top', { after: 2, limit: 2 });
    expect(rest).toMatchObject({ more: false, entries: [{ sequence: 3 }, { sequence: 5 }] });
    expect(history.read('none')).toBeUndefined();
  });

  it('never holds more than its limits, whatever comes', () => {
    const entry = fc.record({
      runId: fc.constantFrom('a', 'b', 'c', 'd'),
      parentRunId: fc.constantFrom('a', 'b', undefined),
      event: fc.constantFrom(start, end, { type: 'text-delta', text: 'x' } as const),
      size: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 200 }), (given) => {
        const history = new RunHistory(() => ({ controllable: false }), { entries: 20, characters: 200 });
        for (const { runId, event, size, parentRunId } of given) {
          add(history, runId, event, size, parentRunId);
          const records = ['a', 'b', 'c', 'd'].flatMap((id) => history.find(id) ?? []);
          expect(records.reduce((sum, { entries }) => sum + entries.length, 0)).toBeLessThanOrEqual(20);
          expect(history.read(runId)?.entries.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
