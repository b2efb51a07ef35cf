import type { AssistantMessage, ContentPart, MediaPart, Message } from '@toolwright/contract';
import { remember } from '../../../request/remember.js';
import { isDocument, takesImage } from '../encode-messages.js';
import { encodeCall } from './encode-call.js';
import { type Item, replayItems } from './replay.js';

export interface ItemOptions {
  /** The provider's key in a message's `provider_data`. */
  readonly provider: string;
  /** Whether the role `developer` is sent unchanged. Otherwise, it is sent as `system`. */
  readonly developerRole: boolean;
}

/**
 * Encodes messages as input items of the responses API. Each encoded message is cached for the lifetime of the original message, so
 * that a long history costs little on the next turn.
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
      return [{ role: 'user', content: encodeContent(message.content) }];
    case 'assistant':
      return encodeAssistant(message, options);
    case 'tool':
      return [
        {
          type: 'function_call_output',
          call_id: message.tool_call_id,
          output: encodeContent(message.content),
        },
      ];
  }
}

/** Encodes content for user messages and tool results, which use the same format. */
function encodeContent(content: string | readonly ContentPart[]) {
  return typeof content === 'string' ? content : content.map(encodePart);
}

function encodePart(part: ContentPart) {
  if (part.type === 'text') return { type: 'input_text', text: part.text } as const;
  if (part.type === 'image_url') {
    const { url, detail = 'auto' } = part.image_url;
    return { type: 'input_image', image_url: url, detail } as const;
  }
  const { url, name = 'file.pdf' } = part.type === 'file' ? part.file : { url: part.audio.url };
  if (!url.startsWith('data:')) return { type: 'input_file', file_url: url } as const;
  return { type: 'input_file', filename: name, file_data: url } as const;
}

/**
 * Whether the API accepts a part, in messages and in tool results.
 * @see https://platform.openai.com/docs/api-reference/responses/create
 */
export function takesItemPart(part: MediaPart): boolean {
  if (part.type === 'image_url') return takesImage(part);
  return part.type === 'file' && isDocument(part);
}

function encodeAssistant(message: AssistantMessage, { provider }: ItemOptions): readonly Item[] {
  const replayed = replayItems(message, provider);
  if (replayed !== undefined) return replayed;
  const { content, refusal, tool_calls: calls = [] } = message;
  const text = content || refusal;
  return [...(text ? [{ role: 'assistant', content: text } as const] : []), ...calls.map(encodeCall)];
}
