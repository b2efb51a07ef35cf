import {
  type AssistantMessage,
  isJsonObject,
  type JsonValue,
  type Message,
  type ModelId,
} from '@toolwright/contract';
import { remember } from '../request/remember.js';

type ProviderData = NonNullable<AssistantMessage['provider_data']>;

/** The member of `provider_data` that names the model that wrote the message. */
const WRITER = 'answeredBy';

/** Records in a reply's provider data which model wrote it. */
export function signData(data: ProviderData, { provider, model }: ModelId): ProviderData {
  if (data[WRITER] !== undefined) return data;
  const writer: Record<string, JsonValue> = {};
  if (provider !== undefined) writer.provider = provider;
  if (model !== undefined) writer.model = model;
  return { ...data, [WRITER]: writer };
}

/**
 * Removes the provider data of other models, such as signed thoughts, because providers refuse other models' signatures. Messages
 * that name no model stay unchanged.
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export function withOwnData(messages: readonly Message[], reader: ModelId): readonly Message[] {
  if (!messages.some((message) => isForeign(message, reader))) return messages;
  return messages.map((message) => (isForeign(message, reader) ? withoutData(message) : message));
}

function isForeign(message: Message, { provider, model }: ModelId): message is AssistantMessage {
  if (message.role !== 'assistant') return false;
  const writer = message.provider_data?.[WRITER];
  return isJsonObject(writer) && (writer.provider !== provider || writer.model !== model);
}

/** Memoized, because clients cache encoded messages by object identity. */
const withoutData = remember(
  ({ provider_data: _, ...message }: AssistantMessage): AssistantMessage => message,
);
