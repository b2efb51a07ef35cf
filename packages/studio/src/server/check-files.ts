import { constants, existsSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { CACHE_FOLDER } from '../address/read-addresses.js';
import { checkLogFile } from '../log/check-log-file.js';
import type { StudioOptions } from './studio-options.js';

/**
 * Checks an existing log, because Studio would silently wait for a log that can never be read. A missing log is valid: Studio waits for it.
 * @throws ToolwrightError `USAGE`
 */
export async function checkLog({ log }: Pick<StudioOptions, 'log'>): Promise<void> {
  if (log !== undefined && existsSync(log)) await checkLogFile(log);
}

/**
 * Creates the folder for files that outlive Studio.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export async function checkCache(root: string): Promise<void> {
  const folder = path.join(root, CACHE_FOLDER);
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    const message = `Studio cannot write to the folder ${folder}: ${errorMessage(error)}.`;
    throw wrong(message, 'Remove the file with that name, or make the folder writable.', error);
  }
}

function wrong(message: string, hint: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'user', hint, cause });
}
