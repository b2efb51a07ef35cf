import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';

const HEADER = 'mcp-protocol-version';

/**
 * The official SDK's transport detects from a header whether the client supports empty events, with which a stream can be resumed from its
 * start. Clients may omit that header, so this class uses the version that the session has negotiated.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#protocol-version-header
 */
export class SessionTransport extends NodeStreamableHTTPServerTransport {
  #agreed: string | undefined;

  /** Whether one stream may contain the responses to several requests. Later versions of the protocol have no batches. */
  get mayBatch(): boolean {
    return this.#agreed === undefined || this.#agreed < '2025-06-18';
  }

  override async send(
    message: JSONRPCMessage,
    options?: Parameters<NodeStreamableHTTPServerTransport['send']>[1],
  ): Promise<void> {
    if ('result' in message && typeof message.result.protocolVersion === 'string') {
      this.#agreed ??= message.result.protocolVersion;
    }
    await super.send(message, options);
  }

  override async handleRequest(
    request: IncomingMessage,
    response: ServerResponse,
    body?: unknown,
  ): Promise<void> {
    const said = request.headers[HEADER];
    // The SDK refuses unknown versions itself.
    const isKnown = said === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(said));
    if (this.#agreed !== undefined && isKnown) setHeader(request, HEADER, this.#agreed);
    await super.handleRequest(request, response, body);
  }
}

/** Sets a header in both representations that the SDK may read. */
function setHeader({ headers, rawHeaders }: IncomingMessage, name: string, value: string): void {
  headers[name] = value;
  const index = rawHeaders.findIndex((one, at) => at % 2 === 0 && one.toLowerCase() === name);
  if (index === -1) rawHeaders.push(name, value);
  else rawHeaders[index + 1] = value;
}
