import type { AgentEvent, Logger } from '@toolwright/contract';
import { createConsoleLogger } from './console-logger.js';
import { createDebugLogger } from './debug-logger.js';
import type { TextLoggerOptions } from './text-logger.js';
import { createTranscriptLogger } from './transcript-logger.js';

const run = { runId: 'r1', agent: 'helper' };
/** With the number of characters that each shows of a long text. */
const FORMATS: readonly [string, (options: TextLoggerOptions) => Logger, number][] = [
  ['console', createConsoleLogger, 1_000],
  ['debug', createDebugLogger, 4_000],
  ['transcript', createTranscriptLogger, 2_000],
];

describe.each(FORMATS)('the %s format', (_, create, maxLength) => {
  function print(event: AgentEvent, options: TextLoggerOptions): string {
    let text = '';
    create({ stream: { write: (piece) => (text += piece) }, env: {}, ...options }).log(event, run);
    return text;
  }

  function resultOf(result: string): AgentEvent {
    return { type: 'tool-result', callId: 'c', name: 'f', durationMs: 1, outcome: { result, error: null } };
  }

  it('names an event of a newer version', () => {
    const event = { type: 'news' } as unknown as AgentEvent; // no event of this version
    expect(print(event, {})).toMatch(/Warning.*Unknown event news\n$/s);
  });

  it('truncates results to `maxLength`', () => {
    expect(print(resultOf('x'.repeat(500)), { maxLength: 40 })).toMatch(/[^x]x{40}… 460 more characters\n$/);
  });

  it('shows as much of a result as its documentation says', () => {
    const text = 'x'.repeat(maxLength);
    expect(print(resultOf(text), {})).toMatch(/[^x]x+\n$/);
    expect(print(resultOf(`${text}y`), {})).toMatch(/x… 1 more character\n$/);
  });

  it('does not count white space at the end, which it does not show', () => {
    expect(print(resultOf(`${'x'.repeat(maxLength)}\n \n`), {})).toMatch(/[^x]x+\n$/);
    expect(print(resultOf('line\n'.repeat(20)), {})).not.toContain('more');
  });
});
