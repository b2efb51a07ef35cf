import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type CreateMessageRequest,
  CreateMessageResultSchema,
  type ElicitRequestFormParams,
  ElicitResultSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpCall } from './mcp-call.js';

/** What the official SDK passes beside a request. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** How long a person may take to answer, in milliseconds. */
const PATIENCE = 10 * 60_000;

export function createMcpCall(
  { sendRequest, signal, closeSSEStream }: Extra,
  clientCapabilities: McpCall['clientCapabilities'],
): McpCall {
  const options = { signal, timeout: PATIENCE };
  return {
    clientCapabilities,
    releaseConnection: closeSSEStream,
    elicit({ message, requestedSchema }) {
      // The client refuses a schema that breaks the protocol.
      const schema = requestedSchema as ElicitRequestFormParams['requestedSchema'];
      const params = { mode: 'form' as const, message, requestedSchema: schema };
      return sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema, options);
    },
    createMessage(request) {
      // The SDK's types lack `readonly`.
      const params = request as CreateMessageRequest['params'];
      return sendRequest({ method: 'sampling/createMessage', params }, CreateMessageResultSchema, options);
    },
  };
}
