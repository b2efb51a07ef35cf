import { setTimeout } from 'node:timers/promises';
import { type Client, LibsqlError } from '@libsql/client/sqlite3';

/** The methods of the driver that stores use. */
export type DatabaseClient = Pick<Client, 'execute' | 'batch'>;

/** How long to wait for another process, which normally locks the file only for milliseconds. */
export const BUSY_TIMEOUT_MS = 10_000;
const BUSY_PAUSE_MS = 10;

/**
 * Wraps a client so that it reconnects when the file was busy: the driver keeps the failed statement until it is garbage-collected, and
 * nothing can be committed in the meantime.
 * @param prepare applies the connection settings
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

/** Retries an operation while the file is busy. */
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
