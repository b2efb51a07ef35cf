import { Socket } from 'node:net';
import { Pool } from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;
/** A process that stops in the middle of a transaction must not hold its locks for long. The default of DBOS. */
const IDLE_TRANSACTION_MS = 60_000;

interface PoolOptions {
  readonly max: number;
  /** Shows in `pg_stat_activity`. */
  readonly name: string;
  readonly onError: (error: Error) => void;
}

/** Connections whose breaks DBOS recognises: the end of a server must not end the runs in progress. */
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
      // A server that stops may refuse in the packet that makes the connection ready: before its borrower listens. Its first query fails.
    });
  });
  return pool;
}

/** DBOS waits for a server that refuses connections, but not for one whose socket file is gone, nor for one that hangs up during a write. */
const RETRIED_CODES = new Map([
  ['ENOENT', 'ECONNREFUSED'],
  ['EPIPE', 'ECONNRESET'],
]);

function createSocket(): Socket {
  const socket = new Socket();
  // The first listener: those of the driver see the other code.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const code = RETRIED_CODES.get(error.code ?? '');
    if (code !== undefined) error.code = code;
  });
  return socket;
}
