import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { listAddressFiles, readAddressFile } from '../address/read-addresses.js';
import type { PublishedAddress, StudioAddress } from '../address/studio-address.js';

/** The timeout of the request in milliseconds. A Studio that is too busy to answer counts as running. */
const PATIENCE_MS = 2_000;

/** Finds the most recently started Studio of a project, and removes the address files of those that have ended. */
export async function findRunning(root: string): Promise<PublishedAddress | undefined> {
  const looked = listAddressFiles(root).map(async (file) => {
    const address = readAddressFile(file);
    if (address !== undefined && (await isRunning(address))) return [address];
    rmSync(file, { force: true });
    return [];
  });
  return (await Promise.all(looked)).flat().sort((one, other) => other.startedAt - one.startedAt)[0];
}

/** Whether a Studio answers. The process id alone is not enough, because it and the port may belong to another program by now. */
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
