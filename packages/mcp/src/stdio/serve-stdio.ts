import type { Readable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio as serveSdk } from '@modelcontextprotocol/server/stdio';
import { announce, type McpServers } from '../server/create-mcp-server.js';
import type { McpService } from '../service.js';
import { claimStdout } from './claim-stdout.js';

/**
 * Serves one client over standard input and output. The client's first message determines the protocol revision.
 * @param createServers called after standard output was reserved for the protocol, so that code that loads tools can safely write to it
 */
export async function serveStdio(
  createServers: () => Promise<McpServers>,
  stdin: Readable = process.stdin,
): Promise<McpService> {
  const stdout = claimStdout();
  try {
    const servers = await createServers();
    const transport = new StdioServerTransport(stdin, stdout.stream);
    let isClosed = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    const handle = serveSdk(({ era }) => announce(servers, era), { transport: transport as Transport });
    const close = async (): Promise<void> => {
      servers.close();
      await handle.close();
      isClosed();
    };
    const end = (): void => void close();
    stdin.once('end', end).once('close', end);
    // An error means that the client has stopped reading.
    stdout.stream.once('error', end);
    return { url: undefined, closed, close };
  } catch (error) {
    stdout.release();
    throw error;
  }
}
