import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '@toolwright/contract';

/** The names of this machine. Events are never sent to another machine. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Returns the running Studios of a project, according to their address files. The most recently started Studio comes first. */
export function readAddresses(root: string): readonly PublishedAddress[] {
  return listAddressFiles(root)
    .flatMap((file) => readAddressFile(file) ?? [])
    .sort((one, other) => other.startedAt - one.startedAt);
}

export function listAddressFiles(root: string): readonly string[] {
  const folder = path.join(root, CACHE_FOLDER);
  try {
    return readdirSync(folder)
      .filter(isAddressFile)
      .map((name) => path.join(folder, name));
  } catch {
    return []; // no such folder
  }
}

/** Reads an address file. Returns undefined if it is stale, damaged, or accessible to other users. */
export function readAddressFile(file: string): PublishedAddress | undefined {
  try {
    // Another user could have created a file that points to their own server.
    const { uid, mode } = statSync(file);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isOwn || !isRecord(value)) return undefined;
    const { url, token, pid, startedAt } = value;
    if (typeof url !== 'string' || typeof token !== 'string') return undefined;
    if (typeof pid !== 'number' || typeof startedAt !== 'number') return undefined;
    process.kill(pid, 0); // throws if that Studio exited without removing the file
    const checked = checkAddress(url, token);
    return checked && { ...checked, pid, startedAt };
  } catch {
    return undefined; // no file, or the process has exited
  }
}

/** Checks an address. Returns undefined if it is not on this machine. */
export function checkAddress(url: string, token: string): StudioAddress | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && LOOPBACK.has(hostname) ? { url, token } : undefined;
}

/** The project folder for files that outlive Studio. */
export const CACHE_FOLDER = 'node_modules/.cache/toolwright';

/** The URL and token of a Studio. */
export interface StudioAddress {
  readonly url: string;
  readonly token: string;
}

/** The content of an address file, which the project's programs use to find Studio. */
export interface PublishedAddress extends StudioAddress {
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Returns the name of a Studio's address file. */
export function addressFile(port: number): string {
  return `studio-${port}.json`;
}

function isAddressFile(name: string): boolean {
  return /^studio-\d{1,5}\.json$/.test(name);
}
