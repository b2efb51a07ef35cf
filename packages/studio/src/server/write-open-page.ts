import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CACHE_FOLDER } from '../address/read-addresses.js';
import type { Studio } from './studio-options.js';

/** How long the file is kept, in milliseconds. A browser reads it immediately. */
const LIFE_MS = 60_000;

/** A file that redirects a browser to Studio. */
export interface OpenPage {
  /** A `file:` URL. */
  readonly url: string;
  remove(): void;
}

/**
 * Writes a file that redirects a browser to Studio and that only this user can read. All users of the machine can see the arguments of the
 * browser's process; this way, those contain the file instead of the token. The file is removed after a minute.
 */
export function writeOpenPage(root: string, { port, url }: Pick<Studio, 'port' | 'url'>): OpenPage {
  const folder = path.join(root, CACHE_FOLDER);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `open-${port}-${process.pid}.html`);
  rmSync(file, { force: true });
  writeFileSync(file, pageOf(url), { mode: 0o600, flag: 'wx' });
  const timer = setTimeout(() => rmSync(file, { force: true }), LIFE_MS).unref();
  return {
    url: pathToFileURL(file).href,
    remove: () => {
      clearTimeout(timer);
      rmSync(file, { force: true });
    },
  };
}

/** Removes the files of Studio processes that were killed. */
export function removeOldPages(root: string): void {
  const folder = path.join(root, CACHE_FOLDER);
  for (const name of namesIn(folder)) {
    const named = /^open-\d{1,5}-(\d{1,10})\.html$/.exec(name);
    if (named === null) continue;
    const file = path.join(folder, name);
    const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > LIFE_MS || !isAlive(Number(named[1]))) rmSync(file, { force: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no such folder
  }
}

/** Whether a process of this user exists. Processes of other users cannot have written the file. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the redirecting HTML page. Studio's URL contains no characters that need escaping in HTML. */
function pageOf(url: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Toolwright Studio</title>
<a href="${url}">Open Studio</a>
</html>
`;
}
