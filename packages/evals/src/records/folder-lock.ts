import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isRecord, ToolwrightError } from '@toolwright/contract';

/**
 * Lets one process at a time write to a folder. The lock of a process that is no longer running is taken over.
 * @returns a function that releases the lock
 * @throws ToolwrightError `USAGE` if another process holds it
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, 'lock');
  const own = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  if (!create(file, own)) {
    const held = read(file);
    if (held !== undefined && isHeld(file, held)) throw locked(folder, held);
    if (held !== undefined) removeStale(file, held);
    if (!create(file, own)) throw locked(folder, read(file) ?? '');
  }
  return () => {
    if (read(file) === own) rmSync(file, { force: true });
  };
}

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // released meanwhile
  }
}

/** Whether the process that wrote the lock may be running. */
function isHeld(file: string, text: string): boolean {
  const { pid, host } = ownerOf(text);
  if (typeof pid !== 'number' || typeof host !== 'string') return false; // cut by a kill
  if (host !== hostname()) return true;
  // In a container, a new process may have the number of the one before.
  if (pid === process.pid) return statSync(file).mtimeMs >= Date.now() - process.uptime() * 1_000;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function ownerOf(text: string): { readonly pid?: unknown; readonly host?: unknown } {
  try {
    const owner: unknown = JSON.parse(text);
    return isRecord(owner) ? owner : {};
  } catch {
    return {};
  }
}

/** Removes a stale lock, but puts it back if it is a new one that another process has just created. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== stale) linkSync(aside, file);
  } catch {
    // Another process has removed it.
  }
  rmSync(aside, { force: true });
}

function locked(folder: string, text: string): ToolwrightError {
  const { pid, host } = ownerOf(text);
  const who = pid === undefined ? 'Another process' : `Process ${String(pid)} on ${String(host)}`;
  return new ToolwrightError('USAGE', `${who} is writing to ${folder}.`, {
    blame: 'user',
    hint: `Wait for it, or pass another --out. If it is not running, delete ${path.join(folder, 'lock')}.`,
  });
}
