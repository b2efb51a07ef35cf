import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '@toolwright/contract';
import { ADDRESS_FILE, CACHE_FOLDER, type StudioAddress } from '../address/studio-address.js';

/** Names of this machine: events go nowhere else. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Where Studio listens: as `TOOLWRIGHT_STUDIO` says, or as the file of a Studio that runs for the project, or for a folder above it.
 * Undefined if there is none.
 */
export function findStudio(cwd: string, env: NodeJS.ProcessEnv): StudioAddress | undefined {
  const given = env.TOOLWRIGHT_STUDIO;
  if (given !== undefined && given !== '') return readAddress(given);
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    const found = readFile(path.join(folder, CACHE_FOLDER, ADDRESS_FILE));
    if (found !== undefined) return found;
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** The address that `toolwright dev` prints. */
function readAddress(text: string): StudioAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const token = new URLSearchParams(url.hash.slice(1)).get('token') ?? url.searchParams.get('token');
  return token === null ? undefined : checked(`${url.protocol}//${url.host}/`, token);
}

function readFile(file: string): StudioAddress | undefined {
  try {
    // Another user could have put a file there that leads to a server of theirs.
    const { uid, mode } = statSync(file);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isOwn || !isRecord(value)) return undefined;
    const { url, token, pid } = value;
    if (typeof url !== 'string' || typeof token !== 'string' || typeof pid !== 'number') return undefined;
    process.kill(pid, 0); // throws if that Studio has ended without removing the file
    return checked(url, token);
  } catch {
    return undefined; // no file, or a stale one
  }
}

function checked(url: string, token: string): StudioAddress | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && LOOPBACK.has(hostname) ? { url, token } : undefined;
}
