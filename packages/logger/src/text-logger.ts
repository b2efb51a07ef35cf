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
import { guidesOf, type Joint, NO_GUIDES } from './guides.js';
import { fitTag, LABEL_COLUMNS, type Layout } from './layouts.js';
import { loggerRedaction, type RedactOptions } from './logger-redaction.js';
import { createPalette } from './palette.js';
import type { Place } from './place.js';
import { ProgressLog } from './progress/progress-log.js';
import type { RunView } from './run-view.js';
import { StreamedText } from './streamed-text.js';
import { type LogStream, standardError, usableWidth, withoutFailing } from './terminal.js';
import type { ValuePage } from './text/format-value.js';
import { type Room, shorten } from './text/shorten.js';

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
  /** Whether to show long text and values whole. `maxLength` and `maxLines` then have no effect. Default: false. */
  readonly verbose?: boolean | undefined;
  /** The text before a cost. Default: `$`, because `costOf` and the prices of clients are in US dollars. */
  readonly currency?: string | undefined;
  /**
   * Returns the time in milliseconds. Default: `performance.now` for durations, which is never set back; the debug logger shows the time of
   * day from `Date.now`.
   */
  readonly now?: (() => number) | undefined;
  /** The source of `FORCE_COLOR`, `NO_COLOR`, `TERM` and secrets to omit. Default: `process.env`. */
  readonly env?: Environment | undefined;
}

type EventType = AgentEvent['type'];
export type EventOf<Type extends EventType> = Extract<AgentEvent, { readonly type: Type }>;

/** The width and the time at which an entry is shown. */
export interface Page extends ValuePage {
  /** The time in milliseconds. */
  readonly time: number;
  readonly currency: string;
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
  readonly prefix?: () => string;
  /** Whether to show sub-agents and parallel calls as a tree. Otherwise, tags name the runs. */
  readonly isTree?: true;
  /** Whether to render the Markdown of answers on terminals with colours. */
  readonly markdown?: true;
  /** The length to which `long` entries are truncated, unless the options override this. */
  readonly maxLength: number;
  readonly maxLines?: number;
}

/** Events that may arrive in the middle of streamed text. */
const WITHIN_TEXT: ReadonlySet<EventType> = new Set(['text-delta', 'reasoning-delta', 'usage']);

/** Guides take up to 1/GUIDE_SHARE of the columns. */
const GUIDE_SHARE = 4;
/** The columns for guides where lines are not wrapped. */
const MOST_GUIDES = 40;

/** Creates a logger that writes runs in a format for people. If it serves concurrent runs, each entry names its run. */
export function createTextLogger(format: TextFormat, options: TextLoggerOptions): Logger {
  const {
    stream: given = standardError(),
    env = environment(),
    now = () => performance.now(),
    currency = '$',
  } = options;
  const stream = withoutFailing(given);
  const redaction = loggerRedaction(options, env);
  const { redact } = redaction;
  const color = options.color ?? wantsColor(stream, env);
  const isTerminal = stream.isTTY === true && env.TERM !== 'dumb';
  const markdown = isTerminal && color && format.markdown === true;
  const { layout } = format;
  const writer = new EntryWriter({ stream, palette: createPalette(color), redact, layout, markdown });
  const streamed = new StreamedText(writer, redaction.stream);
  const progress = new ProgressLog(writer, isTerminal, redact);
  const runs = new ActiveRuns(format.isTree === true);
  const room = roomOf(format, options);

  return {
    log(event: AgentEvent, info: RunInfo): void {
      const time = now();
      const run = runs.view(info, time);
      const width = usableWidth(stream, options.width);
      const name = runs.tag(run, event.type === 'run-start');
      const hadBranches = run.branches.size > 0;
      const level = run.levelBelow('parentCallId' in event ? event.parentCallId : undefined);
      const placeOf = (joint: Joint, call: Joint | undefined): Place => ({
        runId: info.runId,
        tag: (format.prefix?.() ?? '') + fitTag(name, width),
        guides: format.isTree ? guidesOf(run, joint, { call, level }, guideRoom(width)) : NO_GUIDES,
        width,
      });
      const inside = placeOf('inside', hadBranches ? 'inside' : undefined);
      const columns = width - LABEL_COLUMNS - name.length - inside.guides.first.length;
      const page = { columns, time, currency, redact, room, maskJson };
      const entries = show(format, event, run, page);
      if (!WITHIN_TEXT.has(event.type) && !isBar(event)) streamed.finish(inside);
      if (event.type === 'tool-result') progress.end(info.runId, event.callId);
      if (event.type === 'run-end') progress.endRun(info.runId);
      for (const [index, entry] of entries.entries()) {
        const joint = jointOf(event, run, index, entries.length - 1);
        const place = placeOf(
          joint,
          entry.call ?? (hadBranches && run.branches.size > 0 ? 'inside' : undefined),
        );
        if (entry.piece) streamed.add(entry, place);
        else write({ ...entry, text: whole(entry, page) }, place, time);
      }
      if (event.type === 'run-end') runs.end(run);
    },
  };

  function maskJson(json: string): string {
    // Most values have no secret. Searching the text is faster, but may miss one that is escaped.
    return redact(json) === json && !json.includes('\\') ? json : redaction.redactBody(json);
  }

  /** Whether an event only changes the bar below the log. */
  function isBar(event: AgentEvent): boolean {
    return isTerminal && event.type === 'tool-progress' && !event.log;
  }

  function write(entry: Entry, place: Place, time: number): void {
    if (entry.progress) progress.add(entry, entry.progress, place, time);
    else writer.write(entry, place);
  }

  /** Joins and truncates the strings of an entry, for every text logger. */
  function whole({ title, text, long }: Entry, { columns }: Page): string {
    // Trailing white space is not shown in any case, so it does not count.
    const shown = long ? shorten(redact(text).trimEnd(), room) : text;
    return title === undefined ? shown : joinTitle(title, shown, columns);
  }
}

function roomOf(
  { maxLength, maxLines = Number.POSITIVE_INFINITY }: TextFormat,
  options: TextLoggerOptions,
): Room {
  if (options.verbose) return { characters: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY };
  return { characters: options.maxLength ?? maxLength, lines: maxLines };
}

function guideRoom(width: number): number {
  return Math.min(Math.floor(width / GUIDE_SHARE), MOST_GUIDES);
}

/** How an entry is connected to the tree of runs. While others run beside it, the end of a run is not the end of its branch. */
function jointOf({ type }: AgentEvent, { parent }: RunView, index: number, last: number): Joint {
  if (type === 'run-start' && index === 0) return 'start';
  if (type !== 'run-end' || index < last) return 'inside';
  return parent && parent.children > 1 ? 'start' : 'end';
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
