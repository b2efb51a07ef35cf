import { isRecord } from '@toolwright/contract';
import { textField } from '../../reply/reply-fields.js';
import type { Unread } from '../../reply/unread.js';

type Fields = Readonly<Record<string, unknown>>;

/** The content of a chat completion's message or delta, without its calls. */
export interface Said {
  text: string;
  reasoning: string;
  /** The reasoning in OpenRouter's `reasoning_details`, which usually repeats `reasoning`. */
  details: string;
  refusal: string;
}

export function readMessage(message: Fields, unread: Unread): Said {
  const { content, refusal, audio, images, reasoning_details: details } = message;
  // vLLM and DeepSeek use `reasoning_content`; OpenRouter, Groq and Ollama use `reasoning`.
  const reasoning = message.reasoning_content ?? message.reasoning;
  const said: Said = {
    text: Array.isArray(content) ? '' : (textField(content, 'content') ?? ''),
    reasoning: typeof reasoning === 'string' ? reasoning : '',
    details: details === undefined ? '' : textsOf(details),
    refusal: typeof refusal === 'string' ? refusal : '',
  };
  if (Array.isArray(content)) for (const part of content) addPart(said, part, unread);
  if (isRecord(audio)) addAudio(said, audio, unread);
  if (Array.isArray(images) && images.length > 0) unread.add('an image');
  if (isRecord(message.function_call)) unread.add("a call in the deprecated format 'function_call'");
  return said;
}

/** Adds one part of a message. Mistral sends content as a list of parts. */
function addPart(said: Said, part: unknown, unread: Unread): void {
  if (typeof part === 'string') said.text += part;
  else if (!isRecord(part)) unread.addType('a part', undefined);
  else if (part.type === 'text') said.text += textField(part.text, 'text') ?? '';
  else if (part.type === 'refusal') said.refusal += textField(part.refusal, 'refusal') ?? '';
  else if (part.type === 'thinking') {
    said.reasoning += typeof part.thinking === 'string' ? part.thinking : textsOf(part.thinking);
  } else if (part.type === 'image_url') unread.add('an image');
  // References only cite the sources of the text.
  else if (part.type !== 'reference') unread.addType('a part', part.type);
}

/** Adds the transcript of a spoken answer. @see https://platform.openai.com/docs/guides/audio */
function addAudio(said: Said, { transcript, data }: Fields, unread: Unread): void {
  if (said.text === '' && typeof transcript === 'string') said.text = transcript;
  if (typeof data === 'string' && data !== '') unread.add('audio');
}

/** Joins the texts of reasoning parts. Encrypted parts have no text. */
function textsOf(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  const texts = parts.filter(isRecord).map(({ text, summary }) => text ?? summary);
  return texts.filter((text) => typeof text === 'string').join('');
}
