import { type ContentPart, type MediaPart, type Message, partBytes } from '@toolwright/contract';
import type { CountTokens } from './compaction.js';

/** Estimates the tokens of a message without a tokenizer: 4 characters per token for ASCII, 1.5 for other characters. */
export function estimateTokens(message: Message): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const { content } = message;
  const parts: readonly ContentPart[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const texts = [
    ...parts.map((part) => (part.type === 'text' ? part.text : '')),
    ...calls.map(({ function: { name, arguments: text } }) => name + text),
  ];
  const media = parts.reduce((sum, part) => sum + (part.type === 'text' ? 0 : mediaTokens(part)), 0);
  return Math.ceil(PER_MESSAGE + media + texts.reduce((sum, text) => sum + textTokens(text), 0));
}

/** Caches the count of each message, because the history is measured before every request. */
export function rememberCounts(count: CountTokens): (messages: readonly Message[]) => number {
  const counted = new WeakMap<Message, number>();
  const countOne = (message: Message): number => {
    const known = counted.get(message);
    if (known !== undefined) return known;
    const tokens = count(message);
    counted.set(message, tokens);
    return tokens;
  };
  return (messages) => messages.reduce((sum, message) => sum + countOne(message), 0);
}

const PER_MESSAGE = 4;
const PER_IMAGE = 1_000;
/** Tokens per PDF page, which is sent as text and an image. A page takes about 60 kB. */
const PER_PAGE = 2_000;
const PAGE_BYTES = 60_000;
/** Tokens per second of audio. A typical MP3 takes 16 kB per second. */
const PER_SECOND = 32;
const SECOND_BYTES = 16_000;

function mediaTokens(part: MediaPart): number {
  const bytes = partBytes(part) ?? 0;
  switch (part.type) {
    case 'image_url':
      return PER_IMAGE;
    case 'file':
      return PER_PAGE * Math.max(1, bytes / PAGE_BYTES);
    case 'audio':
      return PER_SECOND * Math.max(1, bytes / SECOND_BYTES);
  }
}

function textTokens(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  const ascii = text.replace(/[^\u0000-\u007f]+/g, '').length;
  return ascii / 4 + (text.length - ascii) / 1.5;
}
