import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const CHUNK = 256 * 1024;
/** How many bytes at both ends are compared when the file has grown. */
const END = 4 * 1024;

/** The part of a file that was read, to detect that the file has been rewritten. */
export class ReadPart {
  #length = 0;
  #hash: Hash = createHash('sha256');
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #inode = 0;
  #changedAt = 0;

  /** The length in bytes. */
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

  /** Records the state of the file after reading. */
  async note(file: FileHandle): Promise<void> {
    const { size, ino, mtimeMs } = await file.stat();
    this.#inode = ino;
    // A different size means that bytes were added after the last read.
    if (size === this.#length) this.#changedAt = mtimeMs;
  }

  /**
   * Whether the file still begins with this part. If the file has grown, only both ends of the part are compared, because logs grow all the
   * time. If it has the same length but was modified, the whole part is compared.
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
