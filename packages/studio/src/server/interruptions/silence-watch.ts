import { formatDuration } from '@toolwright/contract';
import type { RunHistory } from '../../history/run-history.js';
import type { RunRecord } from '../../history/run-record.js';

const SILENCE_MS = 300_000;
const MAX_PAUSE_MS = 5_000;

/**
 * Finds open runs that nobody writes to any more. Nothing tells of the end of a process that wrote a log, so silence has to do: a run that
 * was only slow goes on with its next event.
 */
export class SilenceWatch {
  readonly #silenceMs: number;
  readonly #onSilent: (runs: ReadonlySet<RunRecord>, reason: string) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    silenceMs: number | undefined,
    onSilent: (runs: ReadonlySet<RunRecord>, reason: string) => void,
  ) {
    this.#silenceMs = silenceMs ?? SILENCE_MS;
    this.#onSilent = onSilent;
  }

  start(history: RunHistory): void {
    const pause = Math.min(this.#silenceMs / 4, MAX_PAUSE_MS);
    this.#timer = setInterval(() => this.check(history), pause).unref();
  }

  check(history: RunHistory): void {
    const since = Date.now() - this.#silenceMs;
    const open = history.listOpen();
    const alive = new Set<RunRecord>();
    for (const record of open) {
      if (record.heardAt <= since) continue;
      // A run that waits for one that it started is not silent.
      for (let above: RunRecord | undefined = record; above !== undefined && !alive.has(above); ) {
        alive.add(above);
        above = history.find(above.run.parentRunId ?? '');
      }
    }
    // Studio knows of the end of its own process, and of attached ones.
    const silent = open.filter(
      (one) => one.from !== 'studio' && one.program === undefined && !alive.has(one),
    );
    if (silent.length === 0) return;
    this.#onSilent(new Set(silent), `Nothing was heard of it for ${formatDuration(this.#silenceMs)}.`);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
