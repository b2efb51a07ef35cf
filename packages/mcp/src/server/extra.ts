import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';

/** What the official SDK gives beside a request. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
