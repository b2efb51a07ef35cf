import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isRecord, ToolwrightError } from '@toolwright/contract';
import { parseJson } from '../parse-json.js';

/**
 * Lets one process at a time write to a folder. The lock of a process that is no longer running is taken over.
 * @returns a function that releases the lock
 * @throws ToolwrightError `USAGE` if another process holds it
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, 'lock');
  const own = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  if (!create(file, own)) {
    const held = readFileSync(file, 'utf8');
    if (isHeld(file, held)) throw locked(file, held);
    removeStale(file, held);
    if (!create(file, own)) throw locked(file, '');
  }
  return () => rmSync(file, { force: true });
}

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** The time in which a process writes its lock after it has created the file. */
const WRITE_MS = 10_000;

/** Whether the process that wrote the lock may be running. */
function isHeld(file: string, text: string): boolean {
  const { pid, host } = ownerOf(text);
  const { mtimeMs } = statSync(file);
  if (typeof pid !== 'number') return mtimeMs > Date.now() - WRITE_MS;
  if (host !== hostname()) return true;
  // In a container, a new process may have the number of the one before.
  if (pid === process.pid) return mtimeMs >= Date.now() - process.uptime() * 1_000;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Removes a stale lock, but puts it back if it is a new one that another process has just created. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return; // another process has removed it
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, file);
  rmSync(aside);
}

function ownerOf(text: string): { readonly pid?: unknown; readonly host?: unknown } {
  const owner = parseJson(text);
  return isRecord(owner) ? owner : {};
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function locked(file: string, text: string): ToolwrightError {
  const { pid, host } = ownerOf(text);
  const who = pid === undefined ? 'Another process' : `Process ${String(pid)} on ${String(host)}`;
  return new ToolwrightError('USAGE', `${who} is writing to ${path.dirname(file)}.`, {
    blame: 'user',
    hint: `Wait for it, or pass another --out. If it is not running, delete ${file}.`,
  });
}
