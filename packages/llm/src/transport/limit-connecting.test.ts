import { type ClientRequest, createServer as createHttpServer, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { limitConnecting } from './limit-connecting.js';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  return (server.address() as AddressInfo).port;
}

function outcome(request: ClientRequest): Promise<unknown> {
  return new Promise((resolve) => {
    request.on('error', resolve).on('response', (response) => {
      resolve(response.resume().statusCode);
    });
    request.end();
  });
}

it('a server that does not shake hands in time fails the request', async () => {
  // It takes the connection, and stays silent.
  const port = await listen(createServer((socket) => socket.on('error', () => undefined)));
  const request = requestHttps({ port, host: '127.0.0.1' });
  limitConnecting(request, 50);
  expect(await outcome(request)).toMatchObject({
    code: 'ETIMEDOUT',
    message: 'There was no connection within 50 ms.',
  });
});

it('a reply may take longer than the connection', async () => {
  const port = await listen(createHttpServer((_, response) => setTimeout(() => response.end(), 150)));
  const request = requestHttp({ port, host: '127.0.0.1', agent: false });
  limitConnecting(request, 50);
  expect(await outcome(request)).toBe(200);
});
