import type { Entry } from '../entry.js';
import type { EntryWriter } from '../entry-writer.js';
import type { Place } from '../place.js';
import { drawProgress } from './progress-bar.js';
import type { Progress } from './read-progress.js';

/** The part that must be done since the last line for another line, where lines cannot be rewritten. */
const STEP = 0.25;
/** Progress of which no part is known is shown at most once in this time, in milliseconds. */
const PAUSE = 1_000;

interface Shown {
  readonly place: Place;
  /** The newest entry if it was not shown. */
  held: Entry | undefined;
  done: number;
  time: number;
  bar: { readonly name: string; readonly progress: Progress };
}

/** Shows the progress of calls: on a terminal as a bar below the log, elsewhere as few lines. */
export class ProgressLog {
  readonly #writer: EntryWriter;
  readonly #isTerminal: boolean;
  readonly #redact: (text: string) => string;
  /** The calls with progress, by run and id. */
  readonly #calls = new Map<string, Map<string, Shown>>();

  /** @param isTerminal whether the stream can rewrite its last line */
  constructor(writer: EntryWriter, isTerminal: boolean, redact: (text: string) => string) {
    this.#writer = writer;
    this.#isTerminal = isTerminal;
    this.#redact = redact;
  }

  add(entry: Entry, { callId, name, value: progress }: Report, place: Place, time: number): void {
    const calls = this.#calls.get(place.runId) ?? new Map<string, Shown>();
    this.#calls.set(place.runId, calls);
    const last = calls.get(callId);
    const shown = { place, held: undefined, done: progress.done ?? 0, time, bar: { name, progress } };
    if (this.#isTerminal) {
      calls.set(callId, shown);
      this.#draw(shown);
    } else if (last === undefined || isNews(last, shown, progress)) {
      calls.set(callId, shown);
      this.#writer.write(entry, place);
    } else calls.set(callId, { ...last, held: entry });
  }

  /** The call ended: removes its bar, or writes the last progress that was not shown. */
  end(runId: string, callId: string): void {
    const calls = this.#calls.get(runId);
    const last = calls?.get(callId);
    if (!calls || !last) return;
    calls.delete(callId);
    if (calls.size === 0) this.#calls.delete(runId);
    if (last.held) this.#writer.write(last.held, last.place);
    if (this.#isTerminal) this.#drawAnother();
  }

  endRun(runId: string): void {
    for (const callId of [...(this.#calls.get(runId)?.keys() ?? [])]) this.end(runId, callId);
  }

  #drawAnother(): void {
    const [calls = new Map<string, Shown>()] = this.#calls.values();
    const [shown] = calls.values();
    this.#draw(shown);
  }

  #draw(shown: Shown | undefined): void {
    if (!shown) {
      this.#writer.setFooter(undefined);
      return;
    }
    const { bar, place } = shown;
    this.#writer.setFooter(
      drawProgress(
        this.#redact(bar.name),
        { ...bar.progress, text: this.#redact(bar.progress.text) },
        place.width,
      ),
    );
  }
}

type Report = NonNullable<Entry['progress']>;

/** Whether progress is worth another line. */
function isNews(last: Shown, { time }: Shown, { done }: Progress): boolean {
  if (done === undefined) return time - last.time >= PAUSE;
  return done - last.done >= STEP || (done === 1 && last.done < 1) || done < last.done;
}
