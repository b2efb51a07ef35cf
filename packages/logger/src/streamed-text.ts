import type { TextStream } from '@toolwright/contract';
import type { Entry } from './entry.js';
import type { EntryWriter } from './entry-writer.js';

/** The run that a text belongs to, and how to write it now. */
export interface Place {
  readonly runId: string;
  readonly tag: string;
  readonly width: number;
}

/** Marks an entry that goes on after others came between. */
const CONTINUED = '… ';

/**
 * Text that arrives in pieces, perhaps of several runs at once. One run has the floor: its pieces are written as they come. The pieces of
 * the others wait until the floor is free or until their own text is whole, so that a line never holds the text of two runs.
 */
export class StreamedText {
  readonly #writer: EntryWriter;
  /** Who has the floor; `label` tells reasoning from answer. */
  #floor: { readonly runId: string; label: Entry['label'] } | undefined;
  readonly #waiting = new Map<string, Entry[]>();
  /** The text of each run that passes through its redaction, with the entry it belongs to. */
  readonly #redacted = new Map<string, { readonly entry: Entry; readonly text: TextStream }>();
  readonly #redact: () => TextStream;

  /** @param redact begins the redaction of a text */
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

  /** Shows what was held back because it might have become a secret. */
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

  /** Called before another entry of the run is written: shows what waits, ends the line, gives up the floor. */
  finish(place: Place): void {
    this.#endRedaction(place);
    for (const entry of this.#takeWaiting(place.runId)) {
      if (entry.text.trim()) this.#writer.write(trimmed(entry), place.tag, place.width);
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
    // An entry that would begin with whitespace only begins with what follows.
    if (!piece.text.trim()) return;
    this.#floor = { runId: place.runId, label: piece.label };
    const text = continued ? CONTINUED + piece.text.trimStart() : piece.text;
    this.#writer.begin({ ...piece, text }, place.tag, place.width);
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
