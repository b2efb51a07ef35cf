import type { AgentEvent, RunResult } from '@toolwright/contract';
import { assistant, forecastCall, print, runEnd } from './console-logger.test.support.js';

describe('values', () => {
  const result = (value: string): AgentEvent => ({
    type: 'tool-result',
    callId: 'c1',
    name: 'read',
    durationMs: 3,
    outcome: { result: value, error: null },
  });

  it('are truncated, with the number of missing characters', () => {
    expect(print([result('x'.repeat(2_000))], { maxLength: 30 })).toBe(
      `Result     read in 3 ms: ${'x'.repeat(30)}… 1,970 more characters\n`,
    );
    expect(print([result('line\n'.repeat(50))], { maxLines: 2 })).toBe(
      'Result     read in 3 ms:\n           line\n           line\n           … 240 more characters\n',
    );
  });

  it('are whole with `verbose`', () => {
    const options = { verbose: true, maxLength: 30, maxLines: 2 };
    expect(print([result('x'.repeat(2_000))], options)).toBe(
      `Result     read in 3 ms: ${'x'.repeat(2_000)}\n`,
    );
    const list = Array.from({ length: 99 }, (_, index) => index);
    const outcome = { result: list, error: null };
    const event: AgentEvent = { type: 'tool-result', callId: 'c', name: 'f', durationMs: 1, outcome };
    expect(print([event], options)).toContain(JSON.stringify(list));
    expect(print([event], { maxLength: 60 })).toContain('… ');
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

  it('start on a line of their own if they fit there, and longer ones beside the title', () => {
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

  it('of a call are laid out if they do not fit on a line, and kept if they are not JSON', () => {
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
      'Failed     401 wrong key\n           0 ms · 2 LLM calls\n',
    );
    expect(last({ status: 'aborted' })).toBe('Aborted    0 ms · 2 LLM calls\n');
    expect(last({ status: 'max_iterations', iteration: 10 })).toBe(
      'Stopped    limit of iterations reached · 0 ms · 10 LLM calls\n',
    );
    expect(last({ status: 'limit', limit: 'cost' })).toBe(
      'Stopped    limit of cost reached · 0 ms · 2 LLM calls\n',
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

  it('are not repeated as a message; later messages are shown', () => {
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

// A14
it('a repeated call that was not executed does not look like a result', () => {
  const outcome = { result: 'sunny', error: null };
  const event = {
    type: 'tool-result',
    callId: 'c1',
    name: 'forecast',
    durationMs: 0,
    outcome,
    repeated: true,
  } as const;
  expect(print([event])).toBe('Repeated   forecast was not executed again; before: sunny\n');
});

// A14
it('reasoning is dim and in italics', () => {
  expect(print([{ type: 'reasoning-delta', text: 'Hm.' }], { color: true })).toBe(
    '\u001b[2m\u001b[3mReasoning  \u001b[23m\u001b[22m\u001b[2m\u001b[3mHm.\u001b[23m\u001b[22m',
  );
});
