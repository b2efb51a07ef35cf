import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { storeFailed } from '../store-error.js';

/** The id of a store and the number of its changes on disk. */
export interface StorePosition {
  /** Hexadecimal. */
  readonly store: string;
  readonly count: number;
}

/** The number of slots. A change's slot is derived from its count, so that processes that write simultaneously use different slots. */
const SLOTS = 64;
const SLOT_BYTES = 64;
const ID_BYTES = 16;
const BODY_BYTES = ID_BYTES + 8;
const DIGEST_BYTES = 16;

/**
 * Counts the changes of a store, in a file next to it. SQLite silently drops the end of a damaged write-ahead log; if a store has a lower
 * count than its mark, changes were lost. The mark is written after the change is on disk and before it is confirmed, so it is never ahead.
 * The file never grows, so that it can be written even when the disk is full.
 */
export class PositionMark {
  readonly #descriptor: number;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Creates the mark of a new store, unless one exists. The file appears atomically, so several processes can do this at once. */
  static create(file: string, position: StorePosition): void {
    if (existsSync(markOf(file))) return;
    const draft = `${markOf(file)}-${randomUUID()}`;
    try {
      writeFileSync(draft, encodeFile(position), { flush: true });
      link(draft, markOf(file));
      syncFolder(dirname(file));
    } finally {
      rmSync(draft, { force: true });
    }
  }

  static open(file: string): PositionMark {
    return new PositionMark(openSync(markOf(file), constants.O_RDWR));
  }

  /** Reads each store's latest position from a file's mark. Returns one position unless the store was replaced; none without a mark. */
  static read(file: string): readonly StorePosition[] {
    if (!existsSync(markOf(file))) return [];
    const newest = new Map<string, StorePosition>();
    const bytes = readSlots(markOf(file));
    for (let offset = 0; offset + SLOT_BYTES <= bytes.length; offset += SLOT_BYTES) {
      const position = decode(bytes.subarray(offset, offset + SLOT_BYTES));
      if (position !== undefined && position.count >= (newest.get(position.store)?.count ?? 0))
        newest.set(position.store, position);
    }
    return [...newest.values()];
  }

  /** Writes a position to disk, unless another process has written a newer one to the same slot. */
  advance(position: StorePosition): void {
    const offset = (position.count % SLOTS) * SLOT_BYTES;
    const present = Buffer.alloc(SLOT_BYTES);
    readSync(this.#descriptor, present, 0, SLOT_BYTES, offset);
    const known = decode(present);
    if (known?.store !== position.store || known.count < position.count)
      writeSync(this.#descriptor, encode(position), 0, SLOT_BYTES, offset);
    fdatasyncSync(this.#descriptor);
  }

  /** Deletes all positions and continues from this one. */
  reset(position: StorePosition): void {
    writeSync(this.#descriptor, encodeFile(position), 0, SLOTS * SLOT_BYTES, 0);
    fsyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Returns the path of a file's mark. */
export function markOf(file: string): string {
  return `${file}-mark`;
}

/** Reads all slots of a mark. @throws ToolwrightError `STORE_FAILED`, with the name of the mark */
function readSlots(mark: string): Buffer {
  const slots = Buffer.alloc(SLOTS * SLOT_BYTES);
  try {
    const descriptor = openSync(mark, 'r');
    try {
      return slots.subarray(0, readSync(descriptor, slots, 0, slots.length, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw storeFailed(`read ${mark}`, error);
  }
}

/** Encodes all slots. The file must not be sparse, because writing to a hole later would need disk space. */
function encodeFile(position: StorePosition): Buffer {
  const file = Buffer.alloc(SLOTS * SLOT_BYTES);
  encode(position).copy(file, (position.count % SLOTS) * SLOT_BYTES);
  return file;
}

function encode({ store, count }: StorePosition): Buffer {
  const slot = Buffer.alloc(SLOT_BYTES);
  slot.write(store, 0, ID_BYTES, 'hex');
  slot.writeBigUInt64LE(BigInt(count), ID_BYTES);
  digest(slot).copy(slot, BODY_BYTES);
  return slot;
}

/** Decodes a slot. Returns undefined for an empty or damaged slot; in that case, the previous position applies. */
function decode(slot: Buffer): StorePosition | undefined {
  if (!digest(slot).equals(slot.subarray(BODY_BYTES, BODY_BYTES + DIGEST_BYTES))) return undefined;
  return {
    store: slot.toString('hex', 0, ID_BYTES),
    count: Number(slot.readBigUInt64LE(ID_BYTES)),
  };
}

function digest(slot: Buffer): Buffer {
  return createHash('sha256').update(slot.subarray(0, BODY_BYTES)).digest().subarray(0, DIGEST_BYTES);
}

/** Gives a file a second name, unless a file with that name already exists. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Another process has created the link, or the file system does not support links.
    if (!existsSync(to)) renameSync(from, to);
    else if (Reflect.get(Object(error), 'code') !== 'EEXIST') throw error;
  }
}

/** Syncs a folder, because otherwise a power failure could lose the name of a new file. */
function syncFolder(folder: string): void {
  // Windows cannot open folders, and syncs file names automatically.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
