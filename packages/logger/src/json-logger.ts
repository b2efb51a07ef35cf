import { errorMessage, type Logger } from '@toolwright/contract';
import type { LogStream } from './terminal.js';

export interface JsonLoggerOptions {
  /** Default: `process.stderr`. */
  readonly stream?: LogStream | undefined;
  /** Default: the system's clock. */
  readonly now?: (() => Date) | undefined;
}

/**
 * A logger for machines: one line of JSON for each event, the event's own fields after `time`, `runId`, `agent`, `provider` and `model`.
 * What JSON lacks is written as text: a BigInt as its digits, an error as its message, a circle as `[Circular]`.
 */
export function createJsonLogger(options: JsonLoggerOptions = {}): Logger {
  const { stream = process.stderr, now = () => new Date() } = options;
  return {
    log(event, { runId, agent, provider, model }) {
      const head = { time: now().toISOString(), runId, agent, provider, model };
      stream.write(`${toJsonLine({ ...head, ...event })}\n`);
    },
  };
}

function toJsonLine(record: { readonly type: string }): string {
  try {
    return escapeControls(JSON.stringify(record, createReplacer()));
  } catch (error) {
    // A getter or a toJSON of a value threw: the line says so, and the log goes on.
    return JSON.stringify({ type: record.type, unserializable: errorMessage(error) });
  }
}

/** JSON escapes C0 controls itself; DEL and C1 would reach a terminal that shows the log. */
function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);
}

/** JSON.stringify calls it with the holder of each value as `this`: what the value is in, and so its ancestors. */
function createReplacer(): (this: unknown, key: string, value: unknown) => unknown {
  const ancestors: unknown[] = [];
  return function replace(_key, value) {
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null) return value;
    while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
    if (ancestors.includes(value)) return '[Circular]';
    const shown = value instanceof Error ? { message: errorMessage(value) } : value;
    ancestors.push(shown);
    return shown;
  };
}
