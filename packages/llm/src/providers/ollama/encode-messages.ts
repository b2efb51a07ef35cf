import {
  contentText,
  errorMessage,
  type ImagePart,
  type Message,
  type ToolCall,
  type UserMessage,
} from '@toolwright/contract';
import type { Message as SdkMessage } from 'ollama';
import { parseArguments } from '../../request/parse-arguments.js';
import { isMoved } from '../../request/place-parts.js';
import { saysNothing } from '../../request/says-nothing.js';
import type { Sent } from '../../sdk/sdk.js';

/** A message with images as bytes. The SDK would treat a string as a file name and read that file. */
export type OllamaMessage = Sent<SdkMessage> & { readonly tool_call_id?: string };

export interface EncodeOptions {
  readonly loadImage: (part: ImagePart) => Promise<Uint8Array>;
}

/** Encodes messages for Ollama's chat API. Returns new objects, because the SDK modifies them. */
export function encodeMessages(
  messages: readonly Message[],
  options: EncodeOptions,
): Promise<OllamaMessage[]> {
  const names = new Map<string, string>();
  return Promise.all(
    messages.flatMap((message) => {
      if (saysNothing(message)) return [];
      if (message.role === 'assistant') {
        for (const { id, function: called } of message.tool_calls ?? []) names.set(id, called.name);
      }
      return encodeMessage(message, names, options);
    }),
  );
}

async function encodeMessage(
  message: Message,
  names: ReadonlyMap<string, string>,
  options: EncodeOptions,
): Promise<OllamaMessage> {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: message.content };
    case 'user':
      return encodeUser(message, options);
    case 'assistant': {
      const { content, refusal, reasoning, tool_calls: calls = [] } = message;
      const said = { role: 'assistant', content: content || refusal || '' } as const;
      if (calls.length === 0) return said;
      // A model that thinks between its calls continues from its earlier thoughts.
      return { ...said, ...(reasoning && { thinking: reasoning }), tool_calls: calls.map(encodeCall) };
    }
    case 'tool': {
      const name = names.get(message.tool_call_id);
      return {
        role: 'tool',
        content: contentText(message.content),
        ...(name !== undefined && { tool_name: name }),
        tool_call_id: message.tool_call_id,
      };
    }
  }
}

async function encodeUser(message: UserMessage, { loadImage }: EncodeOptions): Promise<OllamaMessage> {
  const { content } = message;
  if (typeof content === 'string') return { role: 'user', content };
  // The model can continue without an image from a tool, but not without an image from the user.
  const load = isMoved(message)
    ? (part: ImagePart) => loadImage(part).catch((error: unknown) => `[${errorMessage(error)}]`)
    : loadImage;
  const shown = await Promise.all(
    // Parts of other types are never sent to this server.
    content.map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'image_url' ? load(part) : undefined;
    }),
  );
  const texts = shown.filter((one) => typeof one === 'string');
  const images = shown.filter((one) => one !== undefined && typeof one !== 'string');
  const text = { role: 'user', content: texts.join('\n') } as const;
  return images.length === 0 ? text : { ...text, images };
}

function encodeCall({ id, function: { name, arguments: text } }: ToolCall) {
  // The history already contains an error for malformed arguments.
  return { id, function: { name, arguments: parseArguments(text) ?? { INVALID_JSON: text } } };
}
