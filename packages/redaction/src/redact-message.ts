import type { ContentPart, FilePart, Message, ToolMessage, UserMessage } from '@toolwright/contract';
import { textOfFile, withFileText } from '@toolwright/contract';
import { type CleanText, redactJsonText } from './redact-json.js';

/** Cleans all text in a message. Returns the same message if nothing was found. */
export function redactMessage(message: UserMessage, text: CleanText): UserMessage;
export function redactMessage(message: Message, text: CleanText): Message;
export function redactMessage(message: Message, text: CleanText): Message {
  if (message.role === 'user' || message.role === 'tool') return redactContent(message, text);
  const content = message.content === null ? null : text(message.content);
  if (message.role !== 'assistant')
    return content === message.content || content === null ? message : { ...message, content };
  const calls = message.tool_calls?.map((call) => {
    const written = redactJsonText(call.function.arguments, text);
    if (written === call.function.arguments) return call;
    return { ...call, function: { ...call.function, arguments: written } };
  });
  const reasoning = message.reasoning === undefined ? undefined : text(message.reasoning);
  const isSame = content === message.content && reasoning === message.reasoning;
  if (isSame && (calls ?? []).every((call, index) => call === message.tool_calls?.[index])) return message;
  // The provider's data may repeat or sign the original message.
  const { provider_data: _, ...rest } = message;
  return {
    ...rest,
    content,
    ...(calls && { tool_calls: calls }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

function redactContent<Changed extends UserMessage | ToolMessage>(
  message: Changed,
  text: CleanText,
): Changed {
  const { content: given } = message;
  const content = typeof given === 'string' ? text(given) : redactParts(given, text);
  return content === given ? message : { ...message, content };
}

/**
 * Cleans text, names, URLs and text files. The contents of images, audio and other files stay unchanged. Returns the same list if nothing
 * was found.
 */
export function redactParts(parts: readonly ContentPart[], text: CleanText): readonly ContentPart[] {
  const cleaned = parts.map((part) => redactPart(part, text));
  return cleaned.every((part, index) => part === parts[index]) ? parts : cleaned;
}

function redactPart(part: ContentPart, text: CleanText): ContentPart {
  switch (part.type) {
    case 'text': {
      const clean = text(part.text);
      return clean === part.text ? part : { ...part, text: clean };
    }
    case 'image_url': {
      const url = redactAddress(part.image_url.url, text);
      return url === part.image_url.url ? part : { ...part, image_url: { ...part.image_url, url } };
    }
    case 'audio': {
      const url = redactAddress(part.audio.url, text);
      return url === part.audio.url ? part : { ...part, audio: { ...part.audio, url } };
    }
    case 'file':
      return redactFile(part, text);
    default:
      return part satisfies never;
  }
}

/** Cleans the URL and the name of a file, and the content of a text file. */
function redactFile(part: FilePart, text: CleanText): FilePart {
  const { name, url } = part.file;
  const inside = textOfFile(part);
  const shown = inside === undefined ? undefined : redactJsonText(inside, text);
  const changed = shown === undefined || shown === inside ? part : withFileText(part, shown);
  const shownName = name && text(name);
  const shownUrl = changed === part ? redactAddress(url, text) : changed.file.url;
  if (shownName === name && shownUrl === url) return part;
  return { ...part, file: { ...part.file, ...(shownName && { name: shownName }), url: shownUrl } };
}

/** Cleans a URL. Leaves base64 data URLs unchanged, because a match in encoded bytes would be meaningless. */
function redactAddress(url: string, text: CleanText): string {
  return /^data:[^,]{0,1000};base64,/i.test(url) ? url : text(url);
}
