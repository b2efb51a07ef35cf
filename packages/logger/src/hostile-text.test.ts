import type { AgentEvent, Logger } from '@toolwright/contract';
import { growth } from '../../../scripts/growth.mjs';
import { createConsoleLogger } from './console-logger.js';
import { assistant, forecastCall, runEnd } from './console-logger.test.support.js';
import { createDebugLogger } from './debug-logger.js';
import { createJsonLogger } from './json-logger.js';
import type { LogStream } from './terminal.js';
import { createTranscriptLogger } from './transcript-logger.js';

const NARROW = { width: 40, env: {}, color: false };
const FORMATS: Readonly<Record<string, (stream: LogStream) => Logger>> = {
  console: (stream) => createConsoleLogger({ stream, ...NARROW }),
  'console in a pipe': (stream) => createConsoleLogger({ stream, env: {} }),
  'console on a terminal': (stream) =>
    createConsoleLogger({ stream: { ...stream, isTTY: true, columns: 60 }, env: {} }),
  transcript: (stream) => createTranscriptLogger({ stream, ...NARROW }),
  debug: (stream) => createDebugLogger({ stream, ...NARROW, now: () => 0 }),
  JSON: (stream) => createJsonLogger({ stream }),
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that a logger sends to a terminal
const OWN = /\u001b\[(?:1|2|3|4|22|23|24|31|32|33|35|36|39)m|\r\u001b\[2K/g;

/** A run with this text in every event that has one. */
function hostileRun(text: string, pieces: readonly string[]): readonly AgentEvent[] {
  const call = { ...forecastCall, function: { name: text, arguments: text } };
  return [
    {
      type: 'run-start',
      input: [
        { type: 'text', text },
        { type: 'image_url', image_url: { url: text } },
      ],
      tools: 1,
    },
    { type: 'llm-call', iteration: 1, maxIterations: 2, messages: 2 },
    { type: 'message', message: { role: 'system', content: text } },
    ...pieces.map((piece) => ({ type: 'reasoning-delta', text: piece }) as const),
    ...pieces.map((piece) => ({ type: 'text-delta', text: piece }) as const),
    assistant(pieces.join(''), { tool_calls: [call], reasoning: text, refusal: text }),
    { type: 'tool-call', callId: text, name: text, arguments: text },
    { type: 'tool-progress', callId: text, name: text, progress: { [text]: text } },
    { type: 'tool-result', callId: text, name: text, durationMs: 1, outcome: { result: text, error: null } },
    { type: 'tool-result', callId: 'x', name: text, durationMs: 1, outcome: { result: null, error: text } },
    { type: 'warning', message: text },
    { type: 'retry', attempt: 1, delayMs: 1, reason: text },
    { type: 'parse-error', message: text, text },
    { type: 'handoff', from: text, to: text },
    { type: 'fallback', from: text, to: text, reason: text },
    { type: 'approval-request', calls: [{ callId: text, name: text, arguments: text }] },
    runEnd({ finalResponse: text, errors: [text], status: 'error' }),
  ];
}

function write(
  format: (stream: LogStream) => Logger,
  events: readonly AgentEvent[],
  agent = 'helper',
): string {
  let written = '';
  const logger = format({ write: (piece) => (written += piece) });
  for (const event of events) logger.log(event, { runId: 'r', agent });
  return written;
}

describe.each(Object.entries(FORMATS))('hostile text in the format %s', (_name, format) => {
  it('never reaches a terminal as control characters, escapes, direction marks or lone surrogates', () => {
    const text =
      'a\u001b[2J\u001b]8;;http://x\u0007\u009b1m\u0000\r\b\u202e\u2066\u200f\ufeff\ud83d \udc00z\u0085\u2028';
    // Without the colours of the logger, and the sequence that clears the line of the progress bar.
    const written = write(format, hostileRun(text, [...text]), text).replaceAll(OWN, '');
    expect(written).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}|\p{Zl}|\p{Zp}|\p{Surrogate}/u);
    expect(written.length).toBeGreaterThan(text.length);
  });

  it('that is nested too deep for JSON is logged, not thrown', () => {
    const { nested } = JSON.parse(`{"nested":${'['.repeat(5_000)}${']'.repeat(5_000)}}`) as { nested: [] };
    let deep: unknown[] = nested;
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
    // As JSON as far as the type can tell.
    const result = deep as never;
    const events: AgentEvent[] = [
      { type: 'tool-progress', callId: 'c', name: 'f', progress: result },
      { type: 'tool-result', callId: 'c', name: 'f', durationMs: 1, outcome: { result, error: null } },
      { type: 'tool-call', callId: 'c', name: 'f', arguments: '['.repeat(100_000) },
      {
        type: 'tool-call',
        callId: 'c',
        name: 'f',
        arguments: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      },
    ];
    expect(write(format, events)).toContain('f');
  });

  it.each([
    ['a word without end', 'x'],
    ['marks that join', '\u0301'],
    ['spaces', ' '],
    ['lines', '\n'],
    ['emoji', '👩‍👧'],
    ['escapes', '\u001b['],
    ['keys', '"token":"'],
    ['brackets', '[{"a":'],
    ['bold', '**a'],
    ['code', '`'],
  ])('takes time in proportion to its length: %s', async (_kind, unit) => {
    const log = (length: number): void => {
      const count = Math.ceil(length / unit.length);
      const pieces = Array.from({ length: count / 8 }, () => unit.repeat(8));
      write(format, hostileRun(unit.repeat(count), pieces));
    };
    expect(await growth(log, [500, 2_000, 8_000])).toBe('linear');
  });
});

it('distinguishes thousands of open calls in linear time', async () => {
  const log = (count: number): void => {
    const calls = Array.from({ length: count }, (_, index) => `c${index}`);
    const events: AgentEvent[] = [
      ...calls.map((callId) => ({ type: 'tool-call', callId, name: 'f', arguments: '{}' }) as const),
      ...calls.map(
        (callId) =>
          ({
            type: 'tool-result',
            callId,
            name: 'f',
            durationMs: 1,
            outcome: { result: 1, error: null },
          }) as const,
      ),
    ];
    write(FORMATS.console as (stream: LogStream) => Logger, events);
  };
  expect(await growth(log, [250, 1_000, 4_000])).toBe('linear');
});
