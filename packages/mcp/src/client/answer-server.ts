import type { Client, ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CreateMessageRequestSchema,
  type CreateMessageResult,
  ElicitRequestSchema,
  type ElicitResult,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type JsonObject, type JsonValue, ToolwrightError } from '@toolwright/contract';
import type { MessageRequest } from '../server/mcp-call.js';
import type { SharedOptions } from './connect-options.js';

/** What a server may ask of this client, by what the options offer. */
export function clientCapabilities({ roots, onElicit, onCreateMessage }: SharedOptions): ClientOptions {
  return {
    capabilities: {
      ...(roots === undefined ? {} : { roots: {} }),
      ...(onElicit === undefined ? {} : { elicitation: { form: { applyDefaults: true } } }),
      ...(onCreateMessage === undefined ? {} : { sampling: {} }),
    },
  };
}

/** Lets a client answer what it has offered, and pass on what the server tells. */
export function answerServer(
  client: Client,
  { roots, onElicit, onCreateMessage, onEvent }: SharedOptions,
  { onToolsChange }: { readonly onToolsChange: () => void },
): void {
  client.setNotificationHandler(ToolListChangedNotificationSchema, onToolsChange);
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params: { level, logger, data } }) => {
    // It came as JSON.
    onEvent?.({ type: 'log', level, logger, data: data as JsonValue });
  });
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map((uri) => ({ uri })) }));
  }
  if (onElicit !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      if (params.mode === 'url') throw urlMode();
      // It came as JSON.
      const requestedSchema = params.requestedSchema as JsonObject;
      // The same type, but for what a form can hold, which the server checks.
      return (await onElicit({ message: params.message, requestedSchema })) as ElicitResult;
    });
  }
  if (onCreateMessage !== undefined) {
    client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => {
      // The same types, but for several parts in one message.
      return (await onCreateMessage(params as MessageRequest)) as CreateMessageResult;
    });
  }
}

function urlMode(): ToolwrightError {
  return new ToolwrightError('UNSUPPORTED', 'This client does not open pages for a server.', {
    blame: 'provider',
  });
}
