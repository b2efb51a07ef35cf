import { setTimeout } from 'node:timers/promises';
import type { LLMProvider, Message } from 'toolwright/types';

/** Answers without a network: it cancels orders, describes images, and tells a story that takes too long. */
export const llmClient: LLMProvider = {
  async generate() {
    throw new Error('This model only streams.');
  },
  async *stream(messages, _tools, { signal } = {}) {
    const last = messages.at(-1);
    const order = /cancel order (\w+)/i.exec(textOf(last))?.[1];
    if (last?.role === 'user' && order !== undefined) {
      yield { type: 'text-delta', text: 'I will cancel it. ' };
      const call = {
        index: 0,
        id: `call_${messages.length}`,
        name: 'cancel',
        arguments: JSON.stringify({ id: order }),
      };
      yield { type: 'tool-call-delta', ...call };
      yield { type: 'finish', finishReason: 'tool-calls' };
      return;
    }
    for (const word of answerTo(last)) {
      yield { type: 'text-delta', text: `${word} ` };
      await setTimeout(5, undefined, { signal });
    }
    yield { type: 'finish', finishReason: 'stop' };
  },
};

function answerTo(message: Message | undefined): readonly string[] {
  const text = textOf(message);
  if (message?.role === 'tool') return ['Done:', text];
  if (/story/i.test(text)) return Array.from({ length: 10_000 }, (_, index) => `Chapter ${index + 1}.`);
  const images =
    typeof message?.content === 'string'
      ? 0
      : (message?.content?.filter(({ type }) => type === 'image_url').length ?? 0);
  return images > 0 ? ['I', 'see', `${images}`, 'image.'] : ['You', 'said:', text];
}

function textOf(message: Message | undefined): string {
  if (message === undefined || message.content === null) return '';
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
