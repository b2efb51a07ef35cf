import {
  CLIENT_CAPABILITIES_META_KEY,
  type CreateMessageRequestParams,
  type ElicitRequestFormParams,
  type ListRootsResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '@toolwright/contract';
import type { McpCall } from './mcp-call.js';

/** A request to the client of a call. The same requests exist in all protocol revisions. */
export type Question =
  | { readonly method: 'elicitation/create'; readonly params: ElicitRequestFormParams }
  | { readonly method: 'sampling/createMessage'; readonly params: CreateMessageRequestParams }
  | { readonly method: 'roots/list'; readonly params: Record<string, never> };

type Notification = Parameters<ServerContext['mcpReq']['notify']>[0];

/** The client of a running call. */
export interface Peer {
  readonly capabilities: McpCall['clientCapabilities'];
  /** Returns the progress token of the request in progress. A repeated request has a new token. */
  readonly progressToken: () => string | number | undefined;
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  readonly releaseConnection: McpCall['releaseConnection'];
  /** Sends a notification without waiting. If the client has disconnected, the call itself is aborted. */
  notify(notification: Notification): void;
  log(message: string, data: JsonValue | undefined, tool: string): void;
  /** @param key see `ElicitRequest` */
  ask(question: Question, key?: string): Promise<unknown>;
}

/** Creates the peer for revisions before 2026-07-28, in which servers send requests to clients. */
export function sessionPeer(server: Server, context: ServerContext): Peer {
  const { mcpReq, http } = context;
  return {
    ...notifierOf(() => context),
    capabilities: server.getClientCapabilities() ?? {},
    progressToken: () => mcpReq._meta?.progressToken,
    signal: mcpReq.signal,
    releaseConnection: http?.closeSSE,
    ask: (question) => sendTo(mcpReq, question),
  };
}

function sendTo(mcpReq: ServerContext['mcpReq'], question: Question): Promise<unknown> {
  const options = { signal: mcpReq.signal, timeout: PATIENCE };
  switch (question.method) {
    case 'elicitation/create':
      return mcpReq.send(question, options);
    case 'sampling/createMessage':
      return mcpReq.send(question, options);
    case 'roots/list':
      return mcpReq.send(question, options);
  }
}

/** Returns the capabilities that a client of revision 2026-07-28 declared in its request. */
export function capabilitiesOf({ mcpReq }: ServerContext): McpCall['clientCapabilities'] {
  return { ...Object(Reflect.get(Object(mcpReq.envelope), CLIENT_CAPABILITIES_META_KEY)) };
}

/** @param contextOf returns the request whose response stream can carry notifications, if any */
export function notifierOf(contextOf: () => ServerContext | undefined): Pick<Peer, 'notify' | 'log'> {
  const current = (): ServerContext | undefined => {
    const context = contextOf();
    return context?.mcpReq.signal.aborted ? undefined : context;
  };
  return {
    notify: (notification) => {
      current()?.mcpReq.notify(notification).catch(ignoreLostClient);
    },
    log: (message, data, tool) => {
      const content = data === undefined ? message : { message, data };
      current()?.mcpReq.log('info', content, tool).catch(ignoreLostClient);
    },
  };
}

/** The maximum time for a person to answer, in milliseconds. */
export const PATIENCE = 10 * 60_000;

function ignoreLostClient(): void {}

export function createMcpCall({ capabilities, releaseConnection, ask }: Peer): McpCall {
  return {
    clientCapabilities: capabilities,
    releaseConnection,
    elicit({ message, requestedSchema, key }) {
      // The client refuses a schema that violates the protocol.
      const schema = requestedSchema as ElicitRequestFormParams['requestedSchema'];
      const params = { mode: 'form' as const, message, requestedSchema: schema };
      // The SDK validates the answer.
      return ask({ method: 'elicitation/create', params }, key) as ReturnType<McpCall['elicit']>;
    },
    createMessage(request) {
      // The SDK's types lack `readonly`.
      const params = request as CreateMessageRequestParams;
      return ask({ method: 'sampling/createMessage', params }) as ReturnType<McpCall['createMessage']>;
    },
    async listRoots() {
      // The SDK validates the answer.
      const { roots } = (await ask({ method: 'roots/list', params: {} })) as ListRootsResult;
      return roots.map(({ uri }) => uri);
    },
  };
}
