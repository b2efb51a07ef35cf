import type { AgentEvent, JsonValue } from '@toolwright/contract';
import fc from 'fast-check';
import { createJsonLogger, type JsonLoggerOptions } from './json-logger.js';

const run = { runId: 'r1', agent: 'helper', model: 'gpt-4o-mini', provider: 'openai' };
const now = () => new Date(0);

function print(...events: readonly AgentEvent[]): string {
  return printWith({}, ...events);
}

function printWith(options: JsonLoggerOptions, ...events: readonly AgentEvent[]): string {
  let text = '';
  const logger = createJsonLogger({ stream: { write: (piece) => (text += piece) }, now, ...options });
  for (const event of events) logger.log(event, run);
  return text;
}

/** Values that the types forbid, but that a tool of another program may report. */
function progress(value: unknown): AgentEvent {
  return { type: 'tool-progress', callId: 'c', name: 'f', progress: value as JsonValue }; // see above
}

function printed(value: unknown): unknown {
  return JSON.parse(print(progress(value))).progress;
}

describe('createJsonLogger', () => {
  it('writes one line for each event, with the run it belongs to', () => {
    expect(print({ type: 'warning', message: 'a\nb' }, { type: 'text-delta', text: 'x' })).toBe(
      '{"time":"1970-01-01T00:00:00.000Z","runId":"r1","agent":"helper","provider":"openai","model":"gpt-4o-mini","type":"warning","message":"a\\nb"}\n' +
        '{"time":"1970-01-01T00:00:00.000Z","runId":"r1","agent":"helper","provider":"openai","model":"gpt-4o-mini","type":"text-delta","text":"x"}\n',
    );
  });

  // K2
  it('names the run and the call that started a run', () => {
    let text = '';
    const logger = createJsonLogger({ stream: { write: (piece) => (text += piece) }, now });
    logger.log({ type: 'warning', message: 'x' }, { ...run, parentRunId: 'r0', parentCallId: 'c0' });
    expect(JSON.parse(text)).toMatchObject({ runId: 'r1', parentRunId: 'r0', parentCallId: 'c0' });
  });

  // H4
  it('writes the type and size of images and files, never their bytes', () => {
    const url = `data:image/png;base64,${Buffer.alloc(300, 7).toString('base64')}`;
    const picture = { type: 'image_url', image_url: { url } } as const;
    const sheet = { type: 'file', file: { url, name: 'a.png' } } as const;
    const outcome = { result: '[image]', error: null, content: [picture, sheet] };
    const text = print(
      { type: 'run-start', input: [picture], tools: 0 },
      { type: 'tool-result', callId: 'c', name: 'f', outcome, durationMs: 1 },
    );
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const size = { mediaType: 'image/png', bytes: 300 };
    expect(lines[0].input).toEqual([{ type: 'image_url', image_url: { url: size } }]);
    expect(lines[1].outcome.content).toMatchObject([{}, { file: { url: size, name: 'a.png' } }]);
    expect(text).not.toContain('BwcH');
  });

  it('replaces circular references, but writes a value used twice in full', () => {
    const circle: Record<string, unknown> = { a: 1 };
    circle.self = { circle };
    expect(printed(circle)).toEqual({ a: 1, self: { circle: '[Circular]' } });
    const shared = { x: 1 };
    expect(printed([shared, { shared }, shared])).toEqual([{ x: 1 }, { shared: { x: 1 } }, { x: 1 }]);
  });

  it('writes values that JSON cannot carry as text', () => {
    expect(printed({ big: 12345678901234567890n, error: new TypeError('bad'), none: Number.NaN })).toEqual({
      big: '12345678901234567890',
      error: { message: 'bad' },
      none: null,
    });
  });

  it('continues after a value whose getter throws', () => {
    const evil = {
      get trap(): never {
        throw new Error('no entry');
      },
    };
    expect(JSON.parse(print(progress(evil)))).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      ...run,
      type: 'tool-progress',
      unserializable: 'no entry',
    });
  });

  it('writes no control characters', () => {
    expect(print(progress('\u001b[31m\u009b\u007f'))).toContain('"progress":"\\u001b[31m\\u009b\\u007f"');
  });

  it('writes one valid line for whatever a tool reports', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const lines = print(progress(value)).split('\n');
        expect(lines).toHaveLength(2);
        expect(JSON.parse(lines[0] ?? '')).toMatchObject({ runId: 'r1', type: 'tool-progress' });
        expect(lines[1]).toBe('');
      }),
    );
  });

  it('writes a line for a value that is too deep, and truncates long texts', () => {
    let deep: unknown = 0;
    for (let level = 0; level < 50_000; level++) deep = [deep];
    expect(JSON.parse(print(progress(deep)))).toMatchObject({
      runId: 'r1',
      unserializable: expect.any(String),
    });
    expect(printed('x'.repeat(3_000_000))).toBe(`${'x'.repeat(100_000)}… 2,900,000 more characters`);
    const short = printWith({ maxLength: 3 }, { type: 'warning', message: 'abcdef' });
    expect(JSON.parse(short).message).toBe('abc… 3 more characters');
  });

  it('leaves secrets out, in values and in the text of arguments', () => {
    const call: AgentEvent = {
      type: 'tool-call',
      callId: 'c',
      name: 'login',
      arguments: '{"user":"ann","password":"hunter2","n":1}',
    };
    expect(JSON.parse(print(call)).arguments).toBe('{"user":"ann","password":"[redacted]","n":1}');
    const value = {
      apiKey: 'abc',
      nested: { Authorization: ['x'], inputTokens: 5, pin: '1234' },
      token: null,
    };
    expect(printed(value)).toEqual({
      apiKey: '[redacted]',
      nested: { Authorization: '[redacted]', inputTokens: 5, pin: '1234' },
      token: null,
    });
    expect(JSON.parse(printWith({ redact: ['pin'] }, progress(value))).progress.nested.pin).toBe(
      '[redacted]',
    );
    expect(JSON.parse(printWith({ redact: false }, progress(value))).progress).toEqual(value);
  });
});
