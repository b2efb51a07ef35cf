import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { createPool } from './connections.js';

/** The maximum time to retry an operation outside of runs while the server cannot be reached, in milliseconds. */
export const PATIENCE_MS = 30_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

interface DatabaseOptions {
  readonly id: string;
  readonly onError: (message: string) => void;
  /** The longest wait between two attempts while the server cannot be reached, in milliseconds. Default and maximum: 5,000. */
  readonly maxWaitMs?: number;
}

/** A worker's PostgreSQL database. Queries are retried while the server is restarting or after a connection was broken. */
export class Database {
  readonly #pool: Pool;
  readonly #url: string;
  readonly #maxWaitMs: number | undefined;
  readonly #closed = new AbortController();
  /** The connections for DBOS. They are separate, because the polling of DBOS can occupy all of its connections. */
  readonly dbosPool: Pool;

  constructor(url: string, { id, onError, maxWaitMs }: DatabaseOptions) {
    this.#url = url;
    this.#maxWaitMs = maxWaitMs;
    const shared = { name: `toolwright ${id}`, onError: (error: Error) => onError(errorMessage(error)) };
    this.#pool = createPool(url, { ...shared, max: 4 });
    this.dbosPool = createPool(url, { ...shared, max: 10 });
    // Any number of steps may be waiting for the server simultaneously.
    setMaxListeners(0, this.#closed.signal);
  }

  /**
   * @param patienceMs how long to retry, in milliseconds. Steps of a run pass `Infinity` and wait for the server as long as DBOS does.
   * @throws ToolwrightError `STORE_FAILED`
   */
  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    patienceMs = PATIENCE_MS,
  ): Promise<QueryResult<Row>> {
    const work = (): Promise<QueryResult<Row>> => this.#pool.query<Row>(text, [...values]);
    const options = { patienceMs, signal: this.#closed.signal, maxWaitMs: this.#maxWaitMs };
    return await whileUnreachable(work, this.#url, options);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all([this.#pool.end(), this.dbosPool.end()]);
  }
}

interface RetryOptions {
  readonly patienceMs: number;
  readonly signal?: AbortSignal;
  readonly maxWaitMs?: number | undefined;
}

/** Retries an operation while the server cannot be reached. @throws ToolwrightError `STORE_FAILED` */
export async function whileUnreachable<Result>(
  work: () => Promise<Result>,
  url: string,
  { patienceMs, signal, maxWaitMs = LONGEST_WAIT_MS }: RetryOptions,
): Promise<Result> {
  const startedAt = performance.now();
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, maxWaitMs, LONGEST_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      const isOver = performance.now() - startedAt + wait > patienceMs;
      if (signal?.aborted || isOver || !isUnreachable(error)) throw databaseFailed(error, url);
    }
    await setTimeout(wait, undefined, { signal }).catch(() => {
      // The worker is being closed, so the next attempt is the last one.
    });
  }
}

/**
 * SQL states of temporary failures: the server is restarting, has no free connection, or is failing over to a replica.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING_STATES = /^(?:08...|25006|40001|40P01|53300|57P0[1235])$/;
const PASSING_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  // The socket file of a server that stopped.
  'ENOENT',
]);
/** Messages of driver errors that have no code. */
const PASSING_TEXTS = /connection terminated|timeout exceeded when trying to connect|not queryable/i;

function isUnreachable(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const code = 'code' in cause ? String(cause.code) : '';
    return PASSING_STATES.test(code) || PASSING_CODES.has(code) || PASSING_TEXTS.test(cause.message);
  });
}

export function hasState(error: unknown, states: readonly string[]): boolean {
  return causesOf(error).some((cause) => 'code' in cause && states.includes(String(cause.code)));
}

const MAX_CAUSES = 20;

function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  const waiting = [error];
  while (waiting.length > 0 && found.length < MAX_CAUSES) {
    const next = waiting.shift();
    if (!(next instanceof Error)) continue;
    found.push(next);
    waiting.push(next.cause, ...(next instanceof AggregateError ? next.errors : []));
  }
  return found;
}

const NO_RIGHTS = ['42501'];

function databaseFailed(error: unknown, url: string): ToolwrightError {
  if (error instanceof ToolwrightError) return error;
  const hint = hasState(error, NO_RIGHTS)
    ? 'Create the tables once with a role that has the required privileges: see docs/deploying.md.'
    : 'Check the URL and the role, and that the server is running. Earlier records are unchanged.';
  const text = withoutPassword(errorMessage(error), url);
  return new ToolwrightError('STORE_FAILED', `PostgreSQL at ${placeOf(url)} failed: ${text}`, {
    blame: 'user',
    hint,
    cause: error,
  });
}

/** Returns the database's address without the password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'the given address';
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return `'${host}${port && `:${port}`}${pathname}'`;
}

function withoutPassword(text: string, url: string): string {
  const password = URL.canParse(url) ? new URL(url).password : '';
  if (password === '') return text;
  return text.replaceAll(password, '[password]').replaceAll(decodeURIComponent(password), '[password]');
}
