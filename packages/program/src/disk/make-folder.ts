import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from './out-of-reach.js';
import { findStats } from './real-disk.js';

/**
 * Creates a folder and its parent folders. Node's own option `recursive` never returns if the system denies the existence of a folder that
 * it just found, as /proc does.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let place = folder; !isFolder(place) && !makeOne(place); place = path.dirname(place))
    missing.push(place);
  for (const place of missing.reverse()) if (!makeOne(place)) throw notMade(place);
}

/** Creates one folder. Returns false if its parent folder does not exist. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (isFolder(folder)) return true;
    if (systemCode(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    return false;
  }
}

function isFolder(place: string): boolean {
  return findStats(place)?.isDirectory() ?? false;
}

function notMade(folder: string): Error {
  return new Error(`the system did not create the folder ${folder}`);
}
