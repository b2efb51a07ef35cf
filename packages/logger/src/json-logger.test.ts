import type { AgentEvent, JsonValue } from '@toolwright/contract';
import { createJsonLogger } from './json-logger.js';

const run = { runId: 'r1', agent: 'helper', model: 'gpt-4o-mini', provider: 'openai' };
const now = () => new Date(0);

function print(...events: readonly AgentEvent[]): string {
  let text = '';
  const logger = createJsonLogger({ stream: { write: (piece) => (text += piece) }, now });
  for (const event of events) logger.log(event, run);
  return text;
}

/** Values that the types forbid, but that a tool of another program may well report. */
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

  it('survives circles, and writes a value that is only used twice in full', () => {
    const circle: Record<string, unknown> = { a: 1 };
    circle.self = { circle };
    expect(printed(circle)).toEqual({ a: 1, self: { circle: '[Circular]' } });
    const shared = { x: 1 };
    expect(printed([shared, { shared }, shared])).toEqual([{ x: 1 }, { shared: { x: 1 } }, { x: 1 }]);
  });

  it('writes what JSON lacks as text', () => {
    expect(printed({ big: 12345678901234567890n, error: new TypeError('bad'), none: Number.NaN })).toEqual({
      big: '12345678901234567890',
      error: { message: 'bad' },
      none: null,
    });
  });

  it('goes on when a value refuses to be read', () => {
    const evil = {
      get trap(): never {
        throw new Error('no entry');
      },
    };
    expect(print(progress(evil))).toBe('{"type":"tool-progress","unserializable":"no entry"}\n');
  });

  it('sends no control character to whoever reads the log', () => {
    expect(print(progress('\u001b[31m\u009b\u007f'))).toContain('"progress":"\\u001b[31m\\u009b\\u007f"');
  });
});
