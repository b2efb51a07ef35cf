import type { ClientRequest } from 'node:http';

/** Fails a request that has no connection in time, the handshake included. The system itself gives up after two minutes. */
export function limitConnecting(request: ClientRequest, limitMs: number): void {
  request.on('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      const error = new Error(`There was no connection within ${limitMs} ms.`);
      request.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }, limitMs);
    const stop = () => clearTimeout(timer);
    socket.on(request.protocol === 'https:' ? 'secureConnect' : 'connect', stop);
    socket.on('close', stop);
  });
}
