import { setTimeout } from 'node:timers/promises';
import { type Client, LibsqlError } from '@libsql/client/sqlite3';

/** What stores use of the driver. */
export type DatabaseClient = Pick<Client, 'execute' | 'batch'>;

/** How long to wait for another process, which holds the file for milliseconds only, unless it is suspended then. */
export const BUSY_TIMEOUT_MS = 10_000;
const BUSY_PAUSE_MS = 10;

/**
 * The same client, whose connection is replaced after it met a busy file: until the garbage is collected, the driver keeps the statement
 * that failed, and nothing can be committed beside it.
 * @param prepare makes the settings of a connection
 */
export function renewedWhenBusy(driver: Client, prepare: () => Promise<unknown>): DatabaseClient {
  const watch = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (isBusy(error) && !driver.closed) {
        await driver.reconnect();
        await prepare();
      }
      throw error;
    }
  };
  return {
    execute: (statement) => watch(() => driver.execute(statement)),
    batch: (statements, mode) => watch(() => driver.batch(statements, mode)),
  };
}

/** Repeats what met a busy file. */
export async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const end = performance.now() + BUSY_TIMEOUT_MS; ; await setTimeout(BUSY_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof LibsqlError && error.code.startsWith('SQLITE_BUSY');
}
