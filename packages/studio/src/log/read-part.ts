import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const CHUNK = 256 * 1024;
/** How much of both ends is compared when the file has grown. */
const END = 4 * 1024;

/** The part of a file that was read, to notice that somebody has written it anew. */
export class ReadPart {
  #length = 0;
  #hash: Hash = createHash('sha256');
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #inode = 0;
  #changedAt = 0;

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  add(bytes: Buffer): void {
    this.#length += bytes.length;
    this.#hash.update(bytes);
    if (this.#head.length < END)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, END - this.#head.length)]);
    this.#tail = Buffer.from(Buffer.concat([this.#tail, bytes.subarray(-END)]).subarray(-END));
  }

  /** Remembers the file as it is after everything was read. */
  async note(file: FileHandle): Promise<void> {
    const { size, ino, mtimeMs } = await file.stat();
    this.#inode = ino;
    // What was written after the last bytes were read is read the next time.
    if (size === this.#length) this.#changedAt = mtimeMs;
  }

  /**
   * Whether the file still begins with this part. One that has grown is compared at both ends of the part, since logs grow all the time; one
   * of the same length in whole, if somebody has written to it.
   */
  async isIn(file: FileHandle): Promise<boolean> {
    if (this.#length === 0) return true;
    const { size, ino, mtimeMs } = await file.stat();
    if (size < this.#length || ino !== this.#inode) return false;
    if (size > this.#length) return this.#hasSameEnds(file);
    return mtimeMs === this.#changedAt || (await this.#hasSameHash(file, mtimeMs));
  }

  async #hasSameEnds(file: FileHandle): Promise<boolean> {
    const tailAt = this.#length - this.#tail.length;
    return (await holds(file, this.#head, 0)) && (await holds(file, this.#tail, tailAt));
  }

  async #hasSameHash(file: FileHandle, changedAt: number): Promise<boolean> {
    const hash = createHash('sha256');
    const buffer = Buffer.alloc(CHUNK);
    for (let at = 0; at < this.#length; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK, this.#length - at), at);
      if (bytesRead === 0) return false;
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    if (!hash.digest().equals(this.#hash.copy().digest())) return false;
    this.#changedAt = changedAt;
    return true;
  }
}

async function holds(file: FileHandle, bytes: Buffer, at: number): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes.length), 0, bytes.length, at);
  return bytesRead === bytes.length && buffer.equals(bytes);
}
