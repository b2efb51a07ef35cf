import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addressFile, CACHE_FOLDER, type StudioAddress } from '../address/studio-address.js';

/**
 * Writes the address for programs of a project that attach themselves. Only this user can read it.
 * @returns Removes it, unless another Studio has written its own since.
 */
export function publishAddress(root: string, port: number, address: StudioAddress): () => void {
  const file = path.join(root, CACHE_FOLDER, addressFile(port));
  const text = `${JSON.stringify({ ...address, pid: process.pid, startedAt: Date.now() })}\n`;
  mkdirSync(path.dirname(file), { recursive: true });
  // A new file, which is there as a whole or not at all: the mode of an existing one would stay.
  const part = `${file}.${process.pid}`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
  renameSync(part, file);
  return () => {
    try {
      if (readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
    } catch {
      // It has gone already.
    }
  };
}
