import { type AgentEvent, type Logger, type RunInfo, wantsColor } from '@toolwright/contract';
import { ActiveRuns } from './active-runs.js';
import { type CompleteEvent, describeEvent } from './describe-event.js';
import { type Entry, LABEL_COLUMNS } from './entry.js';
import { EntryWriter } from './entry-writer.js';
import { loggerRedaction, type RedactOptions } from './logger-redaction.js';
import { createPalette } from './palette.js';
import type { RunView } from './run-view.js';
import { type Place, StreamedText } from './streamed-text.js';
import { type Environment, type LogStream, usableWidth } from './terminal.js';
import { shorten } from './text/shorten.js';

/** Options of `createConsoleLogger`. */
export interface ConsoleLoggerOptions extends RedactOptions {
  /** Default: `process.stderr`, so that a program's own output stays clean. */
  readonly stream?: LogStream | undefined;
  /** Default: by `FORCE_COLOR`, `NO_COLOR` and whether the stream is a terminal. False writes no escape codes at all. */
  readonly color?: boolean | undefined;
  /** Columns. Default: the terminal's, at most 120; lines are not wrapped where the stream is not a terminal. At least 32. */
  readonly width?: number | undefined;
  /** Characters shown of an input, an argument list or a result. Default: 1,000. Answers are shown in full. */
  readonly maxLength?: number | undefined;
  /** Lines shown of the same. Default: 20. */
  readonly maxLines?: number | undefined;
  /** Whether the model's reasoning is shown. Default: true. */
  readonly showReasoning?: boolean | undefined;
  /** Where `FORCE_COLOR`, `NO_COLOR` and `TERM` are looked up. Default: `process.env`. */
  readonly env?: Environment | undefined;
}

/**
 * A logger for people: coloured, aligned, wrapped. It may serve many runs at once; then each entry names its run, and the text of one
 * run is streamed while that of the others waits until it is whole.
 */
export function createConsoleLogger(options: ConsoleLoggerOptions = {}): Logger {
  const { stream = process.stderr, env = process.env, showReasoning = true } = options;
  const room = { characters: options.maxLength ?? 1_000, lines: options.maxLines ?? 20 };
  const { redact, stream: redactPieces } = loggerRedaction(options, env);
  const fit = (text: string) => shorten(redact(text), room);
  const writer = new EntryWriter(stream, createPalette(options.color ?? wantsColor(stream, env)), redact);
  const runs = new ActiveRuns();
  const streamed = new StreamedText(writer);
  const width = () => usableWidth(stream, options.width);

  return { log: logEvent };

  function logEvent(event: AgentEvent, run: RunInfo): void {
    const view = runs.view(run);
    if (event.type === 'text-delta') {
      view.streamedText += event.text;
      addPiece({ label: 'Assistant', style: 'assistant', text: event.text }, view);
    } else if (event.type === 'reasoning-delta') {
      if (!showReasoning) return;
      view.streamedReasoning += event.text;
      addPiece({ label: 'Reasoning', style: 'reasoning', text: event.text }, view);
    } else if (event.type !== 'usage') {
      // Usage may come in the middle of a text; it is shown as a sum when the run ends.
      endPieces(view);
      streamed.finish(at(view));
      logComplete(event, view);
    }
  }

  function addPiece(piece: Entry, view: RunView): void {
    if (view.pieces?.label !== piece.label) endPieces(view);
    view.pieces ??= { label: piece.label, style: piece.style, text: redactPieces() };
    streamed.add({ ...piece, text: view.pieces.text.push(piece.text) }, at(view));
  }

  /** Shows what waited because it might have become a secret. */
  function endPieces(view: RunView): void {
    const { pieces } = view;
    view.pieces = undefined;
    if (pieces) streamed.add({ ...pieces, text: pieces.text.end() }, at(view));
  }

  function logComplete(event: CompleteEvent, view: RunView): void {
    const tag = runs.tag(view);
    const columns = width() - LABEL_COLUMNS - tag.length;
    if (event.type === 'run-start' && runs.alone) writer.gap();
    for (const entry of describeEvent(event, view, { showReasoning, fit, columns })) {
      writer.write(entry, tag, width());
    }
    if (event.type === 'run-end') runs.end(view);
  }

  function at(view: RunView): Place {
    return { runId: view.info.runId, tag: runs.tag(view), width: width() };
  }
}
