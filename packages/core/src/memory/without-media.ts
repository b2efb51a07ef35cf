import { type ContentPart, describeMedia, type Message } from '@toolwright/contract';

/** Replaces the images, files and audio of a message with text; returns the same message if it has none. */
export function withoutMedia(message: Message): Message {
  if ((message.role !== 'user' && message.role !== 'tool') || typeof message.content === 'string')
    return message;
  if (message.content.every(({ type }) => type === 'text')) return message;
  return { ...message, content: message.content.map(describe) };
}

function describe(part: ContentPart): ContentPart {
  return part.type === 'text'
    ? part
    : { type: 'text', text: `[${describeMedia(part)}: the provider refused it]` };
}
