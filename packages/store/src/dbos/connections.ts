import { Socket } from 'node:net';
import { Pool } from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;
/** Limits how long a process that stops during a transaction holds its locks, in milliseconds. DBOS has the same default. */
const IDLE_TRANSACTION_MS = 60_000;

interface PoolOptions {
  readonly max: number;
  /** The name of the connections, shown in `pg_stat_activity`. */
  readonly name: string;
  readonly onError: (error: Error) => void;
}

/** Creates a connection pool. DBOS recognises and retries its failures, so that a server restart does not fail the runs in progress. */
export function createPool(url: string, { max, name, onError }: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    stream: createSocket,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', () => {
      // A server that is shutting down can refuse the connection before its user listens for errors. The first query then fails.
    });
  });
  return pool;
}

/** Replacements for error codes: DBOS retries refused and reset connections, but not a missing socket file or a broken pipe. */
const RETRIED_CODES = new Map([
  ['ENOENT', 'ECONNREFUSED'],
  ['EPIPE', 'ECONNRESET'],
]);

function createSocket(): Socket {
  const socket = new Socket();
  // This listener is added first, so that the driver's listeners see the replaced code.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const code = RETRIED_CODES.get(error.code ?? '');
    if (code !== undefined) error.code = code;
  });
  return socket;
}
