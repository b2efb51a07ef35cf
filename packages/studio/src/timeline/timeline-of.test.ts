import type { RunInfo } from '@toolwright/contract';
import fc from 'fast-check';
import type { RunEntry, StudioEvent } from '../protocol/studio-event.js';
import type { TimelineStep } from './timeline.js';
import { timelineOf } from './timeline-of.js';

const usage = { inputTokens: 3, outputTokens: 4 };
const end = (status: 'completed' | 'paused' = 'completed'): StudioEvent => ({
  type: 'run-end',
  result: {
    ...{ runId: 'r', status, finalResponse: 'Done.', iteration: 1, usage, cost: 0.5 },
    ...{ toolCalls: [], reasoningTrace: [], warnings: [], errors: [], messages: [] },
  },
});
const start: StudioEvent = { type: 'run-start', input: 'Go', tools: 1 };
const call = (callId: string): StudioEvent => ({ type: 'tool-call', callId, name: 'look', arguments: '{}' });
const result = (callId: string, durationMs = 5): StudioEvent => ({
  ...{ type: 'tool-result', callId, name: 'look', durationMs, outcome: { result: callId, error: null } },
});
const model: StudioEvent = { type: 'llm-call', iteration: 1, maxIterations: 10, messages: 2 };
const reply = (content: string): StudioEvent => ({
  type: 'message',
  message: { role: 'assistant', content },
});

function entries(...given: readonly (StudioEvent | readonly [StudioEvent, Partial<RunInfo>])[]): RunEntry[] {
  return given.map((one, index) => {
    const [event, run] = 'type' in one ? [one, {}] : one;
    return { sequence: index + 1, at: 100 + index * 10, run: { runId: 'r', agent: 'a', ...run }, event };
  });
}

// K2
describe('a timeline', () => {
  it('has no duration that is negative or longer than its run, whatever the clock did', () => {
    const events = [start, model, reply('I look.'), call('1'), result('1', -5), model, reply('Done.'), end()];
    const moments = fc.array(fc.integer({ min: -6e13, max: 4e12 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(moments, (times) => {
        const [run] = timelineOf(
          entries(...events).map((entry, index) => ({ ...entry, at: times[index] ?? 0 })),
        );
        const whole = (times[7] ?? 0) - (times[0] ?? 0);
        expect(run?.durationMs).toBe(whole < 0 ? undefined : whole);
        for (const step of run?.steps ?? []) {
          if (step.kind === 'note' || step.durationMs === undefined) continue;
          expect(step.durationMs).toBeGreaterThanOrEqual(0);
          expect(step.durationMs).toBeLessThanOrEqual(whole);
        }
      }),
    );
  });

  it('has model calls, tool calls and notes in their order, with times, tokens and cost', () => {
    const [run] = timelineOf(
      entries(
        start,
        model,
        { type: 'text-delta', text: 'I lo' },
        { type: 'text-delta', text: 'ok.' },
        { type: 'usage', usage },
        reply('I look.'),
        call('1'),
        result('1'),
        { type: 'warning', message: 'Slow.' },
        end(),
      ),
    );
    expect(run).toMatchObject({
      status: 'completed',
      input: 'Go',
      answer: 'Done.',
      usage,
      cost: 0.5,
      startedAt: 100,
      endedAt: 190,
      durationMs: 90,
    });
    expect(run?.steps).toMatchObject([
      {
        kind: 'model',
        iteration: 1,
        startedAt: 110,
        endedAt: 150,
        durationMs: 40,
        text: 'I look.',
        usage,
        messages: 2,
      },
      { kind: 'tool', callId: '1', endedAt: 170, outcome: { result: '1' }, durationMs: 5 },
      { kind: 'note', level: 'warning', text: 'Slow.' },
    ]);
  });

  it('shows what was streamed of a reply that goes on', () => {
    const [run] = timelineOf(entries(start, model, { type: 'text-delta', text: 'I lo' }));
    expect(run).toMatchObject({ status: 'running', steps: [{ text: 'I lo' }] });
    expect(run?.steps[0]).not.toHaveProperty('endedAt');
  });

  it('nests the run of a sub-agent in the call that started it', () => {
    const inner = { runId: 'i', agent: 'inner', parentRunId: 'r', parentCallId: '1' };
    const runs = timelineOf(entries(start, call('1'), [start, inner], [end(), inner], result('1'), end()));
    expect(runs).toHaveLength(1);
    expect(runs[0]?.steps).toMatchObject([{ kind: 'tool', runs: [{ agent: 'inner', status: 'completed' }] }]);
    const lost = { ...inner, parentCallId: 'none' };
    expect(timelineOf(entries(start, [start, lost]))[0]?.otherRuns).toMatchObject([{ agent: 'inner' }]);
  });

  it('nests the calls of a program in its call, also when the program was paused', () => {
    const of = (event: StudioEvent, parentCallId: string) => ({ ...event, parentCallId }) as StudioEvent;
    const pending = [{ callId: '1/2', name: 'look', arguments: '{}' }];
    const [run] = timelineOf(
      entries(
        ...[start, call('1'), of(call('1/1'), '1'), of(result('1/1'), '1')],
        ...[{ type: 'approval-request', calls: pending } as const, end('paused')],
        ...[start, call('1'), of(call('1/2'), '1'), of(call('1/2/1'), '1/2'), of(result('1/2/1'), '1/2')],
        ...[of(result('1/2'), '1'), result('1'), of(call('lost'), 'none'), end()],
      ),
    );
    expect(run?.steps.filter(({ kind }) => kind === 'tool')).toMatchObject([
      {
        callId: '1',
        calls: [
          { callId: '1/1', parentCallId: '1', calls: [] },
          { callId: '1/2', parentCallId: '1', calls: [{ callId: '1/2/1' }] },
        ],
      },
      { callId: 'lost', calls: [] },
    ]);
  });

  it('has each call once in linear time, however deep a forged log nests them', () => {
    const forged = Array.from({ length: 20_000 }, (_, index) => ({
      ...call(String(index % 15_000)),
      parentCallId: String(index - 1),
    }));
    const count = (steps: readonly TimelineStep[]): number =>
      steps.reduce((sum, step) => sum + (step.kind === 'tool' ? 1 + count(step.calls) : 0), 0);
    expect(count(timelineOf(entries(...forged))[0]?.steps ?? [])).toBe(20_000);
  });

  it('gives each try of a request its exchange', () => {
    const request = { type: 'wire-request', method: 'POST', url: 'u', headers: {}, body: '' } as const;
    const answer = { type: 'wire-reply', headers: {}, body: '', durationMs: 1 } as const;
    const [run] = timelineOf(
      entries(
        start,
        model,
        { ...request, exchange: 'x' },
        { ...answer, exchange: 'x', status: 429 },
        { type: 'retry', attempt: 1, delayMs: 9, reason: 'slow' },
        { ...request, exchange: 'y' },
        { ...answer, exchange: 'y', status: 200 },
        { ...answer, exchange: 'unknown' },
      ),
    );
    expect(run?.steps).toMatchObject([
      {
        retries: [{ reason: 'slow', delayMs: 9 }],
        exchanges: [{ reply: { status: 429 } }, { reply: { status: 200 } }],
      },
    ]);
  });

  it('goes on with a run that was paused', () => {
    const pending = [{ callId: '1', name: 'send', arguments: '{}' }];
    const [run] = timelineOf(
      entries(
        start,
        { type: 'approval-request', calls: pending },
        end('paused'),
        { type: 'run-start', input: 'Go', tools: 1, resumed: ['1'] },
        call('1'),
      ),
    );
    expect(run).toMatchObject({ status: 'running', steps: [{ kind: 'note', pending }, { kind: 'tool' }] });
  });

  it('has each call of each run once, whatever the order of entries', () => {
    const event = fc.constantFrom(
      start,
      model,
      reply('x'),
      call('1'),
      call('2'),
      result('1'),
      result('2'),
      end(),
    );
    const id = fc.constantFrom('a', 'b', 'c');
    const given = fc.array(
      fc.tuple(event, fc.record({ runId: id, parentRunId: id, parentCallId: fc.constantFrom('1', '2') })),
    );
    fc.assert(
      fc.property(given, (list) => {
        const all = entries(...list);
        const seen: string[] = [];
        const visit = (runs: ReturnType<typeof timelineOf>): void => {
          for (const { runId, steps, otherRuns } of runs) {
            seen.push(runId);
            for (const step of steps) if (step.kind === 'tool') visit(step.runs);
            visit(otherRuns);
          }
        };
        visit(timelineOf(all));
        expect(seen.sort()).toEqual([...new Set(all.map(({ run }) => run.runId))].sort());
      }),
    );
  });

  it('tells that a run was interrupted, unless it goes on', () => {
    const cut: StudioEvent = { type: 'run-interrupted', reason: 'It was killed.' };
    expect(timelineOf(entries(start, model, cut))).toMatchObject([
      {
        status: 'interrupted',
        steps: [{ kind: 'model' }, { kind: 'note', text: 'Ended without a result: It was killed.' }],
      },
    ]);
    expect(timelineOf(entries(start, cut, model))).toMatchObject([{ status: 'running' }]);
    expect(timelineOf(entries(start, cut, end()))).toMatchObject([{ status: 'completed' }]);
  });

  it('keeps the logs of a call apart from its progress', () => {
    const about = { callId: '1', name: 'look' };
    const log: StudioEvent = { type: 'tool-log', ...about, message: 'Reading', data: { files: 2 } };
    const progress: StudioEvent = { type: 'tool-progress', ...about, progress: 0.5 };
    expect(timelineOf(entries(start, call('1'), log, progress, result('1')))).toMatchObject([
      { steps: [{ logs: [{ message: 'Reading', data: { files: 2 } }], progress: [{ value: 0.5 }] }] },
    ]);
  });

  it('takes linear time, also for runs that claim to be nested without end', () => {
    const nested = Array.from({ length: 50_000 }, (_, index): readonly [StudioEvent, Partial<RunInfo>] => [
      start,
      { runId: `${index}`, parentRunId: `${index - 1}` },
    ]);
    expect(timelineOf(entries(...nested)).length).toBeGreaterThan(500);
  });
});
