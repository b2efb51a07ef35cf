import {
  type AgentEvent,
  type Environment,
  environment,
  type Logger,
  type RunInfo,
  wantsColor,
} from '@toolwright/contract';
import { ActiveRuns } from './active-runs.js';
import type { Entry } from './entry.js';
import { EntryWriter } from './entry-writer.js';
import { LABEL_COLUMNS, type Layout } from './layouts.js';
import { loggerRedaction, type RedactOptions } from './logger-redaction.js';
import { createPalette } from './palette.js';
import type { RunView } from './run-view.js';
import { StreamedText } from './streamed-text.js';
import { type LogStream, standardError, usableWidth } from './terminal.js';
import { shorten } from './text/shorten.js';

export interface TextLoggerOptions extends RedactOptions {
  /** Default: `process.stderr`, which keeps the program's own output clean. */
  readonly stream?: LogStream | undefined;
  /** Whether to use colours. Default: determined by `FORCE_COLOR`, `NO_COLOR` and whether the stream is a terminal. */
  readonly color?: boolean | undefined;
  /** The width in columns, at least 32. Default: the terminal's width, at most 120. Without a terminal, lines are not wrapped. */
  readonly width?: number | undefined;
  /**
   * The maximum number of characters to show of long text, such as a tool's result. Default: 1,000 (console), 2,000 (transcript), 4,000
   * (debug).
   */
  readonly maxLength?: number | undefined;
  /** The source of `FORCE_COLOR`, `NO_COLOR`, `TERM` and secrets to omit. Default: `process.env`. */
  readonly env?: Environment | undefined;
}

type EventType = AgentEvent['type'];
export type EventOf<Type extends EventType> = Extract<AgentEvent, { readonly type: Type }>;

/** The width and the time at which an entry is shown. */
export interface Page {
  /** The number of columns available for text. */
  readonly columns: number;
  /** The time in milliseconds. */
  readonly time: number;
  /** Masks secrets. Text that is shortened must be masked before: the rest of a secret may not look like one. */
  readonly redact: (text: string) => string;
}

/** A log format for people. */
export interface TextFormat {
  readonly layout: Layout;
  /** Functions that return the entries for each event type. The compiler reports a missing type. */
  readonly show: {
    readonly [Type in EventType]: (event: EventOf<Type>, run: RunView, page: Page) => readonly Entry[];
  };
  /** The text in front of each entry. */
  readonly prefix?: (run: RunView, page: Page) => string;
  /** The length to which `long` entries are truncated, unless the options override this. */
  readonly maxLength: number;
  readonly maxLines?: number;
  /** Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/** Events that may arrive in the middle of streamed text. */
const WITHIN_TEXT: ReadonlySet<EventType> = new Set(['text-delta', 'reasoning-delta', 'usage']);

/** Creates a logger that writes runs in a format for people. If it serves concurrent runs, each entry names its run. */
export function createTextLogger(format: TextFormat, options: TextLoggerOptions): Logger {
  const { stream = standardError(), env = environment() } = options;
  const { now = () => performance.now(), maxLines = Number.POSITIVE_INFINITY } = format;
  const room = { characters: options.maxLength ?? format.maxLength, lines: maxLines };
  const redaction = loggerRedaction(options, env);
  const palette = createPalette(options.color ?? wantsColor(stream, env));
  const writer = new EntryWriter(stream, palette, redaction.redact, format.layout);
  const streamed = new StreamedText(writer, redaction.stream);
  const runs = new ActiveRuns();

  return {
    log(event: AgentEvent, info: RunInfo): void {
      const time = now();
      const run = runs.view(info, time);
      const width = usableWidth(stream, options.width);
      const name = runs.tag(run);
      const { redact } = redaction;
      const page = { columns: width - LABEL_COLUMNS - name.length, time, redact };
      const place = { runId: info.runId, tag: name + (format.prefix?.(run, page) ?? ''), width };
      const entries = show(format, event, run, page);
      if (!WITHIN_TEXT.has(event.type)) streamed.finish(place);
      for (const entry of entries) {
        if (entry.piece) streamed.add(entry, place);
        else writer.write({ ...entry, text: whole(entry, page) }, place.tag, width);
      }
      if (event.type === 'run-end') runs.end(run);
    },
  };

  /** Joins and truncates the strings of an entry, for every text logger. */
  function whole({ title, text, long }: Entry, { columns }: Page): string {
    // Trailing white space is not shown in any case, so it does not count.
    const shown = long ? shorten(redaction.redact(text).trimEnd(), room) : text;
    return title === undefined ? shown : joinTitle(title, shown, columns);
  }
}

function show(format: TextFormat, event: AgentEvent, run: RunView, page: Page): readonly Entry[] {
  // The compiler cannot infer that the function for a type accepts its events. An event from a newer version has no function.
  const entriesOf = format.show[event.type] as
    | ((event: AgentEvent, run: RunView, page: Page) => readonly Entry[])
    | undefined;
  const unknown: Entry = { label: 'Warning', style: 'notice', text: `Unknown event ${event.type}` };
  return entriesOf?.(event, run, page) ?? [unknown];
}

/** Joins a title and text: on the next line if that avoids a line break, or if the text has several lines and the title ends with `:`. */
function joinTitle(title: string, text: string, columns: number): string {
  const breaks = title.length + 1 + text.length > columns;
  const moves = text.includes('\n') ? title.endsWith(':') : breaks && text.length <= columns;
  if (title.endsWith('\n')) return `${title}${text}`.trimEnd();
  return `${title}${moves ? '\n' : ' '}${text}`.trimEnd();
}
