import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createPool } from './connections.js';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

it('a server that stops in the moment in which a connection is ready does not end the process', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => {
    uncaught.push(error);
  };
  process.on('uncaughtException', note);
  const pool = createPool(await startStoppingServer(), { max: 1, name: 'test', onError: () => {} });
  const client = await pool.connect();
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  await pool.end();
  process.off('uncaughtException', note);
  expect(uncaught).toEqual([]);
});

/** Says `ready` and `terminating` in one packet, as PostgreSQL does when it is stopped. */
async function startStoppingServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const authenticated = message('R', Buffer.from([0, 0, 0, 0]));
      const ready = message('Z', Buffer.from('I'));
      const stopping = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));
      socket.end(Buffer.concat([authenticated, ready, stopping]));
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `postgresql://me@127.0.0.1:${address.port}/x`;
}

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}
