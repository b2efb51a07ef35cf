import type { AgentEvent, Logger } from '@toolwright/contract';
import { createConsoleLogger } from './console-logger.js';
import { createDebugLogger } from './debug-logger.js';
import type { TextLoggerOptions } from './text-logger.js';
import { createTranscriptLogger } from './transcript-logger.js';

const run = { runId: 'r1', agent: 'helper' };
const FORMATS: readonly [string, (options: TextLoggerOptions) => Logger][] = [
  ['console', createConsoleLogger],
  ['debug', createDebugLogger],
  ['transcript', createTranscriptLogger],
];

describe.each(FORMATS)('the %s format', (_, create) => {
  function print(event: AgentEvent, options: TextLoggerOptions): string {
    let text = '';
    create({ stream: { write: (piece) => (text += piece) }, env: {}, ...options }).log(event, run);
    return text;
  }

  it('names an event of a newer version', () => {
    const event = { type: 'news' } as unknown as AgentEvent; // no event of this version
    expect(print(event, {})).toMatch(/Warning.*Unknown event news\n$/s);
  });

  it('truncates results to `maxLength`', () => {
    const outcome = { result: 'x'.repeat(500), error: null };
    const event: AgentEvent = { type: 'tool-result', callId: 'c', name: 'f', durationMs: 1, outcome };
    expect(print(event, { maxLength: 40 })).toMatch(/[^x]x{40}… 460 more characters\n$/);
  });
});
