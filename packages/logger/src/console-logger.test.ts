import type { AgentEvent } from '@toolwright/contract';
import { assistant, forecastCall, print, runEnd } from './console-logger.test.support.js';

const conversation: readonly AgentEvent[] = [
  {
    type: 'run-start',
    input: 'Will it rain in Oslo tomorrow, and should I take an umbrella with me?',
    tools: 1,
  },
  { type: 'llm-call', iteration: 1, maxIterations: 10, messages: 2 },
  assistant(null, { tool_calls: [forecastCall] }),
  { type: 'tool-call', callId: 'c1', name: 'forecast', arguments: '{"city":"Oslo"}' },
  { type: 'tool-progress', callId: 'c1', name: 'forecast', progress: { done: 0.5 } },
  {
    type: 'tool-result',
    callId: 'c1',
    name: 'forecast',
    durationMs: 12.4,
    outcome: { result: { rain: true, millimetres: 4 }, error: null },
  },
  { type: 'llm-call', iteration: 2, maxIterations: 10, messages: 4 },
  { type: 'usage', usage: { inputTokens: 1290, outputTokens: 56 } },
  assistant('Yes, 4 mm of rain are expected in Oslo tomorrow. Take an umbrella with you.'),
  runEnd({ finalResponse: 'Yes, 4 mm of rain are expected in Oslo tomorrow. Take an umbrella with you.' }),
];

// A14
describe('a conversation on the console', () => {
  it('is aligned in two columns at 80', () => {
    expect(print(conversation, { width: 80 })).toBe(
      [
        'User       Will it rain in Oslo tomorrow, and should I take an umbrella with me?',
        'LLM call   1 of 10 · gpt-4o-mini · 2 messages · 1 tool',
        'Requested  1 tool call after 0 ms',
        'Tool call  forecast {"city":"Oslo"}',
        'Progress   forecast: 50%',
        'Result     forecast in 12 ms: {"rain":true,"millimetres":4}',
        'LLM call   2 of 10 · gpt-4o-mini · 4 messages · 1 tool',
        'Assistant  Yes, 4 mm of rain are expected in Oslo tomorrow. Take an umbrella',
        '           with you.',
        'Done       0 ms · 2 LLM calls · 1,290 tokens in, 56 out',
        '',
      ].join('\n'),
    );
  });

  it('shows the input and a streamed answer with half a character once', () => {
    const text = print([
      { type: 'run-start', input: 'cut \ud83d', tools: 0 },
      { type: 'message', message: { role: 'user', content: 'cut \ufffd' } },
      { type: 'text-delta', text: 'also \ud83d' },
      assistant('also \ufffd'),
      runEnd({ finalResponse: 'also \ufffd' }),
    ]);
    expect(text.match(/^User/gm)).toHaveLength(1);
    expect(text.match(/also/g)).toHaveLength(1);
  });

  it('is not wrapped without a terminal or a width', () => {
    const lines = print(conversation).split('\n');
    expect(lines).toContain(
      'Assistant  Yes, 4 mm of rain are expected in Oslo tomorrow. Take an umbrella with you.',
    );
    const long = 'word '.repeat(500).trim();
    expect(print([assistant(long)])).toBe(`Assistant  ${long}\n`);
  });

  it('is wrapped at 40', () => {
    expect(print(conversation, { width: 40 })).toBe(
      [
        'User       Will it rain in Oslo',
        '           tomorrow, and should I take',
        '           an umbrella with me?',
        'LLM call   1 of 10 · gpt-4o-mini · 2',
        '           messages · 1 tool',
        'Requested  1 tool call after 0 ms',
        'Tool call  forecast {"city":"Oslo"}',
        'Progress   forecast: 50%',
        'Result     forecast in 12 ms:',
        '           {"rain":true,"millimetres":4}',
        'LLM call   2 of 10 · gpt-4o-mini · 4',
        '           messages · 1 tool',
        'Assistant  Yes, 4 mm of rain are',
        '           expected in Oslo tomorrow.',
        '           Take an umbrella with you.',
        'Done       0 ms · 2 LLM calls · 1,290',
        '           tokens in, 56 out',
        '',
      ].join('\n'),
    );
  });

  it('has the colours of its parts, ended on each line', () => {
    expect(print(conversation, { color: true, width: 80 })).toBe(
      [
        '\u001b[36mUser       Will it rain in Oslo tomorrow, and should I take an umbrella with me?\u001b[39m',
        '\u001b[2mLLM call   1 of 10 · gpt-4o-mini · 2 messages · 1 tool\u001b[22m',
        '\u001b[33mRequested\u001b[39m  1 tool call after 0 ms',
        '\u001b[35mTool call  forecast {"city":"Oslo"}\u001b[39m',
        '\u001b[2mProgress   forecast: 50%\u001b[22m',
        '\u001b[32mResult     forecast in 12 ms: {"rain":true,"millimetres":4}\u001b[39m',
        '\u001b[2mLLM call   2 of 10 · gpt-4o-mini · 4 messages · 1 tool\u001b[22m',
        '\u001b[1m\u001b[32mAssistant  Yes, 4 mm of rain are expected in Oslo tomorrow. Take an umbrella\u001b[39m\u001b[22m',
        '           \u001b[1m\u001b[32mwith you.\u001b[39m\u001b[22m',
        '\u001b[2mDone       0 ms · 2 LLM calls · 1,290 tokens in, 56 out\u001b[22m',
        '',
      ].join('\n'),
    );
  });

  it('shows how a reply ended, dim, unless it says nothing', () => {
    const reply = (
      finishReason: 'length' | 'stop' | 'content-filter',
      rawFinishReason?: string,
    ): AgentEvent => ({
      type: 'message',
      message: { role: 'assistant', content: 'Yes' },
      finishReason,
      ...(rawFinishReason !== undefined && { rawFinishReason }),
    });
    const events = [reply('length'), reply('stop'), reply('content-filter'), reply('stop', 'PAUSED')];
    const lines = print(events, { color: true })
      .split('\n')
      .filter((text) => text.includes('Finish'));
    expect(lines).toEqual(
      ['length', 'content-filter', 'PAUSED'].map((reason) => `\u001b[2mFinish     ${reason}\u001b[22m`),
    );
  });

  it('shows the cost with its currency', () => {
    const last = (cost: number, options = {}) =>
      print([runEnd({ cost })], options)
        .trim()
        .split(' · ')
        .at(-1);
    expect([0, 0.00214, 0.5, 12.345, 0.00000012].map((cost) => last(cost))).toEqual([
      '$0',
      '$0.0021',
      '$0.50',
      '$12.35',
      '$0.00000012',
    ]);
    expect(last(0.5, { currency: '€' })).toBe('€0.50');
  });

  it('shows no duration for a call by the provider', () => {
    const call = { callId: 'c1', name: 'web_search', byProvider: true } as const;
    const events: AgentEvent[] = [
      { type: 'tool-call', ...call, arguments: '{"text":"x"}' },
      { type: 'tool-result', ...call, durationMs: 0, outcome: { result: 'found', error: null } },
    ];
    expect(print(events)).toBe(
      'Tool call  web_search {"text":"x"}\nResult     web_search, by the provider: found\n',
    );
  });

  it('shows a failed call in red, and warnings and retries with a yellow label', () => {
    const events: AgentEvent[] = [
      {
        type: 'tool-result',
        callId: 'c1',
        name: 'forecast',
        durationMs: 1234,
        outcome: { result: null, error: 'No city "Olso".\nAvailable: Oslo.' },
      },
      { type: 'warning', message: 'temperature is not supported' },
      { type: 'retry', attempt: 2, delayMs: 1500, reason: 'rate limited' },
      { type: 'parse-error', message: 'no JSON found', text: 'Hello' },
    ];
    expect(print(events, { color: true })).toBe(
      [
        '\u001b[31mError      forecast in 1.2 s:\u001b[39m',
        '           \u001b[31mNo city "Olso".\u001b[39m',
        '           \u001b[31mAvailable: Oslo.\u001b[39m',
        '\u001b[33mWarning\u001b[39m    temperature is not supported',
        '\u001b[33mRetry\u001b[39m      2 in 1.5 s: rate limited',
        '\u001b[33mWarning\u001b[39m    Reply not understood: no JSON found',
        '           Hello',
        '',
      ].join('\n'),
    );
  });
});

describe('a streamed answer', () => {
  const deltas = (...pieces: string[]): AgentEvent[] => pieces.map((text) => ({ type: 'text-delta', text }));

  it('is on the screen before its end', () => {
    expect(print(deltas('Ye'))).toBe('Assistant  Ye');
    expect(print(deltas('Ye', 's, it'))).toBe('Assistant  Yes, it');
  });

  it('is not repeated by the message, nor by the end of the run', () => {
    const events = [...deltas('Yes', ', it ', 'rains.'), assistant('Yes, it rains.')];
    expect(print([...events, runEnd({ finalResponse: 'Yes, it rains.' })])).toBe(
      ['Assistant  Yes, it rains.', 'Done       0 ms · 2 LLM calls · 1,290 tokens in, 56 out', ''].join('\n'),
    );
  });

  it('is wrapped, keeps its lines and their indentation', () => {
    const text =
      'The list of files that were found in the folder:\n\n- one\n    - a nested item that is long\n';
    const expected = [
      'Assistant  The list of files that were',
      '           found in the folder:',
      '',
      '           - one',
      '               - a nested item that is',
      '               long',
      '',
    ].join('\n');
    for (const size of [1, 3, 200]) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(print([...deltas(...pieces), assistant(text)], { width: 40 })).toBe(expected);
    }
  });

  it('is coloured piece by piece, so that nothing leaks when the program dies', () => {
    expect(print([...deltas('Yes', '\nNo'), assistant('Yes\nNo')], { color: true })).toBe(
      '\u001b[1m\u001b[32mAssistant  \u001b[39m\u001b[22m\u001b[1m\u001b[32mYes\u001b[39m\u001b[22m' +
        '\n           \u001b[1m\u001b[32mNo\u001b[39m\u001b[22m\n',
    );
  });

  it('is interrupted by another entry and continues in a new one', () => {
    const events = [...deltas('It ra'), { type: 'retry', attempt: 1, delayMs: 20, reason: 'cut' } as const];
    expect(print([...events, ...deltas('It rains.'), assistant('It rains.')])).toBe(
      ['Assistant  It ra', 'Retry      1 in 20 ms: cut', 'Assistant  It rains.', ''].join('\n'),
    );
  });

  it('may be whitespace only, which shows nothing', () => {
    expect(print([...deltas('', ' ', '\n'), assistant(null, { tool_calls: [forecastCall] })])).toBe(
      'Requested  1 tool call\n',
    );
  });

  it('is followed by the final response if that differs', () => {
    const reply = '{"action":"respond","response":"It rains."}';
    expect(print([...deltas(reply), assistant(reply), runEnd({ finalResponse: 'It rains.' })])).toBe(
      [
        `Assistant  ${reply}`,
        'Assistant  It rains.',
        'Done       0 ms · 2 LLM calls · 1,290 tokens in, 56 out',
        '',
      ].join('\n'),
    );
  });
});

describe('reasoning', () => {
  const events: AgentEvent[] = [
    { type: 'reasoning-delta', text: 'Oslo is ' },
    { type: 'reasoning-delta', text: 'in Norway.' },
    { type: 'text-delta', text: 'Norway.' },
    assistant('Norway.', { reasoning: 'Oslo is in Norway.' }),
    assistant('Sweden.', { reasoning: 'Not streamed.' }),
  ];

  it('can be hidden', () => {
    expect(print(events, { showReasoning: false })).toBe('Assistant  Norway.\nAssistant  Sweden.\n');
  });

  it('stands before the answer, streamed or not', () => {
    expect(print(events, { showReasoning: true })).toBe(
      [
        'Reasoning  Oslo is in Norway.',
        'Assistant  Norway.',
        'Reasoning  Not streamed.',
        'Assistant  Sweden.',
        '',
      ].join('\n'),
    );
  });
});
