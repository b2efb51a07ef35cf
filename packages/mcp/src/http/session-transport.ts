import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';

const HEADER = 'mcp-protocol-version';

/**
 * The official SDK's transport reads a header to learn whether the client supports empty events, from which a stream can be resumed at
 * its start. Clients may omit that header, so this class uses the version that the session has negotiated.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#protocol-version-header
 */
export class SessionTransport extends StreamableHTTPServerTransport {
  #agreed: string | undefined;

  /** Whether one stream may carry the answers to several requests. Later versions of the protocol have no batches. */
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
    // The SDK refuses unknown versions itself.
    const isKnown = said === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(said));
    if (this.#agreed !== undefined && isKnown) setHeader(request.rawHeaders, HEADER, this.#agreed);
    await super.handleRequest(request, response);
  }
}

/** Writes into the list of names and values that the SDK reads. */
function setHeader(rawHeaders: string[], name: string, value: string): void {
  const index = rawHeaders.findIndex((one, at) => at % 2 === 0 && one.toLowerCase() === name);
  if (index === -1) rawHeaders.push(name, value);
  else rawHeaders[index + 1] = value;
}
