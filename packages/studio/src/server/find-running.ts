import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { listAddressFiles, readAddressFile } from '../address/read-addresses.js';
import type { PublishedAddress, StudioAddress } from '../address/studio-address.js';

/** A Studio that is busy for longer counts as running. */
const PATIENCE_MS = 2_000;

/** The Studio of a project that was started last, if one runs. Removes the files of those that have ended. */
export async function findRunning(root: string): Promise<PublishedAddress | undefined> {
  const looked = listAddressFiles(root).map(async (file) => {
    const address = readAddressFile(file);
    if (address !== undefined && (await isRunning(address))) return [address];
    rmSync(file, { force: true });
    return [];
  });
  return (await Promise.all(looked)).flat().sort((one, other) => other.startedAt - one.startedAt)[0];
}

/** The number of a process that was killed may now be that of another program, and so may its port. */
function isRunning({ url, token }: StudioAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(new URL('/api/studio', url), { headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.setTimeout(PATIENCE_MS, () => {
      resolve(true);
      asked.destroy();
    });
    asked.on('error', () => resolve(false));
    asked.end();
  });
}
