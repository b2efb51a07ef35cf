import type { AgentEvent, RunResult } from '@toolwright/contract';
import { createTranscriptLogger, type TranscriptLoggerOptions } from './transcript-logger.js';

const run = { runId: 'r1', agent: 'helper' };

function print(events: readonly AgentEvent[], options: TranscriptLoggerOptions = {}): string {
  let text = '';
  const stream = { write: (piece: string) => (text += piece) };
  const logger = createTranscriptLogger({ stream, env: {}, width: 40, now: () => 0, ...options });
  for (const event of events) logger.log(event, run);
  return text;
}

function runEnd(more: Partial<RunResult> = {}): AgentEvent {
  const result: RunResult = {
    runId: 'r1',
    status: 'completed',
    finalResponse: 'Three.',
    iteration: 2,
    toolCalls: [],
    reasoningTrace: [],
    warnings: [],
    errors: [],
    messages: [],
    usage: { inputTokens: 0, outputTokens: 0 },
    ...more,
  };
  return { type: 'run-end', result };
}

const call = { id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":2}' } } as const;
const record = { callId: 'c1', name: 'add', outcome: { result: 3, error: null }, durationMs: 1 } as const;

const conversation: readonly AgentEvent[] = [
  { type: 'run-start', input: 'What is 1 + 2?', tools: 1 },
  { type: 'message', message: { role: 'user', content: 'What is 1 + 2?' } },
  { type: 'llm-call', iteration: 1, maxIterations: 10, messages: 2 },
  { type: 'text-delta', text: 'not shown twice' },
  {
    type: 'message',
    message: { role: 'assistant', content: null, reasoning: 'I have to add.', tool_calls: [call] },
  },
  { type: 'tool-call', callId: 'c1', name: 'add', arguments: '{"a":1,"b":2}' },
  { type: 'tool-result', ...record },
  { type: 'message', message: { role: 'tool', tool_call_id: 'c1', content: '3' } },
  { type: 'llm-call', iteration: 2, maxIterations: 10, messages: 4 },
  { type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } },
  { type: 'message', message: { role: 'assistant', content: 'Three.', reasoning: 'That is it.' } },
  runEnd({ toolCalls: [{ ...record, arguments: '{"a":1,"b":2}' }] }),
];

const bar = '═'.repeat(40);

// B9
describe('the verbose transcript', () => {
  it('shows the query, each step, and the end', () => {
    expect(print(conversation)).toBe(
      [
        `══ helper ${'═'.repeat(30)}`,
        'Query: What is 1 + 2?',
        bar,
        'Iteration 1/10',
        'Thought: I have to add.',
        'Action: tool',
        'Tool: add',
        'Input: {"a":1,"b":2}',
        'Result: 3',
        'Iteration 2/10',
        'Thought: That is it.',
        'Action: respond',
        'Response: Three.',
        bar,
        'Status: completed',
        'Iterations: 2',
        'Tool calls: 1',
        'Duration: 0 ms',
        'Final response: as above',
        bar,
        '',
      ].join('\n'),
    );
  });

  it('names the tool of a result if several calls were open', () => {
    const text = print([
      { type: 'tool-call', callId: 'a', name: 'add', arguments: '{}' },
      { type: 'tool-call', callId: 'b', name: 'divide', arguments: '{}' },
      {
        type: 'tool-result',
        callId: 'b',
        name: 'divide',
        outcome: { result: null, error: 'by zero' },
        durationMs: 1,
      },
      {
        type: 'tool-result',
        callId: 'a',
        name: 'add',
        outcome: { result: { sum: 3 }, error: null },
        durationMs: 1,
      },
      { type: 'tool-call', callId: 'c', name: 'add', arguments: '{}' },
      { type: 'tool-result', callId: 'c', name: 'add', outcome: { result: 'x', error: null }, durationMs: 1 },
    ]);
    expect(text.split('\n').filter((line) => line.startsWith('Result'))).toEqual([
      'Result (divide): Error: by zero',
      'Result (add): {"sum":3}',
      'Result: x',
    ]);
  });

  it('says why a run failed, and that there is no answer', () => {
    const text = print([runEnd({ status: 'error', errors: ['No connection.'], finalResponse: '' })]);
    expect(text).toContain('Status: error\nError: No connection.\n');
    expect(text).toContain('Final response: (none)\n');
  });

  it('shows an answer that no response showed, the tokens and the cost', () => {
    const usage = { inputTokens: 1_290, outputTokens: 56 };
    const text = print([runEnd({ finalResponse: 'Four.', usage, cost: 0.00214 })]);
    expect(text).toContain(
      'Duration: 0 ms\nTokens: 1,290 tokens in, 56 out\nCost: $0.0021\nFinal response: Four.\n',
    );
  });

  it('has the colours of its parts, and no escape codes without colour', () => {
    const painted = print(conversation, { color: true });
    expect(painted).toContain('\u001b[36mQuery: What is 1 + 2?\u001b[39m');
    expect(painted).toContain('\u001b[32mResult: 3\u001b[39m');
    expect(print(conversation, { color: false })).not.toContain('\u001b');
  });

  it('wraps long texts below their label, cuts long results, and shows control characters', () => {
    const text = print([
      { type: 'message', message: { role: 'assistant', content: `${'word '.repeat(12)}\u001b[2J` } },
      { type: 'tool-result', ...record, outcome: { result: 'x'.repeat(5_000), error: null } },
    ]);
    const lines = text.split('\n');
    expect(lines.every((line) => line.length <= 40)).toBe(true);
    expect(lines[1]).toBe('Response:');
    expect(lines[2]).toMatch(/^ {2}word/);
    expect(text).toContain('␛[2J');
    expect(text.replaceAll(/\s/g, '')).toContain(`${'x'.repeat(2_000)}…3,000morecharacters`);
  });

  it('shows all other events', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const text = print([
      { type: 'message', message: { role: 'system', content: 'Be brief.' } },
      { type: 'message', message: { role: 'user', content: 'Go on.' } },
      { type: 'tool-progress', callId: 'c', name: 'f', progress: 'half' },
      { type: 'history-compact', before: 9, after: 4 },
      { type: 'handoff', from: 'a', to: 'b' },
      { type: 'approval-request', calls: [{ callId: 'c', name: 'send', arguments: '{}' }] },
      { type: 'warning', message: 'careful' },
      { type: 'retry', attempt: 1, delayMs: 5, reason: '429' },
      { type: 'fallback', from: 'gpt', to: 'gemini', reason: '429' },
      { type: 'parse-error', message: 'no JSON', text: 'hm' },
      {
        type: 'tool-result',
        ...record,
        outcome: { result: circle as never /* what the types forbid */, error: null },
      },
    ]);
    expect(text.split('\n')).toEqual([
      'User: Go on.',
      'Progress: f: half',
      'Note:',
      '  The history went from 9 to 4 messages.',
      'Handoff: a → b',
      'Approval: send {}',
      'Warning: careful',
      'Retry: 1: 429',
      'Fallback: gpt → gemini: 429',
      'Not understood: no JSON',
      'Result:',
      '  not JSON: Converting circular',
      '  structure to JSON',
      '',
    ]);
  });

  it('names the run if several are active', () => {
    let text = '';
    const logger = createTranscriptLogger({
      stream: { write: (piece) => (text += piece) },
      width: 40,
      env: {},
    });
    const start: AgentEvent = { type: 'run-start', input: 'Hi', tools: 0 };
    logger.log(start, { runId: '1', agent: 'desk' });
    logger.log(start, { runId: '2', agent: 'billing' });
    logger.log({ type: 'warning', message: 'late' }, { runId: '1', agent: 'desk' });
    expect(text).toContain('[billing] Query: Hi');
    expect(text).toContain('[desk] Warning: late');
  });
});

it('marks a repeated call as not executed', () => {
  const outcome = { result: 'sunny', error: null };
  let text = '';
  const logger = createTranscriptLogger({ stream: { write: (piece) => (text += piece) }, env: {} });
  const call = { callId: 'c1', name: 'forecast' };
  logger.log({ type: 'tool-call', ...call, arguments: '{}' }, { runId: 'r', agent: 'a' });
  logger.log(
    { type: 'tool-result', ...call, durationMs: 0, outcome, repeated: true },
    { runId: 'r', agent: 'a' },
  );
  expect(text).toBe('Tool: forecast\nInput: {}\nNot executed, repeats: sunny\n');
});
