import { Socket } from 'node:net';
import { Pool } from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;
/** Limits how long a process that stops in the middle of a transaction holds its locks. The default of DBOS. */
const IDLE_TRANSACTION_MS = 60_000;

interface PoolOptions {
  readonly max: number;
  /** The name of the connections in `pg_stat_activity`. */
  readonly name: string;
  readonly onError: (error: Error) => void;
}

/** Creates connections whose failures DBOS recognises and retries, so that a server restart does not fail the runs in progress. */
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
      // A server that shuts down can refuse the connection before its user listens for errors. The first query then fails.
    });
  });
  return pool;
}

/** DBOS retries refused and reset connections, but not a missing socket file or a broken pipe. These codes are replaced. */
const RETRIED_CODES = new Map([
  ['ENOENT', 'ECONNREFUSED'],
  ['EPIPE', 'ECONNRESET'],
]);

function createSocket(): Socket {
  const socket = new Socket();
  // This listener comes first, so that the listeners of the driver see the replaced code.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const code = RETRIED_CODES.get(error.code ?? '');
    if (code !== undefined) error.code = code;
  });
  return socket;
}
