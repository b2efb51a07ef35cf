import type { AgentEvent, RunInfo } from '@toolwright/contract';
import { createConsoleLogger } from './console-logger.js';
import { runEnd } from './console-logger.test.support.js';

const desk: RunInfo = { runId: '1', agent: 'desk' };
const search: RunInfo = { runId: '2', agent: 'search', parentRunId: '1', parentCallId: 'a' };
const writer: RunInfo = { runId: '3', agent: 'writer', parentRunId: '1', parentCallId: 'b' };

type Step = readonly [RunInfo, AgentEvent];
const start = (run: RunInfo, input: string): Step => [run, { type: 'run-start', input, tools: 0 }];
const say = (run: RunInfo, text: string): Step => [
  run,
  { type: 'message', message: { role: 'assistant', content: text }, finishReason: 'stop' },
];
const end = (run: RunInfo): Step => [
  run,
  runEnd({ iteration: 1, usage: { inputTokens: 0, outputTokens: 0 } }),
];
const call = (run: RunInfo, callId: string, name: string): Step => [
  run,
  { type: 'tool-call', callId, name, arguments: '{}' },
];
const result = (run: RunInfo, callId: string, name: string): Step => [
  run,
  { type: 'tool-result', callId, name, durationMs: 5, outcome: { result: 'ok', error: null } },
];
const request = (run: RunInfo, ...ids: string[]): Step => {
  const calls = ids.map(
    (id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } }) as const,
  );
  const message = { role: 'assistant', content: null, tool_calls: calls } as const;
  return [run, { type: 'message', message, finishReason: 'tool-calls' }];
};

function print(steps: readonly Step[], width = 80): string[] {
  let text = '';
  const stream = { write: (piece: string) => (text += piece) };
  const logger = createConsoleLogger({ stream, env: {}, width, now: () => 0 });
  for (const [run, event] of steps) logger.log(event, run);
  return text.split('\n');
}

// A14
describe('the tree of the console', () => {
  it('shows a sub-agent below the call that started it', () => {
    const steps = [
      start(desk, 'Hi'),
      request(desk, 'a'),
      call(desk, 'a', 'search'),
      start(search, 'Find it'),
      say(search, 'Found.'),
      end(search),
      result(desk, 'a', 'search'),
      end(desk),
    ];
    expect(print(steps)).toEqual([
      'User       Hi',
      'Requested  1 tool call',
      'Tool call  search {}',
      '├ User       [search] Find it',
      '│ Assistant  Found.',
      '└ Done       0 ms · 1 LLM call',
      'Result     search in 5 ms: ok',
      'Done       0 ms · 1 LLM call',
      '',
    ]);
  });

  it('shows the calls of a program below it, and what they start below them', () => {
    const of = ([run, event]: Step, parentCallId: string): Step => [
      run,
      { ...event, parentCallId } as AgentEvent,
    ];
    const nested = { ...search, parentCallId: 'p/2' };
    const program = [
      of(call(desk, 'p/1', 'look'), 'p'),
      of(call(desk, 'p/2', 'search'), 'p'),
      start(nested, 'Find it'),
      end(nested),
      of(result(desk, 'p/1', 'look'), 'p'),
      of(result(desk, 'p/2', 'search'), 'p'),
    ];
    const alone = [call(desk, 'p', 'run'), ...program, result(desk, 'p', 'run')];
    expect(print(alone)).toEqual([
      'Tool call  run {}',
      '│ Tool call  look {}',
      '│ Tool call  search {}',
      '│ ├ User       [search] Find it',
      '│ └ Done       0 ms · 1 LLM call',
      '│ Result     look in 5 ms: ok',
      '│ Result     search in 5 ms: ok',
      'Result     run in 5 ms: ok',
      '',
    ]);
    const both = [
      ...[request(desk, 'p', 'b'), call(desk, 'p', 'run'), call(desk, 'b', 'other')],
      ...[...program.slice(0, 1), result(desk, 'b', 'other'), result(desk, 'p', 'run')],
    ];
    expect(print(both)).toEqual([
      'Requested  2 tool calls',
      '├ Tool call  run {}',
      '├ Tool call  other {}',
      '│ │ Tool call  look {}',
      '├ Result     other in 5 ms: ok',
      '└ Result     run in 5 ms: ok',
      '',
    ]);
  });

  it('shows parallel calls as branches, and names the agent of each line where several run', () => {
    const steps = [
      start(desk, 'Hi'),
      request(desk, 'a', 'b'),
      call(desk, 'a', 'search'),
      call(desk, 'b', 'writer'),
      start(search, 'Find it'),
      start(writer, 'Write it'),
      [writer, { type: 'text-delta', text: 'Dear friends, ' }],
      say(search, 'Found.'),
      [writer, { type: 'text-delta', text: 'all of you who read this narrow line' }],
      end(writer),
      result(desk, 'b', 'writer'),
      end(search),
      result(desk, 'a', 'search'),
      say(desk, 'Done.'),
    ] as const;
    expect(print(steps, 50)).toEqual([
      'User       Hi',
      'Requested  2 tool calls',
      '├ Tool call  search {}',
      '├ Tool call  writer {}',
      '│ ├ User       [search] Find it',
      '│ ├ User       [writer] Write it',
      '│ │ Assistant  [writer] Dear friends,',
      '│ │ Assistant  [search] Found.',
      '│ │ Assistant  [writer] … all of you who read this',
      '│ │            narrow line',
      '│ ├ Done       [writer] 0 ms · 1 LLM call',
      '├ Result     writer in 5 ms: ok',
      '│ └ Done       [search] 0 ms · 1 LLM call',
      '└ Result     search in 5 ms: ok',
      'Assistant  Done.',
      '',
    ]);
  });

  it('keeps room for text in a deep tree', () => {
    const runs = Array.from({ length: 30 }, (_, index): RunInfo => {
      const parent = index === 0 ? {} : { parentRunId: String(index - 1) };
      return { runId: String(index), agent: `agent${index}`, ...parent };
    });
    const lines = print(
      runs.map((run) => start(run, 'Hi')),
      40,
    );
    expect(lines[4]).toBe('│ │ │ ├ User       [agent4] Hi');
    expect(lines[29]).toMatch(/^… │ │ │ ├ User {7}\[agent29\] Hi$/);
  });

  it('forgets the calls that a run never finished', () => {
    const steps = [request(desk, 'a', 'b'), call(desk, 'a', 'f'), end(desk), start(desk, 'Again')];
    expect(print(steps).slice(1)).toEqual([
      '├ Tool call  f {}',
      'Done       0 ms · 1 LLM call',
      '',
      'User       Again',
      '',
    ]);
  });
});
