import type { Readable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { McpService } from '../service.js';
import { claimStdout } from './claim-stdout.js';

/**
 * Serves one client over standard input and output.
 * @param createServer called after standard output is reserved for the protocol, so loading the tools may print
 */
export async function serveStdio(
  createServer: () => Promise<Server>,
  stdin: Readable = process.stdin,
): Promise<McpService> {
  const stdout = claimStdout();
  try {
    const server = await createServer();
    const end = (): void => {
      server.close().catch((error) => server.onerror?.(error));
    };
    const closed = new Promise<void>((resolve) => {
      const { onclose } = server;
      server.onclose = () => {
        onclose?.();
        stdin.off('end', end).off('close', end);
        resolve();
      };
    });
    stdin.once('end', end).once('close', end);
    // The client no longer reads.
    stdout.stream.once('error', end);
    await server.connect(new StdioServerTransport(stdin, stdout.stream));
    return { url: undefined, closed, close: () => server.close() };
  } catch (error) {
    stdout.release();
    throw error;
  }
}
