import type {
  Client,
  ClientCapabilities,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
  ListRootsResult,
} from '@modelcontextprotocol/client';
import { CreateMessageRequestParamsSchema, ElicitRequestParamsSchema } from '@modelcontextprotocol/core';
import { type JsonObject, type JsonValue, ToolwrightError } from '@toolwright/contract';
import type { MessageRequest } from '../server/mcp-call.js';
import { TASKS } from '../server/tasks/task-options.js';
import type { SharedOptions } from './connect-options.js';

export function clientCapabilities({ roots, onElicit, onCreateMessage }: SharedOptions): ClientCapabilities {
  return {
    ...(roots === undefined ? {} : { roots: {} }),
    ...(onElicit === undefined ? {} : { elicitation: { form: { applyDefaults: true } } }),
    ...(onCreateMessage === undefined ? {} : { sampling: {} }),
    extensions: { [TASKS]: {} },
  };
}

interface ChangeListeners {
  readonly onToolsChange: () => void;
  readonly onResourceChange: (uri: string) => void;
}

/**
 * Adds handlers for the server's requests and notifications. Up to revision 2025-11-25, a server sends requests. Since 2026-07-28, its
 * questions are part of a result (`input_required`); the SDK passes them to the same handlers.
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
    onEvent?.({ type: 'log', level, logger, data: data as JsonValue }); // parsed from JSON
  });
  if (roots !== undefined) client.setRequestHandler('roots/list', () => listRoots(roots));
  if (onElicit !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => elicit(params, onElicit));
  }
  if (onCreateMessage !== undefined) {
    client.setRequestHandler('sampling/createMessage', ({ params }) =>
      createMessage(params, onCreateMessage),
    );
  }
}

/**
 * Answers a question that a task asks.
 * @throws ToolwrightError `INVALID_RESPONSE`, or `UNSUPPORTED` if the options have no handler for the question
 */
export async function answerQuestion(
  question: unknown,
  { roots, onElicit, onCreateMessage }: SharedOptions,
): Promise<unknown> {
  const { method, params } = Object(question);
  if (method === 'roots/list' && roots !== undefined) return listRoots(roots);
  if (method === 'elicitation/create' && onElicit !== undefined) {
    const asked = parsed(ElicitRequestParamsSchema.safeParse(params));
    return withDefaults(await elicit(asked, onElicit), asked);
  }
  if (method === 'sampling/createMessage' && onCreateMessage !== undefined) {
    return createMessage(parsed(CreateMessageRequestParamsSchema.safeParse(params)), onCreateMessage);
  }
  const message = 'A task asks a question that this client cannot answer.';
  throw new ToolwrightError('UNSUPPORTED', message, { blame: 'provider' });
}

/** Adds the form's default values to an answer. Only needed for tasks: otherwise the SDK adds them. */
function withDefaults(answer: ElicitResult, params: ElicitRequestParams): ElicitResult {
  if (answer.action !== 'accept' || params.mode === 'url') return answer;
  const defaults = Object.entries(params.requestedSchema.properties).flatMap(([name, schema]) =>
    'default' in schema && schema.default !== undefined ? [[name, schema.default] as const] : [],
  );
  return { ...answer, content: { ...Object.fromEntries(defaults), ...answer.content } };
}

function parsed<Params>({ data }: { readonly data?: Params }): Params {
  if (data !== undefined) return data;
  throw new ToolwrightError('INVALID_RESPONSE', 'A task asks a question that violates the protocol.', {
    blame: 'provider',
  });
}

function listRoots(roots: readonly string[]): ListRootsResult {
  return { roots: roots.map((uri) => ({ uri })) };
}

async function elicit(
  params: ElicitRequestParams,
  onElicit: NonNullable<SharedOptions['onElicit']>,
): Promise<ElicitResult> {
  if (params.mode === 'url') throw urlMode();
  const requestedSchema = params.requestedSchema as JsonObject; // parsed from JSON
  // The SDK's type restricts the values of a form; the server validates them.
  return (await onElicit({ message: params.message, requestedSchema })) as ElicitResult;
}

async function createMessage(
  params: CreateMessageRequestParams,
  onCreateMessage: NonNullable<SharedOptions['onCreateMessage']>,
): Promise<CreateMessageResult> {
  // The SDK's type allows only one part per message.
  return (await onCreateMessage(params as MessageRequest)) as CreateMessageResult;
}

function urlMode(): ToolwrightError {
  return new ToolwrightError('UNSUPPORTED', 'This client does not support elicitation in URL mode.', {
    blame: 'provider',
  });
}
