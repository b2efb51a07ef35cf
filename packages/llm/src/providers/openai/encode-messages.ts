import {
  type AssistantMessage,
  type ContentPart,
  contentText,
  type MediaPart,
  type Message,
  parseDataUrl,
  partMediaType,
  partUrl,
  type ToolMessage,
  type UserMessage,
} from '@toolwright/contract';
import type { ChatCompletionContentPart } from 'openai/resources/chat/completions/completions';
import type { PartPlace } from '../../request/place-parts.js';
import { remember } from '../../request/remember.js';
import { saysNothing } from '../../request/says-nothing.js';
import type { Sent } from '../../sdk/sdk.js';

/** A message as sent to the API. Only files and audio differ from the conversation's format. */
export type ChatMessage =
  | Exclude<Message, UserMessage | ToolMessage>
  | (Omit<UserMessage, 'content'> & { readonly content: string | readonly ChatPart[] })
  | (Omit<ToolMessage, 'content'> & { readonly content: string });

type ChatPart = Sent<ChatCompletionContentPart>;

export interface MessageOptions {
  /** Whether the role `developer` is sent unchanged. Otherwise, it is sent as `system`. */
  readonly developerRole: boolean;
}

/**
 * Encodes messages. Most messages are sent by reference. Others are encoded once and cached for the lifetime of the original message,
 * so that a long history costs nothing on the next turn.
 */
export class MessageEncoder {
  readonly #encode: (message: Message) => ChatMessage;

  /** @param finish adds a server's own members to an encoded message */
  constructor(
    options: MessageOptions,
    finish: (message: Message, encoded: ChatMessage) => ChatMessage = (_, encoded) => encoded,
  ) {
    this.#encode = remember((message: Message) => finish(message, encodeMessage(message, options)));
  }

  encode(messages: readonly Message[]): ChatMessage[] {
    const sent = messages.some(saysNothing) ? messages.filter((one) => !saysNothing(one)) : messages;
    return sent.map(this.#encode);
  }
}

function encodeMessage(message: Message, { developerRole }: MessageOptions): ChatMessage {
  switch (message.role) {
    case 'developer':
      return developerRole ? message : { ...message, role: 'system' };
    case 'user':
      return encodeUser(message);
    case 'assistant':
      return encodeAssistant(message);
    case 'tool':
      return encodeResult(message);
    case 'system':
      return message;
  }
}

function encodeAssistant(message: AssistantMessage): AssistantMessage {
  const { reasoning, provider_data: providerData, refusal, tool_calls: calls, ...rest } = message;
  const hasCalls = calls !== undefined && calls.length > 0;
  // Empty text must be null if the message has calls, and `''` otherwise. Providers refuse the reverse.
  const content = message.content === '' && hasCalls ? null : (message.content ?? (hasCalls ? null : ''));
  const plain = reasoning === undefined && providerData === undefined && refusal !== null;
  if (plain && content === message.content && hasCalls === (calls !== undefined)) return message;
  return {
    ...rest,
    content,
    ...(refusal !== undefined && refusal !== null && { refusal }),
    ...(hasCalls && { tool_calls: calls }),
  };
}

/** Returns the message itself if its parts have the same format when sent. */
function encodeUser(message: UserMessage): ChatMessage {
  const { content } = message;
  const isPlain =
    typeof content === 'string' || content.every(({ type }) => type === 'text' || type === 'image_url');
  // Only files and audio have another format.
  return isPlain ? (message as ChatMessage) : { ...message, content: content.map(encodePart) };
}

function encodeResult(message: ToolMessage): ChatMessage {
  const { byRun, ...sent } = message;
  // The content is a string.
  if (typeof sent.content === 'string') return (byRun === undefined ? message : sent) as ChatMessage;
  return { ...sent, content: contentText(sent.content) };
}

function encodePart(part: ContentPart): ChatPart {
  switch (part.type) {
    case 'file': {
      const { url, name = 'file.pdf' } = part.file;
      return { type: 'file', file: { filename: name, file_data: url } };
    }
    case 'audio': {
      const data = parseDataUrl(part.audio.url)?.base64 ?? '';
      return { type: 'input_audio', input_audio: { data, format: audioFormat(part) ?? 'wav' } };
    }
    default:
      return part;
  }
}

/**
 * Whether chat completions accept a part. User messages may contain images, and documents and audio as data URLs. Tool results may
 * contain only text.
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export function takesChatPart(part: MediaPart, place: PartPlace): boolean {
  if (place === 'result') return false;
  if (part.type === 'image_url') return takesImage(part);
  const isInlined = parseDataUrl(partUrl(part)) !== undefined;
  return isInlined && (part.type === 'file' ? isDocument(part) : audioFormat(part) !== undefined);
}

/** @see https://platform.openai.com/docs/guides/images-vision#image-input-requirements */
export function takesImage(part: MediaPart): boolean {
  return /^image\/(?:png|jpe?g|webp|gif)$/.test(partMediaType(part) ?? 'image/png');
}

/** @see https://platform.openai.com/docs/guides/pdf-files */
export function isDocument(part: MediaPart): boolean {
  return /^application\/(?:pdf|vnd\.openxmlformats-officedocument\.[\w.-]+)$/.test(partMediaType(part) ?? '');
}

function audioFormat(part: MediaPart): 'wav' | 'mp3' | undefined {
  const type = partMediaType(part);
  if (type === 'audio/mpeg' || type === 'audio/mp3') return 'mp3';
  return type !== undefined && /^audio\/(?:x-|vnd\.)?wave?$/.test(type) ? 'wav' : undefined;
}
