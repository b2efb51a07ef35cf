import type { CallNews } from '../../host/host-messages.js';
import type { CallEntry, ShownError } from '../../protocol/requests.js';

const MAX_CALLS = 200;
const MAX_LOGS = 1_000;
/** Updates of one call are told at most this often: a tool may report progress a thousand times a second. */
const TELL_MS = 50;

/** The calls from the page, as they stand. */
export class CallBook {
  readonly #calls = new Map<string, CallEntry>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #onUpdate: (call: CallEntry) => void;

  constructor(onUpdate: (call: CallEntry) => void) {
    this.#onUpdate = onUpdate;
  }

  /** The latest first. */
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
      case 'call-log': {
        const { message, data } = news;
        const log = { at: Date.now(), message, ...(data !== undefined && { data }) };
        this.#set({ ...call, logs: [...call.logs.slice(1 - MAX_LOGS), log] });
        return;
      }
      case 'call-progress':
        this.#set({ ...call, progress: news.progress });
        return;
      case 'call-result': {
        const { result, omitted } = news;
        this.#set({ ...call, end: { result, durationMs, ...(omitted > 0 && { omitted }) } });
        return;
      }
      case 'call-error':
        this.#set({ ...call, end: { error: news.error, durationMs } });
        return;
      default:
        news satisfies never;
    }
  }

  /** Ends all open calls: their process has gone. */
  endAll(error: ShownError): void {
    for (const { callId, end } of this.#calls.values()) {
      if (end === undefined) this.note({ type: 'call-error', callId, error });
    }
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #begin({ callId, tool, arguments: args }: CallNews & { readonly type: 'call-start' }): void {
    const [oldest] = this.#calls.keys();
    if (this.#calls.size >= MAX_CALLS && oldest !== undefined) this.#calls.delete(oldest);
    this.#set({ callId, tool, arguments: args, startedAt: Date.now(), logs: [] });
  }

  #set(call: CallEntry): void {
    const { callId } = call;
    this.#calls.set(callId, call);
    if (call.end !== undefined) {
      clearTimeout(this.#timers.get(callId));
      this.#timers.delete(callId);
      this.#onUpdate(call);
    } else if (!this.#timers.has(callId)) {
      this.#timers.set(
        callId,
        setTimeout(() => this.#tell(callId), TELL_MS),
      );
    }
  }

  #tell(callId: string): void {
    this.#timers.delete(callId);
    const call = this.#calls.get(callId);
    if (call !== undefined) this.#onUpdate(call);
  }
}
