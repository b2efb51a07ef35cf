import type { AssistantMessage, ContentPart, Message } from '@toolwright/contract';
import { UNSEEN_IMAGE } from '../../request/images.js';
import { remember } from '../../request/remember.js';

export interface MessageOptions {
  /** False: `developer` is sent as `system`. */
  readonly developerRole: boolean;
  /** False if a note replaces each image. */
  readonly images: boolean;
}

/**
 * Encodes messages. Most are sent by reference. Others are encoded once, as long as the message lives, so a long history costs nothing on
 * the next turn.
 */
export class MessageEncoder {
  readonly #encode: (message: Message) => Message;

  /** @param finish adds a server's own members to an encoded message */
  constructor(
    options: MessageOptions,
    finish: (message: Message, encoded: Message) => Message = (_, encoded) => encoded,
  ) {
    this.#encode = remember((message: Message) => finish(message, encodeMessage(message, options)));
  }

  encode(messages: readonly Message[]): Message[] {
    return messages.map(this.#encode);
  }
}

function encodeMessage(message: Message, { developerRole, images }: MessageOptions): Message {
  switch (message.role) {
    case 'developer':
      return developerRole ? message : { ...message, role: 'system' };
    case 'user':
      if (images || typeof message.content === 'string') return message;
      return { ...message, content: message.content.map(withoutImage) };
    case 'assistant':
      return encodeAssistant(message);
    case 'system':
    case 'tool':
      return message;
  }
}

function encodeAssistant(message: AssistantMessage): AssistantMessage {
  const { reasoning, provider_data: providerData, refusal, tool_calls: calls, ...rest } = message;
  const hasCalls = calls !== undefined && calls.length > 0;
  // Empty text must be null beside calls, and `''` without calls. Providers refuse the reverse.
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

function withoutImage(part: ContentPart): ContentPart {
  return part.type === 'image_url' ? { type: 'text', text: UNSEEN_IMAGE } : part;
}
