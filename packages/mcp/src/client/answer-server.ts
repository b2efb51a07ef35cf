import type {
  Client,
  ClientCapabilities,
  CreateMessageResult,
  ElicitResult,
} from '@modelcontextprotocol/client';
import { type JsonObject, type JsonValue, ToolwrightError } from '@toolwright/contract';
import type { MessageRequest } from '../server/mcp-call.js';
import type { SharedOptions } from './connect-options.js';

/** The capabilities that the options offer to a server. */
export function clientCapabilities({ roots, onElicit, onCreateMessage }: SharedOptions): ClientCapabilities {
  return {
    ...(roots === undefined ? {} : { roots: {} }),
    ...(onElicit === undefined ? {} : { elicitation: { form: { applyDefaults: true } } }),
    ...(onCreateMessage === undefined ? {} : { sampling: {} }),
  };
}

interface ChangeListeners {
  readonly onToolsChange: () => void;
  readonly onResourceChange: (uri: string) => void;
}

/**
 * Adds the handlers for the server's requests and notifications. Up to 2025-11-25 a server sends requests; since 2026-07-28 its questions
 * are part of a result (`input_required`), and the SDK passes them to the same handlers.
 */
export function answerServer(
  client: Client,
  { roots, onElicit, onCreateMessage, onEvent }: SharedOptions,
  { onToolsChange, onResourceChange }: ChangeListeners,
): void {
  client.setNotificationHandler('notifications/tools/list_changed', onToolsChange);
  client.setNotificationHandler('notifications/resources/updated', ({ params: { uri } }) =>
    onResourceChange(uri),
  );
  client.setNotificationHandler('notifications/message', ({ params: { level, logger, data } }) => {
    // Parsed from JSON.
    onEvent?.({ type: 'log', level, logger, data: data as JsonValue });
  });
  if (roots !== undefined) {
    client.setRequestHandler('roots/list', () => ({ roots: roots.map((uri) => ({ uri })) }));
  }
  if (onElicit !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      if (params.mode === 'url') throw urlMode();
      // Parsed from JSON.
      const requestedSchema = params.requestedSchema as JsonObject;
      // The SDK's type limits the values of a form; the server validates them.
      return (await onElicit({ message: params.message, requestedSchema })) as ElicitResult;
    });
  }
  if (onCreateMessage !== undefined) {
    client.setRequestHandler('sampling/createMessage', async ({ params }) => {
      // The SDK's type allows one part per message only.
      return (await onCreateMessage(params as MessageRequest)) as CreateMessageResult;
    });
  }
}

function urlMode(): ToolwrightError {
  return new ToolwrightError('UNSUPPORTED', 'This client does not open pages for a server.', {
    blame: 'provider',
  });
}
