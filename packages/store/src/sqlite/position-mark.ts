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

/** Which store a mark belongs to, and how many changes of it were on the disk. */
export interface StorePosition {
  /** Hexadecimal. */
  readonly store: string;
  readonly count: number;
}

/** A change has the slot of its count: those of processes that write at once stand side by side. */
const SLOTS = 64;
const SLOT_BYTES = 64;
const ID_BYTES = 16;
const BODY_BYTES = ID_BYTES + 8;
const DIGEST_BYTES = 16;

/**
 * How far a store has come, in a file beside it. SQLite drops the end of a damaged write-ahead log in silence: a store that counts less
 * than its mark has lost something. The mark is written after the change is on the disk and before anybody is told, so it is never ahead.
 * The file has one size from the beginning: it can be written when the disk is full.
 */
export class PositionMark {
  readonly #descriptor: number;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Makes the mark of a new store; does nothing if there is a mark. It appears whole, so that processes can do this at once. */
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

  /** The newest position of each store that the mark beside a file names: one, unless the store was replaced. Empty without a mark. */
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

  /** Writes a position, unless another process has written a newer one there. On the disk when it returns. */
  advance(position: StorePosition): void {
    const offset = (position.count % SLOTS) * SLOT_BYTES;
    const present = Buffer.alloc(SLOT_BYTES);
    readSync(this.#descriptor, present, 0, SLOT_BYTES, offset);
    const known = decode(present);
    if (known?.store !== position.store || known.count < position.count)
      writeSync(this.#descriptor, encode(position), 0, SLOT_BYTES, offset);
    fdatasyncSync(this.#descriptor);
  }

  /** Forgets everything and begins at this position. */
  reset(position: StorePosition): void {
    writeSync(this.#descriptor, encodeFile(position), 0, SLOTS * SLOT_BYTES, 0);
    fsyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** The name of the mark's file. */
export function markOf(file: string): string {
  return `${file}-mark`;
}

/** What a mark can hold at most. @throws ToolwrightError `STORE_FAILED` that names the mark */
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

/** All slots. Real bytes, no hole: a hole takes space when it is written. */
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

/** Undefined for an empty slot and for one that is damaged: the one before it then counts. */
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

/** Gives a file a second name, unless there is a file of that name. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Another process was faster, or the file system has no links.
    if (!existsSync(to)) renameSync(from, to);
    else if (Reflect.get(Object(error), 'code') !== 'EEXIST') throw error;
  }
}

/** Without it, the name of a new file may be lost in a power cut. */
function syncFolder(folder: string): void {
  // Windows opens no folders, and keeps their names by itself.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
