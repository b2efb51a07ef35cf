import type { AssistantMessage, ContentPart, Message } from '@toolwright/contract';
import { encodeCall } from './encode-call.js';
import { replayItems } from './replay.js';

export interface ItemOptions {
  /** The name under which a message keeps what this provider wants back. */
  readonly provider: string;
  /** False: `developer` is sent as `system`. */
  readonly developerRole: boolean;
  /** False: a note takes the place of each image. */
  readonly images: boolean;
}

/**
 * Messages as input items of the responses API. Each message's items are made once and kept as long as the message itself lives,
 * so a long history costs little at its next turn.
 */
export class ItemEncoder {
  readonly #options: ItemOptions;
  readonly #encoded = new WeakMap<Message, readonly object[]>();

  constructor(options: ItemOptions) {
    this.#options = options;
  }

  encode(messages: readonly Message[]): object[] {
    return messages.flatMap((message) => {
      const known = this.#encoded.get(message);
      if (known !== undefined) return known;
      const encoded = encodeMessage(message, this.#options);
      this.#encoded.set(message, encoded);
      return encoded;
    });
  }
}

function encodeMessage(message: Message, options: ItemOptions): readonly object[] {
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

function userContent(content: string | readonly ContentPart[], { images }: ItemOptions): unknown {
  if (typeof content === 'string') return content;
  return content.map((part) => {
    if (part.type === 'text') return { type: 'input_text', text: part.text };
    if (!images) return { type: 'input_text', text: '[an image, which this model cannot see]' };
    const { url, detail = 'auto' } = part.image_url;
    return { type: 'input_image', image_url: url, detail };
  });
}

function encodeAssistant(message: AssistantMessage, { provider }: ItemOptions): readonly object[] {
  const replayed = replayItems(message, provider);
  if (replayed !== undefined) return replayed;
  const { content, refusal, tool_calls: calls = [] } = message;
  const text = content || refusal;
  return [...(text ? [{ role: 'assistant', content: text }] : []), ...calls.map(encodeCall)];
}
