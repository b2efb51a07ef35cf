import path from 'node:path';
import { checkAddress, readAddresses } from '../address/read-addresses.js';
import type { StudioAddress } from '../address/studio-address.js';

/**
 * Where Studio listens: as `TOOLWRIGHT_STUDIO` says, or as the file of a Studio that runs for the project, or for a folder above it. Of
 * several, it is the one that was started last. Undefined if there is none.
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

/** The address that `toolwright dev` prints. */
function readAddress(text: string): StudioAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const token = new URLSearchParams(url.hash.slice(1)).get('token') ?? url.searchParams.get('token');
  return token === null ? undefined : checkAddress(`${url.protocol}//${url.host}/`, token);
}
