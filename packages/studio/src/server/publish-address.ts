import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADDRESS_FILE, CACHE_FOLDER, type StudioAddress } from '../address/studio-address.js';

/**
 * Writes the address for programs of a project that attach themselves. Only this user can read it.
 * @returns Removes it, unless another Studio has written its own since.
 */
export function publishAddress(root: string, address: StudioAddress): () => void {
  const file = path.join(root, CACHE_FOLDER, ADDRESS_FILE);
  const text = `${JSON.stringify({ ...address, pid: process.pid })}\n`;
  mkdirSync(path.dirname(file), { recursive: true });
  // A new file: the mode of an existing one would stay.
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  return () => {
    try {
      if (readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
    } catch {
      // It has gone already.
    }
  };
}
