import { errorMessage, type Logger } from '@toolwright/contract';
import { createRedaction, type Redaction } from './redact-secrets.js';
import { shorten } from './shorten.js';
import type { LogStream } from './terminal.js';

export interface JsonLoggerOptions {
  /** Default: `process.stderr`. */
  readonly stream?: LogStream | undefined;
  /** Default: the system's clock. */
  readonly now?: (() => Date) | undefined;
  /**
   * Names of members whose values are not written, beside those that usually hold secrets (`apiKey`, `authorization`, `password`, …).
   * False writes everything. Default: only the usual ones.
   */
  readonly redact?: readonly string[] | false | undefined;
  /** Characters written of one text; a cut one says how many are missing. Default: 100,000. */
  readonly maxLength?: number | undefined;
}

/**
 * A logger for machines: one line of JSON for each event, the event's own fields after `time`, `runId`, `agent`, `provider` and `model`.
 * What JSON lacks is written as text: a BigInt as its digits, an error as its message, a circle as `[Circular]`. Secrets are left out.
 */
export function createJsonLogger(options: JsonLoggerOptions = {}): Logger {
  const { stream = process.stderr, now = () => new Date(), redact = [], maxLength = 100_000 } = options;
  const redaction = redact === false ? undefined : createRedaction(redact);
  const describeText = (text: string): string => {
    const cut = shorten(text, { characters: maxLength, lines: Number.POSITIVE_INFINITY });
    return redaction === undefined ? cut : redaction.redactText(cut);
  };
  return {
    log(event, { runId, agent, parentRunId, provider, model }) {
      const head = { time: now().toISOString(), runId, agent, parentRunId, provider, model };
      stream.write(`${toJsonLine({ ...head, ...event }, head, { redaction, describeText })}\n`);
    },
  };
}

interface Writing {
  readonly redaction: Redaction | undefined;
  readonly describeText: (text: string) => string;
}

function toJsonLine(record: { readonly type: string }, head: object, writing: Writing): string {
  try {
    return escapeControls(JSON.stringify(record, createReplacer(writing)));
  } catch (error) {
    // A getter or a toJSON of a value threw, or it is too deep or too large: the line says so, and the log goes on.
    return escapeControls(
      JSON.stringify({ ...head, type: record.type, unserializable: errorMessage(error) }),
    );
  }
}

/** JSON escapes C0 controls itself; DEL and C1 would reach a terminal that shows the log. */
function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);
}

/** JSON.stringify calls it with the holder of each value as `this`: what the value is in, and so its ancestors. */
function createReplacer({
  redaction,
  describeText,
}: Writing): (this: unknown, key: string, value: unknown) => unknown {
  const ancestors: unknown[] = [];
  return function replace(key, value) {
    if (value != null && redaction?.isSecret(key)) return '[redacted]';
    if (typeof value === 'string') return describeText(value);
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null) return value;
    while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
    if (ancestors.includes(value)) return '[Circular]';
    const shown = value instanceof Error ? { message: errorMessage(value) } : value;
    ancestors.push(shown);
    return shown;
  };
}
