import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { errorMessage, isToolwrightError } from '@toolwright/contract';
import { toResourceRequest } from './context-for.js';
import type { Conversations } from './conversations.js';
import { MCP_CALL } from './mcp-call.js';
import { createMcpCall, type Peer } from './peer.js';
import { progressReporter } from './progress-reporter.js';
import { ResourceTable } from './resource-table.js';
import type { ServedTools } from './served-tools.js';
import type { ServerOptions } from './server-options.js';

/** Lists and reads a registry's resources, for all its clients. */
export class ResourceHandlers {
  readonly table: ResourceTable;
  readonly #tools: ServedTools;
  readonly #options: ServerOptions;
  readonly #conversations: Conversations;
  readonly #subscriptions = new WeakMap<Server, Set<string>>();

  constructor(tools: ServedTools, options: ServerOptions, conversations: Conversations) {
    this.table = new ResourceTable(tools);
    this.#tools = tools;
    this.#options = options;
    this.#conversations = conversations;
  }

  addTo(server: Server): void {
    // The lists have the form that the protocol requires; the SDK's types lack `readonly`.
    server.setRequestHandler('resources/list', () => ({ resources: this.table.list('uri') as never }));
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: this.table.list('uriTemplate') as never,
    }));
    server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
      this.#conversations.serve(server, { name: uri }, context, (peer) => this.#read(uri, context, peer)),
    );
    // Only needed before 2026-07-28. In newer revisions, the SDK answers `subscriptions/listen`.
    const uris = new Set<string>();
    this.#subscriptions.set(server, uris);
    server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
      this.table.assertKnown(uri);
      if (uris.size >= MAX_SUBSCRIPTIONS && !uris.has(uri)) throw tooMany();
      uris.add(uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      uris.delete(uri);
      return {};
    });
  }

  /** Whether the client of a session has subscribed to a resource. */
  isSubscribed(server: Server, uri: string): boolean {
    return this.#subscriptions.get(server)?.has(uri) === true;
  }

  async #read(uri: string, context: ServerContext, peer: Peer): Promise<ReadResourceResult> {
    try {
      const contents = await this.#tools.readResource?.(uri, {
        context: await this.#options.contextFor?.(toResourceRequest(uri, context)),
        signal: peer.signal,
        state: new Map([[MCP_CALL, createMcpCall(peer)]]),
        onLog: (message, data) => peer.log(message, data, uri),
        onProgress: progressReporter(peer),
      });
      return { contents: (contents ?? []).map((part) => ({ ...part })) as ReadResourceResult['contents'] };
    } catch (error) {
      throw toProtocolError(uri, error);
    }
  }
}

/** The maximum number of subscriptions of a client, because a template matches any number of URIs. */
const MAX_SUBSCRIPTIONS = 1_000;

function tooMany(): ProtocolError {
  const message = `A client can subscribe to at most ${MAX_SUBSCRIPTIONS} resources. Unsubscribe from another resource first.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function toProtocolError(uri: string, error: unknown): Error {
  if (error instanceof ProtocolError) return error;
  const message = errorMessage(error);
  if (!isToolwrightError(error)) return new ProtocolError(ProtocolErrorCode.InternalError, message);
  if (error.code === 'UNKNOWN_RESOURCE') return new ResourceNotFoundError(uri, message);
  const isInvalid = error.code === 'INVALID_ARGUMENTS';
  return new ProtocolError(
    isInvalid ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    message,
  );
}
