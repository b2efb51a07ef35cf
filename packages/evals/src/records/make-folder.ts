import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Creates a folder and those above it. `mkdirSync` with `recursive` never returns for some folders, such as those of /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(folder)) throw error;
  }
}
