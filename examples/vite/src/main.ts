import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './answer.js';

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.destroy(error));
});
server.listen(Number(process.env.PORT ?? 5173), '127.0.0.1', () => {
  // The address of a server that listens on a port has this type.
  const { port } = server.address() as AddressInfo;
  console.log(`The tools are at http://127.0.0.1:${port}/ until you press Ctrl+C.`);
});
