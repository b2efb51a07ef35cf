import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NewEntry } from '../record/read-line.js';

const MAX_BYTES = 32_000_000;
/** The maximum size of one run in characters. If a run is longer, at least its start and its end are kept. */
const MAX_HELD = 8_000_000;

/** Stores Studio's own finished runs in a file that outlives Studio. */
export class KeptRuns {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #open = new Map<string, HeldLines>();

  /** @param maxBytes the maximum size of the file, in bytes */
  constructor(folder: string, maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
    mkdirSync(folder, { recursive: true });
    this.#file = path.join(folder, 'studio-runs.jsonl');
  }

  /** Reads the lines that were stored before Studio was last started. */
  read(): readonly string[] {
    try {
      return readFileSync(this.#file, 'utf8').split('\n');
    } catch {
      return []; // the file does not exist
    }
  }

  /** Adds a line of a run. The lines are written when the topmost run ends. */
  add(line: string, { run: { runId, parentRunId }, event }: NewEntry, replayOf: string | undefined): void {
    // Streamed text is omitted, because messages contain it. Lines of a sub-run are added to its parent.
    if (event.type === 'text-delta' || event.type === 'reasoning-delta') return;
    const id = parentRunId !== undefined && this.#open.has(parentRunId) ? parentRunId : runId;
    const held: HeldLines = this.#open.get(id) ?? {
      lines: [],
      size: 0,
      started: new Set(),
      isPartial: false,
    };
    this.#open.set(id, held);
    if (id !== runId) this.#open.set(runId, held);
    const isEnd = event.type === 'run-end' || event.type === 'run-interrupted';
    hold(held, line, {
      runId,
      isTop: parentRunId === undefined,
      isStart: event.type === 'run-start',
      isEnd,
      replayOf,
    });
    if (!isEnd || parentRunId !== undefined) return;
    for (const [other, one] of this.#open) if (one === held) this.#open.delete(other);
    this.#write(held.lines);
  }

  #write(lines: readonly string[]): void {
    try {
      appendFileSync(this.#file, `${lines.join('\n')}\n`, { mode: 0o600 });
      if (statSync(this.#file).size > this.#maxBytes) this.#shorten();
    } catch {
      // The disk may be full or the folder deleted. The runs are still in memory.
    }
  }

  /** Removes the older half of the file. */
  #shorten(): void {
    const text = readFileSync(this.#file, 'utf8');
    const cut = text.indexOf('\n', text.length >> 1) + 1;
    const next = `${this.#file}.${process.pid}`;
    writeFileSync(next, text.slice(cut), { mode: 0o600 });
    renameSync(next, this.#file);
  }
}

/** The lines of a run and its sub-runs. */
interface HeldLines {
  readonly lines: string[];
  size: number;
  /** The ids of the runs whose start is among the lines. */
  readonly started: Set<string>;
  /** Whether lines were dropped. */
  isPartial: boolean;
}

interface HeldLine {
  readonly runId: string;
  readonly isTop: boolean;
  readonly isStart: boolean;
  readonly isEnd: boolean;
  readonly replayOf: string | undefined;
}

/** Adds a line, or records that it was dropped. If a run's start is kept, so is its end, which tells whether lines are missing. */
function hold(held: HeldLines, line: string, { runId, isTop, isStart, isEnd, replayOf }: HeldLine): void {
  const isNeeded = isTop ? isStart || isEnd : isEnd && held.started.has(runId);
  if (!isNeeded && held.size + line.length > MAX_HELD) {
    held.isPartial = true;
    return;
  }
  if (isStart) held.started.add(runId);
  const marks = {
    ...(replayOf !== undefined && { replayOf }),
    ...(isEnd && held.isPartial && { partial: true }),
  };
  const kept =
    Object.keys(marks).length === 0 ? line : `${JSON.stringify(marks).slice(0, -1)},${line.slice(1)}`;
  held.lines.push(kept);
  held.size += kept.length;
}
