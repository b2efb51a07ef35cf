import { formatDuration } from '@toolwright/contract';
import type { RunHistory } from '../../history/run-history.js';
import type { RunRecord } from '../../history/run-record.js';

const SILENCE_MS = 300_000;
const MAX_PAUSE_MS = 5_000;

/**
 * Finds open runs without new events. If a process writes a log, its exit cannot be detected, so silence counts as an interruption. If the
 * run was only slow, its next event ends the interruption.
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
      // A run that is waiting for its sub-run is not silent.
      for (let above: RunRecord | undefined = record; above !== undefined && !alive.has(above); ) {
        alive.add(above);
        above = history.find(above.run.parentRunId ?? '');
      }
    }
    // The exit of Studio's own process and of attached programs is detected in other ways.
    const silent = open.filter(
      (one) => one.from !== 'studio' && one.program === undefined && !alive.has(one),
    );
    if (silent.length === 0) return;
    this.#onSilent(new Set(silent), `It had no events for ${formatDuration(this.#silenceMs)}.`);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
