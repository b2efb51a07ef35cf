import type { AgentEvent, RunInfo } from '@toolwright/contract';
import { createConsoleLogger } from './console-logger.js';

const alice: RunInfo = { runId: '1', agent: 'alice' };
const alice2: RunInfo = { runId: '2', agent: 'alice' };
const bob: RunInfo = { runId: '3', agent: 'bob' };

type Step = readonly [RunInfo, AgentEvent];
const start = (run: RunInfo, input: string): Step => [run, { type: 'run-start', input, tools: 0 }];
const delta = (run: RunInfo, text: string): Step => [run, { type: 'text-delta', text }];
const call = (run: RunInfo, callId: string, args: string): Step => [
  run,
  { type: 'tool-call', callId, name: 'search', arguments: args },
];
const result = (run: RunInfo, callId: string, value: string): Step => [
  run,
  { type: 'tool-result', callId, name: 'search', durationMs: 5, outcome: { result: value, error: null } },
];
const message = (run: RunInfo, content: string): Step => [
  run,
  { type: 'message', message: { role: 'assistant', content }, finishReason: 'stop' },
];
const end = (run: RunInfo): Step => [
  run,
  {
    type: 'run-end',
    result: {
      runId: run.runId,
      status: 'completed',
      finalResponse: '',
      iteration: 1,
      toolCalls: [],
      reasoningTrace: [],
      warnings: [],
      errors: [],
      messages: [],
      usage: { inputTokens: 0, outputTokens: 0 },
    },
  },
];

function print(steps: readonly Step[], width = 80): string[] {
  let text = '';
  const logger = createConsoleLogger({
    stream: { write: (piece) => (text += piece) },
    env: {},
    width,
    now: () => 0,
  });
  for (const [run, event] of steps) logger.log(event, run);
  return text.split('\n');
}

// A14
describe('runs that interleave on one logger', () => {
  it('stream one text at a time, and show the others whole', () => {
    const steps = [
      start(alice, 'one'),
      start(bob, 'two'),
      delta(alice, 'The first '),
      delta(bob, 'The second '),
      delta(alice, 'answer'),
      delta(bob, 'text.'),
      message(bob, 'The second text.'),
      delta(alice, ' is here.'),
      message(alice, 'The first answer is here.'),
    ];
    expect(print(steps)).toEqual([
      'User       one',
      'User       [bob] two',
      'Assistant  [alice] The first answer',
      'Assistant  [bob] The second text.',
      'Assistant  [alice] … is here.',
      '',
    ]);
  });

  it('show the next run when the first has finished', () => {
    const steps = [
      start(alice, 'one'),
      start(bob, 'two'),
      delta(alice, 'A'),
      delta(bob, 'B, '),
      message(alice, 'A'),
      delta(bob, 'at once'),
    ];
    expect(print(steps).slice(2)).toEqual(['Assistant  [alice] A', 'Assistant  [bob] B, at once']);
  });

  it('number the runs of one agent', () => {
    expect(print([start(alice, 'one'), start(alice2, 'two'), message(alice, 'x')])).toEqual([
      'User       one',
      'User       [alice#2] two',
      'Assistant  [alice#1] x',
      '',
    ]);
  });

  it('keep their names until all have ended', () => {
    const steps = [start(alice, 'one'), start(bob, 'two'), end(bob), end(alice), start(bob, 'three')];
    expect(print(steps)).toEqual([
      'User       one',
      'User       [bob] two',
      'Done       [bob] 0 ms · 1 LLM call',
      'Done       [alice] 0 ms · 1 LLM call',
      '',
      'User       three',
      '',
    ]);
  });

  it('have a long name shortened and made safe', () => {
    const run = { runId: '9', agent: `\u001b[2J${'long'.repeat(20)}` };
    expect(print([start(alice, 'one'), delta(run, 'Hello'), message(run, 'Hello')], 40)).toEqual([
      'User       one',
      'Assistant  [␛[2Jlonglo…] Hello',
      '',
    ]);
  });
});

describe('calls of one tool that are open together', () => {
  it('are distinguished by their arguments in results', () => {
    const steps = [
      call(alice, 'a', '{"q":"x"}'),
      call(alice, 'b', '{\n  "q": "y"}'),
      result(alice, 'b', '2'),
    ];
    expect(
      print([...steps, result(alice, 'a', '1'), call(alice, 'c', '{}'), result(alice, 'c', '3')]),
    ).toEqual([
      'Tool call  search {"q":"x"}',
      '├ Tool call  search {"q":"y"}',
      '├ Result     search { "q": "y"} in 5 ms: 2',
      '└ Result     search {"q":"x"} in 5 ms: 1',
      'Tool call  search {}',
      'Result     search in 5 ms: 3',
      '',
    ]);
  });
});
