import type { AssistantMessage, ContentPart, Message } from '@toolwright/contract';
import { UNSEEN_IMAGE } from '../../../request/images.js';
import { remember } from '../../../request/remember.js';
import { encodeCall } from './encode-call.js';
import { type Item, replayItems } from './replay.js';

export interface ItemOptions {
  /** The provider's key in a message's `provider_data`. */
  readonly provider: string;
  /** False: `developer` is sent as `system`. */
  readonly developerRole: boolean;
  /** False if a note replaces each image. */
  readonly images: boolean;
}

/**
 * Encodes messages as input items of the responses API. Encodes each message once, as long as it lives, so a long history costs little on
 * the next turn.
 */
export class ItemEncoder {
  readonly #encode: (message: Message) => readonly Item[];

  constructor(options: ItemOptions) {
    this.#encode = remember((message: Message) => encodeMessage(message, options));
  }

  encode(messages: readonly Message[]): Item[] {
    return messages.flatMap(this.#encode);
  }
}

function encodeMessage(message: Message, options: ItemOptions): readonly Item[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'developer':
      return [{ role: options.developerRole ? 'developer' : 'system', content: message.content }];
    case 'user':
      return [{ role: 'user', content: userContent(message.content, options) }];
    case 'assistant':
      return encodeAssistant(message, options);
    case 'tool':
      return [{ type: 'function_call_output', call_id: message.tool_call_id, output: message.content }];
  }
}

function userContent(content: string | readonly ContentPart[], { images }: ItemOptions) {
  if (typeof content === 'string') return content;
  return content.map((part) => {
    if (part.type === 'text') return { type: 'input_text', text: part.text } as const;
    if (!images) return { type: 'input_text', text: UNSEEN_IMAGE } as const;
    const { url, detail = 'auto' } = part.image_url;
    return { type: 'input_image', image_url: url, detail } as const;
  });
}

function encodeAssistant(message: AssistantMessage, { provider }: ItemOptions): readonly Item[] {
  const replayed = replayItems(message, provider);
  if (replayed !== undefined) return replayed;
  const { content, refusal, tool_calls: calls = [] } = message;
  const text = content || refusal;
  return [...(text ? [{ role: 'assistant', content: text } as const] : []), ...calls.map(encodeCall)];
}
