import type { AgentEvent, AssistantMessage, RunResult } from '@toolwright/contract';
import { type ConsoleLoggerOptions, createConsoleLogger } from './console-logger.js';

const run = { runId: 'r1', agent: 'helper', model: 'gpt-4o-mini' };

function print(events: readonly AgentEvent[], options: ConsoleLoggerOptions = {}): string {
  let text = '';
  const stream = { write: (piece: string) => (text += piece) };
  const logger = createConsoleLogger({ stream, env: {}, ...options });
  for (const event of events) logger.log(event, run);
  return text;
}

function assistant(content: string | null, more: Partial<AssistantMessage> = {}): AgentEvent {
  const message: AssistantMessage = { role: 'assistant', content, ...more };
  return { type: 'message', message, finishReason: more.tool_calls ? 'tool-calls' : 'stop' };
}

function runEnd(more: Partial<RunResult> = {}): AgentEvent {
  const result: RunResult = {
    runId: 'r1',
    status: 'completed',
    finalResponse: '',
    iteration: 2,
    toolCalls: [],
    reasoningTrace: [],
    errors: [],
    messages: [],
    usage: { inputTokens: 1290, outputTokens: 56 },
    ...more,
  };
  return { type: 'run-end', result };
}

const forecastCall = { id: 'c1', type: 'function', function: { name: 'forecast', arguments: '{}' } } as const;

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
    expect(print(conversation)).toBe(
      [
        'User       Will it rain in Oslo tomorrow, and should I take an umbrella with me?',
        'LLM call   1 of 10 · gpt-4o-mini · 2 messages · 1 tool',
        'Requested  1 tool call: forecast',
        'Tool call  forecast {"city":"Oslo"}',
        'Progress   forecast: {"done":0.5}',
        'Result     forecast in 12 ms: {"rain":true,"millimetres":4}',
        'LLM call   2 of 10 · gpt-4o-mini · 4 messages · 1 tool',
        'Assistant  Yes, 4 mm of rain are expected in Oslo tomorrow. Take an umbrella',
        '           with you.',
        'Finish     stop',
        'Done       2 LLM calls · 0 tool calls · 1,290 tokens in, 56 out',
        '',
      ].join('\n'),
    );
  });

  it('is wrapped at 40', () => {
    expect(print(conversation, { width: 40 })).toBe(
      [
        'User       Will it rain in Oslo',
        '           tomorrow, and should I take',
        '           an umbrella with me?',
        'LLM call   1 of 10 · gpt-4o-mini · 2',
        '           messages · 1 tool',
        'Requested  1 tool call: forecast',
        'Tool call  forecast {"city":"Oslo"}',
        'Progress   forecast: {"done":0.5}',
        'Result     forecast in 12 ms:',
        '           {"rain":true,"millimetres":4}',
        'LLM call   2 of 10 · gpt-4o-mini · 4',
        '           messages · 1 tool',
        'Assistant  Yes, 4 mm of rain are',
        '           expected in Oslo tomorrow.',
        '           Take an umbrella with you.',
        'Finish     stop',
        'Done       2 LLM calls · 0 tool calls ·',
        '           1,290 tokens in, 56 out',
        '',
      ].join('\n'),
    );
  });

  it('has the colours of its parts, ended on each line', () => {
    expect(print(conversation, { color: true })).toBe(
      [
        '\u001b[36mUser       Will it rain in Oslo tomorrow, and should I take an umbrella with me?\u001b[39m',
        '\u001b[2mLLM call   1 of 10 · gpt-4o-mini · 2 messages · 1 tool\u001b[22m',
        '\u001b[33mRequested  1 tool call: forecast\u001b[39m',
        '\u001b[35mTool call  forecast {"city":"Oslo"}\u001b[39m',
        '\u001b[2mProgress   forecast: {"done":0.5}\u001b[22m',
        '\u001b[32mResult     forecast in 12 ms: {"rain":true,"millimetres":4}\u001b[39m',
        '\u001b[2mLLM call   2 of 10 · gpt-4o-mini · 4 messages · 1 tool\u001b[22m',
        '\u001b[1m\u001b[32mAssistant  Yes, 4 mm of rain are expected in Oslo tomorrow. Take an umbrella\u001b[39m\u001b[22m',
        '           \u001b[1m\u001b[32mwith you.\u001b[39m\u001b[22m',
        '\u001b[2mFinish     stop\u001b[22m',
        '\u001b[2mDone       2 LLM calls · 0 tool calls · 1,290 tokens in, 56 out\u001b[22m',
        '',
      ].join('\n'),
    );
  });

  it('shows a failed call in red, warnings and retries in yellow', () => {
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
        '\u001b[33mWarning    temperature is not supported\u001b[39m',
        '\u001b[33mRetry      2 in 1.5 s: rate limited\u001b[39m',
        '\u001b[33mWarning    Reply not understood: no JSON found\u001b[39m',
        '           \u001b[33mHello\u001b[39m',
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
      [
        'Assistant  Yes, it rains.',
        'Finish     stop',
        'Done       2 LLM calls · 0 tool calls · 1,290 tokens in, 56 out',
        '',
      ].join('\n'),
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
      'Finish     stop',
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
        '\n           \u001b[1m\u001b[32mNo\u001b[39m\u001b[22m\n\u001b[2mFinish     stop\u001b[22m\n',
    );
  });

  it('is ended by what comes between, and goes on in a new entry', () => {
    const events = [...deltas('It ra'), { type: 'retry', attempt: 1, delayMs: 20, reason: 'cut' } as const];
    expect(print([...events, ...deltas('It rains.'), assistant('It rains.')])).toBe(
      ['Assistant  It ra', 'Retry      1 in 20 ms: cut', 'Assistant  It rains.', 'Finish     stop', ''].join(
        '\n',
      ),
    );
  });

  it('may be whitespace only, which shows nothing', () => {
    expect(print([...deltas('', ' ', '\n'), assistant(null, { tool_calls: [forecastCall] })])).toBe(
      'Requested  1 tool call: forecast\n',
    );
  });

  it('is followed by the final response where that is another text', () => {
    const reply = '{"action":"respond","response":"It rains."}';
    expect(print([...deltas(reply), assistant(reply), runEnd({ finalResponse: 'It rains.' })])).toBe(
      [
        `Assistant  ${reply}`,
        'Finish     stop',
        'Assistant  It rains.',
        'Done       2 LLM calls · 0 tool calls · 1,290 tokens in, 56 out',
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

  it('is hidden unless asked for', () => {
    expect(print(events)).toBe('Assistant  Norway.\nFinish     stop\nAssistant  Sweden.\nFinish     stop\n');
  });

  it('stands before the answer, streamed or not', () => {
    expect(print(events, { showReasoning: true })).toBe(
      [
        'Reasoning  Oslo is in Norway.',
        'Assistant  Norway.',
        'Finish     stop',
        'Reasoning  Not streamed.',
        'Assistant  Sweden.',
        'Finish     stop',
        '',
      ].join('\n'),
    );
  });
});

describe('values', () => {
  const result = (value: string): AgentEvent => ({
    type: 'tool-result',
    callId: 'c1',
    name: 'read',
    durationMs: 3,
    outcome: { result: value, error: null },
  });

  it('are cut where they are long, with how much was left out', () => {
    expect(print([result('x'.repeat(2_000))], { maxLength: 30 })).toBe(
      `Result     read in 3 ms: ${'x'.repeat(30)}… 1,970 more characters\n`,
    );
    expect(print([result('line\n'.repeat(50))], { maxLines: 2 })).toBe(
      'Result     read in 3 ms:\n           line\n           line\n           … 241 more characters\n',
    );
  });

  it('never send control characters to the terminal', () => {
    const evil = '\u001b[2J\u001b]0;owned\u0007\u009b31mred\rback\u202egnp.exe\u0000';
    const events: AgentEvent[] = [
      { type: 'run-start', input: evil, tools: 0 },
      { type: 'text-delta', text: evil },
      assistant(evil, { refusal: evil, tool_calls: [forecastCall] }),
      { type: 'tool-call', callId: 'c1', name: evil, arguments: evil },
      { type: 'tool-progress', callId: 'c1', name: evil, progress: evil },
      result(evil),
      { type: 'warning', message: evil },
      { type: 'retry', attempt: 1, delayMs: 1, reason: evil },
      { type: 'parse-error', message: evil, text: evil },
      runEnd({ status: 'error', errors: [evil], finalResponse: `${evil}!` }),
    ];
    const text = print(events, { width: 200 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about control characters
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text).toContain('User       ␛[2J␛]0;owned␇\\u009b31mred␍back\\u202egnp.exe␀\n');
  });

  it('keep wide characters within the width', () => {
    expect(
      print([{ type: 'run-start', input: '東京都庁の天気はどうですか明日も雨ですか 👩‍👩‍👧', tools: 0 }], {
        width: 40,
      }),
    ).toBe('User       東京都庁の天気はどうですか明\n           日も雨ですか 👩‍👩‍👧\n');
  });

  it('of several lines begin below their title and end without empty lines', () => {
    expect(print([result('first\n\n  second\n\n')])).toBe(
      'Result     read in 3 ms:\n           first\n\n             second\n',
    );
  });

  it('that need a line of their own get one, and longer ones begin at once', () => {
    const words = 'twenty-nine columns take this';
    expect(print([result(words), result(`${words} and more`)], { width: 40 })).toBe(
      [
        'Result     read in 3 ms:',
        `           ${words}`,
        'Result     read in 3 ms: twenty-nine',
        '           columns take this and more',
        '',
      ].join('\n'),
    );
  });

  it('of a call are laid out where they do not fit on a line, and kept where they are not JSON', () => {
    const call = (text: string): AgentEvent => ({
      type: 'tool-call',
      callId: 'c',
      name: 'f',
      arguments: text,
    });
    const long = JSON.stringify({
      query: 'a long question about many things',
      options: { limit: 5, tags: ['a'] },
    });
    expect(print([call(long), call('{"a":'), call('')], { width: 60 })).toBe(
      [
        'Tool call  f {',
        '             "query": "a long question about many things",',
        '             "options": {"limit":5,"tags":["a"]}',
        '           }',
        'Tool call  f {"a":',
        'Tool call  f',
        '',
      ].join('\n'),
    );
  });
});

describe('ends of runs', () => {
  const last = (more: Partial<RunResult>) =>
    print([runEnd({ usage: { inputTokens: 0, outputTokens: 0 }, ...more })]);

  it('say how the run ended', () => {
    expect(last({ status: 'error', errors: ['401 wrong key'] })).toBe(
      'Failed     401 wrong key\n           2 LLM calls · 0 tool calls\n',
    );
    expect(last({ status: 'aborted' })).toBe('Aborted    2 LLM calls · 0 tool calls\n');
    expect(last({ status: 'max_iterations', iteration: 10 })).toBe(
      'Stopped    limit reached · 10 LLM calls · 0 tool calls\n',
    );
  });
});

describe('inputs', () => {
  it('name their images without printing them', () => {
    const png = `data:image/png;base64,${'A'.repeat(4_000)}`;
    const input = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: png } },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
    ] as const;
    expect(print([{ type: 'run-start', input, tools: 0 }])).toBe(
      'User       What is this?\n           [image image/png, 3.0 kB]\n           [image https://example.com/a.png]\n',
    );
  });

  it('are not repeated when they come as a message, later ones are shown', () => {
    const user = (content: string): AgentEvent => ({ type: 'message', message: { role: 'user', content } });
    const events: AgentEvent[] = [
      { type: 'run-start', input: 'Hi', tools: 0 },
      { type: 'message', message: { role: 'developer', content: 'Be short.' } },
      user('Hi'),
      user('Hi'),
      { type: 'message', message: { role: 'tool', tool_call_id: 'c1', content: '4' } },
    ];
    expect(print(events)).toBe('User       Hi\nSystem     Be short.\nUser       Hi\n');
  });
});
