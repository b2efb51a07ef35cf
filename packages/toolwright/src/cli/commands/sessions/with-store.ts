import { existsSync } from 'node:fs';
import path from 'node:path';
import type * as Store from '@toolwright/store';
import { loadOptional } from '../../load/load-optional.js';
import { userError } from '../../user-error.js';

/** Options of the subcommands. Not all of them have `--json`. */
export interface StoreOptions {
  readonly store: string;
  readonly json?: boolean;
}

/**
 * Opens an existing session store, so that a misspelled name does not create a new one.
 * @param accept whether to accept a file that went back in time
 * @throws ToolwrightError `MISSING_PACKAGE`, `USAGE`, and errors of the store
 */
export async function withStore<T>(
  file: string,
  cwd: string,
  work: (store: Store.SessionStore, library: typeof Store) => Promise<T>,
  accept = false,
): Promise<T> {
  const library = await loadOptional('@toolwright/store', () => import('@toolwright/store'));
  const absolute = path.resolve(cwd, file);
  if (!existsSync(absolute)) {
    const hint = 'Pass the file that your program opens with openSqliteStore.';
    throw userError('USAGE', `The file ${absolute} does not exist.`, hint);
  }
  const store = await library.openSqliteStore({ file: absolute, accept });
  try {
    return await work(store, library);
  } finally {
    await store.close();
  }
}
