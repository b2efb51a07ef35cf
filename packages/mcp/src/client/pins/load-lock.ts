import { readFile } from 'node:fs/promises';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { readLock, type ToolLock } from '@toolwright/json-schema';

/**
 * Loads the lock of an option: the path of a file, or its content.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export async function loadLock(lock: string | object | undefined): Promise<ToolLock | undefined> {
  if (lock === undefined) return undefined;
  if (typeof lock !== 'string') return readLock(lock);
  try {
    return readLock(await readFile(lock, 'utf8'), lock);
  } catch (error) {
    if (error instanceof ToolwrightError) throw error;
    throw new ToolwrightError('INVALID_CONFIG', `The lock ${lock} cannot be read: ${errorMessage(error)}.`, {
      blame: 'developer',
      hint: 'Write it with `npx toolwright mcp lock`.',
      cause: error,
    });
  }
}
