import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';

const HEADER = 'mcp-protocol-version';

/**
 * The official SDK's transport, which looks at a header to see whether a client knows empty events, with which a stream can be gone on
 * with from its beginning. Clients may leave that header out: here it is what the session has agreed upon that counts.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#protocol-version-header
 */
export class SessionTransport extends StreamableHTTPServerTransport {
  #agreed: string | undefined;

  /** One stream may carry several answers, to requests that were sent together: later versions have done away with that. */
  get mayBatch(): boolean {
    return this.#agreed === undefined || this.#agreed < '2025-06-18';
  }

  override async send(
    message: JSONRPCMessage,
    options?: Parameters<StreamableHTTPServerTransport['send']>[1],
  ): Promise<void> {
    if ('result' in message && typeof message.result.protocolVersion === 'string') {
      this.#agreed ??= message.result.protocolVersion;
    }
    await super.send(message, options);
  }

  override async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const said = request.headers[HEADER];
    // What the SDK does not know is left for it to refuse.
    const isKnown = said === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(said));
    if (this.#agreed !== undefined && isKnown) setHeader(request.rawHeaders, HEADER, this.#agreed);
    await super.handleRequest(request, response);
  }
}

/** In the list of names and values that the SDK reads. */
function setHeader(rawHeaders: string[], name: string, value: string): void {
  const index = rawHeaders.findIndex((one, at) => at % 2 === 0 && one.toLowerCase() === name);
  if (index === -1) rawHeaders.push(name, value);
  else rawHeaders[index + 1] = value;
}
