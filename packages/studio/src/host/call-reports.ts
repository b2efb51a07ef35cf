import type { JsonValue } from '@toolwright/contract';
import type { CallLog } from '../protocol/requests.js';
import { LogTail } from '../record/log-tail.js';
import type { CallNews } from './host-messages.js';

/** The number of reports per pause that are sent immediately. Any others are combined or dropped. */
const AT_ONCE = 100;
const PAUSE_MS = 50;

/** Sends the logs and the progress of a call in bounded memory, even if a tool reports a million times in a loop. */
export class CallReports {
  readonly #callId: string;
  readonly #send: (news: CallNews) => void;
  #logs = new LogTail();
  #progress: { readonly value: JsonValue } | undefined;
  #told = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(callId: string, send: (news: CallNews) => void) {
    this.#callId = callId;
    this.#send = send;
  }

  log(log: CallLog): void {
    this.#logs.push([log]);
    this.#tell();
  }

  progress(value: JsonValue): void {
    this.#progress = { value };
    this.#tell();
  }

  /** Sends pending reports before the call finishes. */
  end(): void {
    clearTimeout(this.#timer);
    this.#flush();
  }

  #tell(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#told = 0;
      this.#flush();
    }, PAUSE_MS).unref();
    if (this.#told >= AT_ONCE) return;
    this.#told++;
    this.#flush();
  }

  #flush(): void {
    const callId = this.#callId;
    const logs = this.#logs.list();
    if (logs.length > 0) {
      this.#send({ type: 'call-logs', callId, logs, dropped: this.#logs.dropped });
      this.#logs = new LogTail();
    }
    if (this.#progress !== undefined) {
      this.#send({ type: 'call-progress', callId, progress: this.#progress.value });
      this.#progress = undefined;
    }
  }
}
