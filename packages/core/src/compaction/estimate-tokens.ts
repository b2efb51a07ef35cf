import type { ContentPart, Message } from '@toolwright/contract';
import type { CountTokens } from './compaction.js';

/** Estimates the tokens of a message without a tokenizer: four letters a token in Latin script, fewer in others. */
export function estimateTokens(message: Message): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const { content } = message;
  const parts: readonly ContentPart[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const texts = [
    ...parts.map((part) => (part.type === 'text' ? part.text : '')),
    ...calls.map(({ function: { name, arguments: text } }) => name + text),
  ];
  const images = parts.filter(({ type }) => type === 'image_url').length;
  return Math.ceil(PER_MESSAGE + images * PER_IMAGE + texts.reduce((sum, text) => sum + textTokens(text), 0));
}

/** Counts each message once: a history is looked at before every request. */
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

function textTokens(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  const ascii = text.replace(/[^\u0000-\u007f]+/g, '').length;
  return ascii / 4 + (text.length - ascii) / 1.5;
}
