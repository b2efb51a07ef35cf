import {
  contentText,
  type PendingCall,
  type RunInfo,
  type RunStatus,
  type Usage,
} from '@toolwright/contract';
import type { RunSummary } from '../protocol/requests.js';
import type { RunEntry } from '../protocol/studio-event.js';

const MAX_INPUT = 300;

/** The entries of one run, and what a list says of it. */
export class RunRecord {
  readonly run: RunInfo;
  readonly from: RunSummary['from'];
  readonly replayOf: string | undefined;
  readonly startedAt: number;
  /** In characters of JSON. */
  size = 0;
  /** Whether entries have been forgotten. */
  isPartial = false;
  entries: RunEntry[] = [];
  readonly children = new Set<string>();
  #status: RunStatus = 'running';
  #input = '';
  #lastAt: number;
  #toolCalls = 0;
  #usage: Usage | undefined;
  #cost: number | undefined;
  #pending: readonly PendingCall[] = [];
  readonly #words = new Set<string>();

  constructor(first: RunEntry, from: RunSummary['from'], replayOf?: string) {
    this.run = first.run;
    this.from = from;
    this.replayOf = replayOf;
    this.startedAt = first.at;
    this.#lastAt = first.at;
    this.#words.add(first.run.agent);
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
    this.#lastAt = Math.max(this.#lastAt, entry.at);
    this.#note(entry);
  }

  /** Drops the oldest half, but the start. */
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

  summary(isControllable: boolean): RunSummary {
    const { runId, agent, parentRunId, model } = this.run;
    return {
      runId,
      agent,
      ...(parentRunId !== undefined && { parentRunId }),
      ...(model !== undefined && { model }),
      status: this.#status,
      startedAt: this.startedAt,
      ...(!this.isOpen && { durationMs: this.#lastAt - this.startedAt }),
      input: this.#input,
      toolCalls: this.#toolCalls,
      ...(this.#usage !== undefined && { usage: this.#usage }),
      ...(this.#cost !== undefined && { cost: this.#cost }),
      from: this.from,
      ...(this.replayOf !== undefined && { replayOf: this.replayOf }),
      ...(this.#pending.length > 0 && { pending: this.#pending }),
      controllable: isControllable,
    };
  }

  /** Whether its input, agent, model, id or one of its tools has the text. */
  matches(search: string): boolean {
    const { runId, model = '' } = this.run;
    const wanted = search.toLowerCase();
    return [runId, model, this.#input, ...this.#words].some((text) => text.toLowerCase().includes(wanted));
  }

  #note({ event }: RunEntry): void {
    switch (event.type) {
      case 'run-start':
        // Also of a run that is resumed.
        this.#status = 'running';
        this.#pending = [];
        if (this.#input === '') this.#input = contentText(event.input).slice(0, MAX_INPUT);
        return;
      case 'tool-call':
        this.#toolCalls++;
        this.#words.add(event.name);
        return;
      case 'approval-request':
        this.#pending = event.calls;
        return;
      case 'run-end': {
        const { status, usage, cost, paused } = event.result;
        this.#status = status;
        this.#usage = usage;
        this.#cost = cost;
        this.#pending = paused?.pending ?? [];
        return;
      }
      default:
    }
  }
}
