import { type AgentEvent, type Logger, type RunInfo, wantsColor } from '@toolwright/contract';
import { ActiveRuns } from './active-runs.js';
import { EntryWriter } from './entry-writer.js';
import { loggerRedaction, type RedactOptions } from './logger-redaction.js';
import { createPalette } from './palette.js';
import { RunTrace } from './run-trace.js';
import { type Environment, type LogStream, usableWidth } from './terminal.js';
import { formatDuration } from './text/format-value.js';
import { shorten } from './text/shorten.js';

/** Options of `createDebugLogger`. */
export interface DebugLoggerOptions extends RedactOptions {
  /** Default: `process.stderr`. */
  readonly stream?: LogStream | undefined;
  /** Default: by `FORCE_COLOR`, `NO_COLOR` and whether the stream is a terminal. */
  readonly color?: boolean | undefined;
  /** Columns. Default: the terminal's, at most 120; lines are not wrapped where the stream is not a terminal. */
  readonly width?: number | undefined;
  /** Characters shown of one text. Default: 4,000. */
  readonly maxLength?: number | undefined;
  /** Milliseconds, on a clock that never goes back. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
  /** Default: `process.env`. */
  readonly env?: Environment | undefined;
}

/**
 * A logger for whoever looks for a fault: the phases of a run with the time since its start, what the model is given, each request
 * and how long it took, what came back, and what was read from it. Secrets are left out.
 */
export function createDebugLogger(options: DebugLoggerOptions = {}): Logger {
  const { stream = process.stderr, env = process.env, maxLength = 4_000 } = options;
  const now = options.now ?? (() => performance.now());
  const { redact } = loggerRedaction(options, env);
  const writer = new EntryWriter(stream, createPalette(options.color ?? wantsColor(stream, env)), redact);
  const runs = new ActiveRuns();
  const traces = new Map<string, RunTrace>();

  return {
    log(event: AgentEvent, run: RunInfo): void {
      const view = runs.view(run);
      const time = now();
      const trace = traces.get(run.runId) ?? new RunTrace(run, time);
      traces.set(run.runId, trace);
      const tag = `${runs.tag(view)}+${formatDuration(time - trace.startedAt)}  `;
      for (const entry of trace.describe(event, time)) {
        const room = { characters: maxLength, lines: Number.POSITIVE_INFINITY };
        writer.write(
          { ...entry, text: shorten(redact(entry.text), room) },
          tag,
          usableWidth(stream, options.width),
        );
      }
      if (event.type !== 'run-end') return;
      traces.delete(run.runId);
      runs.end(view);
    },
  };
}
