import {
  type AgentEvent,
  base64Bytes,
  checkOptions,
  errorMessage,
  type Logger,
  optionsOf,
  parseDataUrl,
  type RunInfo,
} from '@toolwright/contract';
import type { Redaction, TextStream } from '@toolwright/redaction';
import { findErrorReport } from './errors/error-report.js';
import { loggerRedaction, type RedactOptions } from './logger-redaction.js';
import { type LogStream, standardError, withoutFailing } from './terminal.js';
import { shorten } from './text/shorten.js';

/** Options of `createJsonLogger`. */
export interface JsonLoggerOptions extends RedactOptions {
  /** Default: `process.stderr`. */
  readonly stream?: LogStream | undefined;
  /** Default: the system clock. */
  readonly now?: (() => Date) | undefined;
  /** The maximum length of strings. A truncated string ends with the number of missing characters. Default: 100,000. */
  readonly maxLength?: number | undefined;
}

const JSON_LOGGER = optionsOf<JsonLoggerOptions>()({
  'a number': 'maxLength',
  'a function': 'now',
  'an object': 'stream',
  anything: 'redact',
});

/**
 * Creates a logger for machines that writes one line of JSON per event: `time`, `runId`, `agent`, `provider` and `model`, then the event's
 * fields. In a sub-run, `parentCallId` is the call that started the run; a call that a tool made has its own, and the run's is
 * `runParentCallId`. Other values become text: a BigInt its digits, an error its message, a circular reference `[Circular]`. Omits secrets and the
 * bytes of images and files: a `data:` URL becomes its `mediaType` and its number of `bytes`.
 */
export function createJsonLogger(options: JsonLoggerOptions = {}): Logger {
  checkOptions(options, JSON_LOGGER, 'createJsonLogger');
  const { stream: given = standardError(), now = () => new Date(), maxLength = 100_000 } = options;
  const stream = withoutFailing(given);
  const redaction = loggerRedaction(options);
  const room = { characters: maxLength, lines: Number.POSITIVE_INFINITY };
  const fit = (text: string): string => shorten(text, room);
  const pieces = new Map<string, Pieces>();

  return {
    log(event, run) {
      if (event.type === 'text-delta' || event.type === 'reasoning-delta') {
        if (pieces.get(run.runId)?.type !== event.type) endPieces(run);
        const open = pieces.get(run.runId) ?? { type: event.type, text: redaction.stream() };
        pieces.set(run.runId, open);
        writePiece(open.type, open.text.push(event.text), run);
      } else {
        // Usage may arrive in the middle of streamed text.
        if (event.type !== 'usage') endPieces(run);
        write(event, run);
      }
    },
  };

  function write(
    event: AgentEvent,
    { runId, agent, parentRunId, parentCallId, provider, model }: RunInfo,
  ): void {
    // A call of a tool has a `parentCallId` of its own.
    const above =
      'parentCallId' in event && parentRunId !== undefined
        ? { runParentCallId: parentCallId }
        : { parentCallId };
    const head = { time: now().toISOString(), runId, agent, parentRunId, ...above, provider, model };
    const thrown = findErrorReport(event);
    stream.write(
      `${toJsonLine({ ...head, ...event, ...(thrown && { thrown }) }, head, { redaction, fit })}\n`,
    );
  }

  function writePiece(type: Pieces['type'], text: string, run: RunInfo): void {
    if (text !== '') write({ type, text }, run);
  }

  /** Writes text that was held back because it could have been the start of a secret. */
  function endPieces(run: RunInfo): void {
    const open = pieces.get(run.runId);
    pieces.delete(run.runId);
    if (open !== undefined) writePiece(open.type, open.text.end(), run);
  }
}

/** A run's streamed text. */
interface Pieces {
  readonly type: 'text-delta' | 'reasoning-delta';
  readonly text: TextStream;
}

interface Writing {
  readonly redaction: Redaction;
  readonly fit: (text: string) => string;
}

function toJsonLine(record: { readonly type: string }, head: object, writing: Writing): string {
  try {
    return escapeControls(JSON.stringify(record, createReplacer(writing)));
  } catch (error) {
    // A getter or `toJSON` threw, or the value is too deep or too large. The logged line reports this.
    return escapeControls(
      JSON.stringify({
        ...head,
        type: record.type,
        unserializable: writing.redaction.redact(errorMessage(error)),
      }),
    );
  }
}

/** Escapes DEL, C1 controls and direction marks, which JSON leaves unescaped. */
function escapeControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Creates a replacer. `JSON.stringify` calls it with the parent of each value as `this`, which reveals the ancestors. */
function createReplacer({
  redaction,
  fit,
}: Writing): (this: unknown, key: string, value: unknown) => unknown {
  const ancestors: unknown[] = [];
  return function replace(key, value) {
    const data = typeof value === 'string' ? parseDataUrl(value) : undefined;
    if (data !== undefined) return { mediaType: data.mediaType, bytes: base64Bytes(data.base64) };
    const safe = redaction.redactMember(key, value);
    if (typeof safe === 'string') return fit(safe);
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null) return value;
    while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
    if (ancestors.includes(value)) return '[Circular]';
    const shown = value instanceof Error ? { message: errorMessage(value) } : safe;
    ancestors.push(shown);
    return shown;
  };
}
