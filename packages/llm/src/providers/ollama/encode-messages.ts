import {
  type ContentPart,
  contentText,
  type ImagePart,
  type Message,
  type ToolCall,
} from '@toolwright/contract';
import type { Message as SdkMessage } from 'ollama';
import { parseArguments } from '../../request/parse-arguments.js';
import type { Sent } from '../../sdk/sdk.js';

/** Images are bytes, because the SDK would read a string that is a file name as that file. */
export type OllamaMessage = Sent<SdkMessage> & { readonly tool_call_id?: string };

export interface EncodeOptions {
  readonly loadImage: (part: ImagePart) => Promise<Uint8Array>;
}

/** Encodes messages for Ollama's chat API. They are new objects, because the SDK writes into them. */
export function encodeMessages(
  messages: readonly Message[],
  options: EncodeOptions,
): Promise<OllamaMessage[]> {
  const names = new Map<string, string>();
  return Promise.all(
    messages.map((message) => {
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
      return encodeUser(message.content, options);
    case 'assistant': {
      const { content, refusal, reasoning, tool_calls: calls = [] } = message;
      const said = { role: 'assistant', content: content || refusal || '' } as const;
      if (calls.length === 0) return said;
      // A model that thinks between its calls continues from these thoughts.
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

async function encodeUser(
  content: string | readonly ContentPart[],
  { loadImage }: EncodeOptions,
): Promise<OllamaMessage> {
  if (typeof content === 'string') return { role: 'user', content };
  const texts: string[] = [];
  const pictures: Promise<Uint8Array>[] = [];
  for (const part of content) {
    if (part.type === 'text') texts.push(part.text);
    // Other parts are not sent to this server.
    else if (part.type === 'image_url') pictures.push(loadImage(part));
  }
  const text = { role: 'user', content: texts.join('\n') } as const;
  return pictures.length === 0 ? text : { ...text, images: await Promise.all(pictures) };
}

function encodeCall({ id, function: { name, arguments: text } }: ToolCall) {
  // Malformed arguments were answered with an error, which the model sees.
  return { id, function: { name, arguments: parseArguments(text) ?? { INVALID_JSON: text } } };
}
