import type { TextStream } from '@toolwright/redaction';
import type { Entry } from './entry.js';
import type { EntryWriter } from './entry-writer.js';
import type { Place } from './place.js';

/** Marks an entry that continues after other entries. */
const CONTINUED = '… ';

/**
 * Streams text, even from concurrent runs. One run has the floor: its chunks are written immediately. The chunks of other runs wait until
 * the floor is free or their text is complete, so that no line mixes two runs.
 */
export class StreamedText {
  readonly #writer: EntryWriter;
  /** The run that has the floor. `label` distinguishes reasoning from answers. */
  #floor: { readonly runId: string; label: Entry['label'] } | undefined;
  readonly #waiting = new Map<string, Entry[]>();
  /** The redaction of each run's open text, and its entry. */
  readonly #redacted = new Map<string, { readonly entry: Entry; readonly text: TextStream }>();
  readonly #redact: () => TextStream;

  /** @param redact starts the redaction of streamed text */
  constructor(writer: EntryWriter, redact: () => TextStream) {
    this.#writer = writer;
    this.#redact = redact;
  }

  add(piece: Entry, place: Place): void {
    if (this.#redacted.get(place.runId)?.entry.label !== piece.label) this.#endRedaction(place);
    const { text } = this.#redacted.get(place.runId) ?? { text: this.#redact() };
    this.#redacted.set(place.runId, { entry: piece, text });
    this.#add({ ...piece, text: text.push(piece.text) }, place);
  }

  /** Shows text that was held back because it could have been the start of a secret. */
  #endRedaction(place: Place): void {
    const open = this.#redacted.get(place.runId);
    this.#redacted.delete(place.runId);
    if (open) this.#add({ ...open.entry, text: open.text.end() }, place);
  }

  #add(piece: Entry, place: Place): void {
    if (this.#floor && this.#floor.runId !== place.runId) {
      this.#wait(piece, place.runId);
      return;
    }
    for (const entry of this.#takeWaiting(place.runId)) this.#show(entry, place);
    this.#show(piece, place);
  }

  /** Shows waiting text, ends the line and gives up the floor. Must be called before another entry of the run is written. */
  finish(place: Place): void {
    this.#endRedaction(place);
    for (const entry of this.#takeWaiting(place.runId)) {
      if (entry.text.trim()) this.#writer.write(trimmed(entry), place);
    }
    if (this.#floor?.runId !== place.runId) return;
    this.#floor = undefined;
    this.#writer.close();
  }

  #show(piece: Entry, place: Place): void {
    const continued = this.#floor?.label === piece.label;
    if (continued && this.#writer.isOpen) {
      this.#writer.append(piece.text);
      return;
    }
    // An entry never starts with only whitespace.
    if (!piece.text.trim()) return;
    this.#floor = { runId: place.runId, label: piece.label };
    const text = continued ? CONTINUED + piece.text.trimStart() : piece.text;
    this.#writer.begin({ ...piece, text }, place);
  }

  #wait(piece: Entry, runId: string): void {
    const entries = this.#waiting.get(runId) ?? [];
    const last = entries.at(-1);
    if (last?.label === piece.label) entries[entries.length - 1] = { ...last, text: last.text + piece.text };
    else entries.push(piece);
    this.#waiting.set(runId, entries);
  }

  #takeWaiting(runId: string): readonly Entry[] {
    const entries = this.#waiting.get(runId) ?? [];
    this.#waiting.delete(runId);
    return entries;
  }
}

function trimmed(entry: Entry): Entry {
  return { ...entry, text: entry.text.trim() };
}
