import type { CallNews } from '../../host/host-messages.js';
import type { CallEntry, ShownError } from '../../protocol/requests.js';
import { LogTail } from '../../record/log-tail.js';

/** The maximum number of calls. Beyond it, only open calls are kept. */
const MAX_CALLS = 200;
/** The maximum size of the logs and results of all calls, in characters. */
const MAX_CHARACTERS = 50_000_000;
/** The minimum interval between updates of the same call, in milliseconds. */
const TELL_MS = 50;
/** The number of log characters per which the interval grows by its initial length. */
const HEAVY = 50_000;

/** The current state of the calls from pages. */
export class CallBook {
  readonly #calls = new Map<string, CallEntry>();
  readonly #logs = new Map<string, LogTail>();
  /** The sizes of finished calls. */
  readonly #sizes = new Map<string, number>();
  #characters = 0;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #onUpdate: (call: CallEntry) => void;

  constructor(onUpdate: (call: CallEntry) => void) {
    this.#onUpdate = onUpdate;
  }

  /** Lists the calls, latest first. */
  list(): readonly CallEntry[] {
    return [...this.#calls.values()].reverse();
  }

  get isBusy(): boolean {
    return [...this.#calls.values()].some(({ end }) => end === undefined);
  }

  find(callId: string): CallEntry | undefined {
    return this.#calls.get(callId);
  }

  note(news: CallNews): void {
    if (news.type === 'call-start') {
      this.#begin(news);
      return;
    }
    const call = this.#calls.get(news.callId);
    if (call === undefined || call.end !== undefined) return;
    const durationMs = Date.now() - call.startedAt;
    switch (news.type) {
      case 'call-logs': {
        const tail = this.#logs.get(news.callId) ?? new LogTail();
        this.#logs.set(news.callId, tail);
        tail.push(news.logs, news.dropped);
        const { dropped } = tail;
        this.#set({ ...call, logs: tail.list(), ...(dropped > 0 && { droppedLogs: dropped }) });
        return;
      }
      case 'call-progress':
        this.#set({ ...call, progress: news.progress });
        return;
      case 'call-result': {
        const { type: _, callId: __, omitted, ...given } = news;
        this.#set({ ...call, end: { ...given, durationMs, ...(omitted > 0 && { omitted }) } });
        return;
      }
      case 'call-error':
        this.#set({ ...call, end: { error: news.error, durationMs } });
        return;
      default:
        news satisfies never;
    }
  }

  /** Marks all open calls as failed, because their process has exited. */
  endAll(error: ShownError): void {
    for (const { callId, end } of this.#calls.values()) {
      if (end === undefined) this.note({ type: 'call-error', callId, error });
    }
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #begin({ callId, tool, arguments: args }: CallNews & { readonly type: 'call-start' }): void {
    // Open calls are kept, because they can be aborted and a restart waits for them.
    for (const oldest of this.#sizes.keys()) {
      if (this.#calls.size < MAX_CALLS) break;
      this.#forget(oldest);
    }
    this.#set({ callId, tool, arguments: args, startedAt: Date.now(), logs: [] });
  }

  #set(call: CallEntry): void {
    const { callId } = call;
    this.#calls.set(callId, call);
    if (call.end !== undefined) {
      clearTimeout(this.#timers.get(callId));
      this.#timers.delete(callId);
      this.#measure(call);
      this.#onUpdate(call);
    } else if (!this.#timers.has(callId)) {
      this.#timers.set(
        callId,
        setTimeout(() => this.#tell(callId), TELL_MS * (1 + (this.#logs.get(callId)?.size ?? 0) / HEAVY)),
      );
    }
  }

  /** Records the size of a finished call, and drops the oldest calls beyond the limit. */
  #measure({ callId, end }: CallEntry): void {
    const size = (this.#logs.get(callId)?.size ?? 0) + JSON.stringify(end ?? null).length;
    this.#logs.delete(callId);
    this.#sizes.set(callId, size);
    this.#characters += size;
    for (const oldest of this.#sizes.keys()) {
      if (this.#characters <= MAX_CHARACTERS || oldest === callId) return;
      this.#forget(oldest);
    }
  }

  #forget(callId: string): void {
    this.#characters -= this.#sizes.get(callId) ?? 0;
    this.#sizes.delete(callId);
    this.#logs.delete(callId);
    this.#calls.delete(callId);
  }

  #tell(callId: string): void {
    this.#timers.delete(callId);
    const call = this.#calls.get(callId);
    if (call !== undefined) this.#onUpdate(call);
  }
}
