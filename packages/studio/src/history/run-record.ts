import { contentText, type PendingCall, type RunInfo, type Usage } from '@toolwright/contract';
import type { RunSummary } from '../protocol/requests.js';
import type { PlaygroundNote, RunEntry, ShownStatus } from '../protocol/studio-event.js';

/** Whether Studio can control a run. */
export type RunControl = Pick<RunSummary, 'controllable' | 'undecidable'>;

/** The number of characters that a list shows of an input or answer. */
const MAX_TEXT = 300;

export class RunRecord {
  readonly run: RunInfo;
  readonly from: RunSummary['from'];
  /** The source of the latest events. It can differ from `from`, because Studio may resume runs that other programs started. */
  toldBy: RunSummary['from'];
  /** For a log: the number of rewrites when the last entry was read. */
  reading: number | undefined;
  readonly replayOf: string | undefined;
  /** The attached program that sent the last entry. */
  program: string | undefined;
  readonly startedAt: number;
  /** The size of the entries, in characters of JSON. */
  size = 0;
  /** Whether entries have been dropped. */
  isPartial = false;
  entries: RunEntry[] = [];
  readonly children = new Set<string>();
  #status: ShownStatus = 'running';
  #interrupted = '';
  #input = '';
  /** The time of the latest event. */
  lastAt: number;
  #endedAt: number;
  /** The time at which the run was last known to be in progress. */
  heardAt = 0;
  #answer = '';
  /** The number of calls, without those of sub-runs. */
  toolCalls = 0;
  #starts = 0;
  /** The calls without a result, with the start of the run after which they were made. */
  readonly #openCalls = new Map<string, number>();
  /** The usage of the requests that were answered from the record of another run, without those of sub-runs. */
  recorded: Usage | undefined;
  /** The usage of the recorded run if the run repeats it to its end, with its sub-runs. */
  recordedTotal: Usage | undefined;
  /** Set if the run was started in the playground. */
  playground: PlaygroundNote | undefined;
  /** Whether the run is a replay, so that nothing can resume it. */
  isReplay = false;
  #usage: Usage | undefined;
  #cost: number | undefined;
  #pending: readonly PendingCall[] = [];
  /** The names of the called tools, without those of sub-runs. */
  readonly tools = new Set<string>();
  /** The names of the tools of which a call failed, without those of sub-runs. */
  readonly failedTools = new Set<string>();

  constructor(first: RunEntry, from: RunSummary['from'], replayOf?: string) {
    this.run = first.run;
    this.from = from;
    this.toldBy = from;
    this.replayOf = replayOf;
    this.startedAt = first.at;
    this.lastAt = first.at;
    this.#endedAt = first.at;
  }

  get isOpen(): boolean {
    return this.#status === 'running';
  }

  get isPaused(): boolean {
    return this.#status === 'paused';
  }

  add(entry: RunEntry, size: number): void {
    this.entries.push(entry);
    this.size += size;
    this.lastAt = Math.max(this.lastAt, entry.at);
    // A log contains past events, and its clock may be wrong.
    this.heardAt = this.from === 'log' ? Math.min(this.lastAt, Date.now()) : Date.now();
    this.#note(entry);
  }

  /** Drops the older half of the entries, except the first entry. Returns the freed size. */
  forgetHalf(): number {
    const { length } = this.entries;
    const half = Math.floor(length / 2);
    const [first, ...rest] = this.entries;
    if (first === undefined || half === 0) return 0;
    this.isPartial = true;
    this.entries = [first, ...rest.slice(half)];
    const freed = Math.floor(this.size * (half / length));
    this.size -= freed;
    return freed;
  }

  summary(control: RunControl): RunSummary {
    const { runId, agent, parentRunId, model } = this.run;
    return {
      runId,
      agent,
      ...(parentRunId !== undefined && { parentRunId }),
      ...(model !== undefined && { model }),
      status: this.#status,
      ...(this.#status === 'interrupted' && { interrupted: this.#interrupted }),
      startedAt: this.startedAt,
      // A negative duration means that the clock was set back.
      ...(!this.isOpen && this.#endedAt >= this.startedAt && { durationMs: this.#endedAt - this.startedAt }),
      input: this.#input,
      ...(this.#answer !== '' && { answer: this.#answer }),
      toolCalls: this.toolCalls,
      ...(this.#usage !== undefined && { usage: this.#usage }),
      ...(this.#cost !== undefined && { cost: this.#cost }),
      from: this.from,
      ...(this.replayOf !== undefined && { replayOf: this.replayOf }),
      ...(this.playground && { after: this.playground.after, settings: this.playground.settings }),
      ...(this.isPartial && { partial: true }),
      ...(this.#pending.length > 0 && { pending: this.#pending }),
      ...control,
    };
  }

  /** Whether the input, agent, model, id or a tool of the run contains the text. */
  matches(search: string): boolean {
    const { runId, agent, model = '' } = this.run;
    const wanted = search.toLowerCase();
    return [runId, agent, model, this.#input, ...this.tools].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  }

  #note({ event, at, replayed }: RunEntry): void {
    // A new event shows that the run continues.
    if (this.#status === 'interrupted') this.#status = 'running';
    switch (event.type) {
      case 'run-start':
        this.#status = 'running'; // also if a run is resumed
        this.#starts++;
        this.recordedTotal = undefined;
        this.isReplay = false;
        this.#pending = [];
        if (this.#input === '') this.#input = contentText(event.input).slice(0, MAX_TEXT);
        return;
      case 'tool-call':
        // A program that waited is executed again, and its call is reported again.
        if ((this.#openCalls.get(event.callId) ?? this.#starts) < this.#starts) return;
        this.#openCalls.set(event.callId, this.#starts);
        this.toolCalls++;
        this.tools.add(event.name);
        return;
      case 'tool-result':
        this.#openCalls.delete(event.callId);
        if (event.outcome.error !== null) this.failedTools.add(event.name);
        return;
      case 'approval-request':
        this.#pending = event.calls;
        return;
      case 'run-end': {
        const { status, usage, cost, paused, finalResponse, errors } = event.result;
        this.#status = status;
        this.#endedAt = at;
        this.#answer = String(finalResponse || errors[0] || '').slice(0, MAX_TEXT);
        this.isReplay = replayed === true;
        if (replayed) {
          this.recordedTotal = { ...usage, ...(cost !== undefined && { cost }) };
        } else {
          this.#usage = usage;
          this.#cost = cost;
        }
        this.#pending = paused?.pending ?? [];
        return;
      }
      case 'playground':
        this.playground = event;
        return;
      case 'usage':
        if (replayed) this.recorded = addUsage(this.recorded, event.usage);
        return;
      case 'run-interrupted':
        // Runs that have finished or are waiting for a person keep their status.
        if (!this.isOpen) return;
        this.#status = 'interrupted';
        this.#endedAt = at;
        this.#interrupted = event.reason;
        return;
      default:
    }
  }
}

/** Adds the tokens and the cost of two usages. A cost that is absent from both stays absent, because unknown is not 0. */
export function addUsage(sum: Usage | undefined, usage: Usage | undefined): Usage | undefined {
  if (sum === undefined || usage === undefined) return sum ?? usage;
  const cost = sum.cost === undefined ? usage.cost : sum.cost + (usage.cost ?? 0);
  return {
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    ...(cost !== undefined && { cost }),
  };
}
