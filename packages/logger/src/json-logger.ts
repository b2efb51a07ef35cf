import {
  type AgentEvent,
  errorMessage,
  type Logger,
  type Redaction,
  type RunInfo,
  type TextStream,
} from '@toolwright/contract';
import { loggerRedaction, type RedactOptions } from './logger-redaction.js';
import type { LogStream } from './terminal.js';
import { shorten } from './text/shorten.js';

/** Options of `createJsonLogger`. */
export interface JsonLoggerOptions extends RedactOptions {
  /** Default: `process.stderr`. */
  readonly stream?: LogStream | undefined;
  /** Default: the system's clock. */
  readonly now?: (() => Date) | undefined;
  /** Characters written of one text; a cut one says how many are missing. Default: 100,000. */
  readonly maxLength?: number | undefined;
}

/**
 * A logger for machines: one line of JSON for each event, the event's own fields after `time`, `runId`, `agent`, `provider` and `model`.
 * What JSON lacks is written as text: a BigInt as its digits, an error as its message, a circle as `[Circular]`. Secrets are left out.
 */
export function createJsonLogger(options: JsonLoggerOptions = {}): Logger {
  const { stream = process.stderr, now = () => new Date(), maxLength = 100_000 } = options;
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
        // Usage may come in the middle of a text.
        if (event.type !== 'usage') endPieces(run);
        write(event, run);
      }
    },
  };

  function write(event: AgentEvent, { runId, agent, parentRunId, provider, model }: RunInfo): void {
    const head = { time: now().toISOString(), runId, agent, parentRunId, provider, model };
    stream.write(`${toJsonLine({ ...head, ...event }, head, { redaction, fit })}\n`);
  }

  function writePiece(type: Pieces['type'], text: string, run: RunInfo): void {
    if (text !== '') write({ type, text }, run);
  }

  /** Writes what waited because it might have become a secret. */
  function endPieces(run: RunInfo): void {
    const open = pieces.get(run.runId);
    pieces.delete(run.runId);
    if (open !== undefined) writePiece(open.type, open.text.end(), run);
  }
}

/** A text of a run that is being streamed. */
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
    // A getter or a toJSON of a value threw, or it is too deep or too large: the line says so, and the log goes on.
    return escapeControls(
      JSON.stringify({
        ...head,
        type: record.type,
        unserializable: writing.redaction.redact(errorMessage(error)),
      }),
    );
  }
}

/** JSON escapes C0 controls itself; DEL, C1 and marks of direction would reach a terminal that shows the log. */
function escapeControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** JSON.stringify calls it with the holder of each value as `this`: what the value is in, and so its ancestors. */
function createReplacer({
  redaction,
  fit,
}: Writing): (this: unknown, key: string, value: unknown) => unknown {
  const ancestors: unknown[] = [];
  return function replace(key, value) {
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
