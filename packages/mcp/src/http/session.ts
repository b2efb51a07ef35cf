import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** One client of an HTTP server. Ends by itself when nobody uses it. */
export class Session {
  readonly #server: Server;
  readonly #transport: StreamableHTTPServerTransport;
  readonly #idleMs: number;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(server: Server, { maxBodyBytes, idleMs }: { maxBodyBytes: number; idleMs: number }) {
    this.#server = server;
    this.#idleMs = idleMs;
    this.#transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maxBodyBytes,
    });
  }

  /** Undefined until the client has introduced itself. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  /** @param onEnd Called once it has ended, for whatever reason. */
  async start(onEnd: () => void): Promise<void> {
    const { onclose } = this.#server;
    this.#server.onclose = () => {
      clearTimeout(this.#timer);
      onclose?.();
      onEnd();
    };
    // The SDK's class declares its optional members as `| undefined`, which `exactOptionalPropertyTypes` tells apart.
    await this.#server.connect(this.#transport as Transport);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    clearTimeout(this.#timer);
    this.#open += 1;
    response.once('close', () => {
      this.#open -= 1;
      if (this.#open === 0) this.#expectUse();
    });
    await this.#transport.handleRequest(request, response);
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  #expectUse(): void {
    clearTimeout(this.#timer);
    if (this.#server.transport === undefined) return;
    this.#timer = setTimeout(() => void this.close(), this.#idleMs).unref();
  }
}
