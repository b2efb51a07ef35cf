import { existsSync } from 'node:fs';
import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import type * as Store from '@toolwright/store';
import { loadOptional } from '../../load/load-optional.js';

/**
 * Works on a file of sessions that is there: a misspelt name makes no new one.
 * @throws ToolwrightError `MISSING_PACKAGE`, `USAGE`, and what the store throws
 */
export async function withStore<T>(
  file: string,
  cwd: string,
  work: (store: Store.SessionStore, library: typeof Store) => Promise<T>,
): Promise<T> {
  const library = await loadOptional('@toolwright/store', () => import('@toolwright/store'));
  const absolute = path.resolve(cwd, file);
  if (!existsSync(absolute)) {
    throw new ToolwrightError('USAGE', `There is no file ${absolute}.`, {
      blame: 'user',
      hint: 'Name the file that your program opens with openSqliteStore.',
    });
  }
  const store = await library.openSqliteStore({ file: absolute });
  try {
    return await work(store, library);
  } finally {
    await store.close();
  }
}
