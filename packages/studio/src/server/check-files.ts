import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { StudioOptions } from './studio-options.js';

/**
 * A log that does not exist yet is waited for; one that can never be read would be waited for in silence.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export async function checkLog({ log }: Pick<StudioOptions, 'log'>): Promise<void> {
  if (log === undefined) return;
  const found = await stat(log).catch(() => undefined); // it is not there yet
  if (found === undefined) return;
  const hint = 'Name a file of createJsonLogger: --log <file>.';
  if (found.isDirectory()) throw wrong(`The log ${log} is a folder.`, hint);
  await access(log, constants.R_OK).catch((error: unknown) => {
    throw wrong(`The log ${log} cannot be read: ${errorMessage(error)}.`, hint, error);
  });
}

function wrong(message: string, hint: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'user', hint, cause });
}
