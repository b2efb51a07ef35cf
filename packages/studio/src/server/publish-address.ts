import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addressFile, CACHE_FOLDER, type StudioAddress } from '../address/read-addresses.js';

/**
 * Writes the address file, which the project's programs use to find Studio. Only this user can read it.
 * @returns a function that removes the file, unless another Studio has overwritten it
 */
export function publishAddress(root: string, port: number, address: StudioAddress): () => void {
  const file = path.join(root, CACHE_FOLDER, addressFile(port));
  const text = `${JSON.stringify({ ...address, pid: process.pid, startedAt: Date.now() })}\n`;
  mkdirSync(path.dirname(file), { recursive: true });
  // Writes a new file that appears atomically. An existing file would keep its mode.
  const part = `${file}.${process.pid}`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
  renameSync(part, file);
  return () => {
    try {
      if (readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
    } catch {
      // The file was already removed.
    }
  };
}
