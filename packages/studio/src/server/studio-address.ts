import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The name of the file that tells programs of the project where Studio is. */
export const ADDRESS_FILE = 'studio.json';

/** Where a Studio listens. */
export interface StudioAddress {
  readonly url: string;
  readonly token: string;
}

/**
 * Writes the address for programs that attach themselves. Only this user can read it.
 * @returns Removes it, unless another Studio has written its own since.
 */
export function publishAddress(folder: string, address: StudioAddress): () => void {
  const file = path.join(folder, ADDRESS_FILE);
  const text = `${JSON.stringify({ ...address, pid: process.pid })}\n`;
  mkdirSync(folder, { recursive: true });
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
