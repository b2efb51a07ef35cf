import path from 'node:path';
import { checkAddress, readAddresses } from '../address/read-addresses.js';
import type { StudioAddress } from '../address/studio-address.js';

/**
 * Finds the address of a running Studio: from `TOOLWRIGHT_STUDIO`, or from the address files of the project or a folder above it. The most
 * recently started one wins.
 */
export function findStudio(cwd: string, env: NodeJS.ProcessEnv): StudioAddress | undefined {
  const given = env.TOOLWRIGHT_STUDIO;
  if (given !== undefined && given !== '') return readAddress(given);
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    const [found] = readAddresses(folder);
    if (found !== undefined) return { url: found.url, token: found.token };
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** Reads the address that `toolwright dev` prints. */
function readAddress(text: string): StudioAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const token = new URLSearchParams(url.hash.slice(1)).get('token') ?? url.searchParams.get('token');
  return token === null ? undefined : checkAddress(`${url.protocol}//${url.host}/`, token);
}
