import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CACHE_FOLDER } from '../address/studio-address.js';
import type { Studio } from './studio-options.js';

/** A browser reads it at once. */
const LIFE_MS = 60_000;

/** A file that leads a browser to Studio. */
export interface OpenPage {
  /** A `file:` URL. */
  readonly url: string;
  remove(): void;
}

/**
 * Writes a file that only this user can read, and that leads a browser to Studio. All users of a machine see the arguments of a browser's
 * process: these name the file and not the token. The file goes after a minute.
 */
export function writeOpenPage(root: string, { port, url }: Pick<Studio, 'port' | 'url'>): OpenPage {
  const folder = path.join(root, CACHE_FOLDER);
  mkdirSync(folder, { recursive: true });
  removeOld(folder);
  const file = path.join(folder, `open-${port}.html`);
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

/** Those of a Studio that was killed. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (!/^open-\d{1,5}\.html$/.test(name)) continue;
    const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > LIFE_MS) rmSync(file, { force: true });
  }
}

/** The address is Studio's own: it has no characters that mean something in HTML. */
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
