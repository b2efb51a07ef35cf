import { type AgentEvent, type RunInfo, type RunResult, withThrown } from '@toolwright/contract';
import { createDebugLogger, type DebugLoggerOptions } from './debug-logger.js';

const run: RunInfo = { runId: 'r1', agent: 'helper', provider: 'openai', model: 'gpt-x' };

function print(
  events: readonly (readonly [ms: number, event: AgentEvent])[],
  options: DebugLoggerOptions = {},
): string {
  let text = '';
  let time = 0;
  const stream = { write: (piece: string) => (text += piece) };
  const logger = createDebugLogger({ stream, env: {}, width: 100, now: () => time, ...options });
  for (const [ms, event] of events) {
    time = 1_000 + ms;
    logger.log(event, run);
  }
  return text;
}

const result: RunResult = {
  runId: 'r1',
  status: 'completed',
  finalResponse: 'Three.',
  iteration: 1,
  toolCalls: [],
  reasoningTrace: [],
  warnings: [],
  errors: [],
  messages: [],
  usage: { inputTokens: 1200, outputTokens: 30 },
};

const events: readonly (readonly [number, AgentEvent])[] = [
  [0, { type: 'run-start', input: '1 + 2?', tools: 2 }],
  [0, { type: 'message', message: { role: 'user', content: '1 + 2?' } }],
  [1, { type: 'llm-call', iteration: 1, maxIterations: 10, messages: 2 }],
  [41, { type: 'text-delta', text: 'Let' }],
  [42, { type: 'text-delta', text: ' me' }],
  [
    81,
    {
      type: 'usage',
      usage: { inputTokens: 1200, outputTokens: 30, cachedInputTokens: 1000, reasoningTokens: 7 },
    },
  ],
  [
    81,
    {
      type: 'message',
      finishReason: 'tool-calls',
      message: {
        role: 'assistant',
        content: 'Let me',
        reasoning: 'A sum.',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1' } }],
      },
    },
  ],
  [82, { type: 'tool-call', callId: 'c1', name: 'add', arguments: '{"a":1' }],
  [
    90,
    {
      type: 'tool-result',
      callId: 'c1',
      name: 'add',
      outcome: { result: null, error: 'no JSON' },
      durationMs: 8,
    },
  ],
  [95, { type: 'run-end', result }],
];

// E13
describe('a debug trace', () => {
  it('shows phases, context, requests, timers, responses and parsed values', () => {
    // Wide enough for Node's message about malformed JSON in any version.
    expect(print(events, { width: 160 }).split('\n')).toEqual([
      'Phase      +0 ms  run of helper',
      'Context    +0 ms  user: 1 + 2?',
      'Phase      +1 ms  iteration 1 of 10',
      'Context    +1 ms  2 messages · 2 tools',
      'Request    +1 ms  to openai gpt-x',
      'Timer      +41 ms  first delta after 40 ms',
      'Response   +81 ms  1,200 tokens in · 30 out · 1,000 from the cache · 7 of reasoning',
      'Timer      +81 ms  reply took 80 ms, 2 deltas',
      'Reasoning  +81 ms  A sum.',
      'Response   +81 ms  Let me',
      'Parsed     +81 ms  1 call: add · finish tool-calls',
      'Phase      +82 ms  tool add',
      expect.stringMatching(/^Parsed {5}\+82 ms {2}not JSON: /),
      '           {"a":1',
      'Timer      +90 ms  add took 8 ms',
      'Error      +90 ms  no JSON',
      'Timer      +95 ms  run took 95 ms, 1 request, 0 tool calls',
      'Phase      +95 ms  end: completed · 1,200 tokens in · 30 out',
      '',
    ]);
  });

  it('has a colour for each of them', () => {
    const text = print(events, { color: true });
    for (const painted of [
      '\u001b[36mPhase',
      '\u001b[2mContext',
      '\u001b[35mRequest',
      '\u001b[33mTimer',
      '\u001b[32mResponse',
      '\u001b[31mError',
    ])
      expect(text).toContain(painted);
    expect(print(events, { color: false })).not.toContain('\u001b');
  });

  it('shows structured output and its changes, answers that could not be parsed, and errors', () => {
    const text = print([
      [0, { type: 'parse-error', message: 'no JSON found', text: 'Well' }],
      [
        1,
        {
          type: 'run-end',
          result: {
            ...result,
            status: 'error',
            errors: ['gone'],
            output: { a: 1 },
            outputWarnings: [{ path: 'a', message: 'a: "1" became 1' }],
          },
        },
      ],
    ]);
    expect(text).toContain('Parsed     +0 ms  no JSON found\n           Well\n');
    expect(text).toContain('Parsed     +1 ms  output: {"a":1}\nParsed     +1 ms  a: "1" became 1\n');
    expect(text).toContain('Error      +1 ms  gone\n');
    expect(text).toContain('end: error');
  });

  it('removes secrets and truncates long texts', () => {
    const text = print(
      [
        [0, { type: 'tool-call', callId: 'c', name: 'login', arguments: '{"password":"hunter2"}' }],
        [0, { type: 'warning', message: 'x'.repeat(500) }],
      ],
      { maxLength: 40 },
    );
    expect(text).not.toContain('hunter2');
    expect(text).toContain('460 more characters');
  });

  it('shows all other events, and values that are not JSON', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const text = print([
      [
        0,
        {
          type: 'tool-progress',
          callId: 'c',
          name: 'f',
          progress: circle as never /* what the types forbid */,
        },
      ],
      [0, { type: 'history-compact', before: 9, after: 4 }],
      [0, { type: 'handoff', from: 'a', to: 'b' }],
      [0, { type: 'fallback', from: 'openai/gpt', to: 'google/gemini', reason: 'down' }],
      [
        0,
        {
          type: 'usage',
          usage: { inputTokens: 1, outputTokens: 2 },
          answeredBy: { provider: 'google', model: 'gemini' },
        },
      ],
      [0, { type: 'approval-request', calls: [{ callId: 'c', name: 'send', arguments: '{}' }] }],
      [0, { type: 'retry', attempt: 1, delayMs: 1_500, reason: '429' }],
      [
        0,
        {
          type: 'tool-result',
          callId: 'c',
          name: 'f',
          outcome: { result: 1, error: null },
          durationMs: 0,
          repeated: true,
        },
      ],
    ]);
    for (const part of [
      'f: not JSON',
      'compacted from 9 to 4 messages',
      'handoff from a to b',
      'fallback from openai/gpt to google/gemini: down',
      '1 token in · 2 out · google gemini',
      'send {}',
      'retry 1 in 1.5 s: 429',
      'f repeated, not executed',
    ])
      expect(text).toContain(part);
  });

  // K7
  it('shows where what a tool throws was thrown, with its causes and without secrets', () => {
    const value = new TypeError('no room', {
      cause: new Error('key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd'),
    });
    const event = {
      type: 'tool-result',
      callId: 'c',
      name: 'book',
      outcome: { result: null, error: 'no room' },
      durationMs: 1,
    } as const;
    const text = print([[0, withThrown<AgentEvent>(event, { value })]]);
    expect(text).toMatch(/Error +\+0 ms +no room\nStack +\+0 ms +at .*debug-logger\.test\.[jt]s:\d+:\d+/);
    expect(text.replace(/\s+/g, ' ')).toContain('Caused by Error: key [redacted]');
  });
});
