import { scriptedModel } from 'toolwright/testing';
import type { LLMProvider } from 'toolwright/types';

/** The calls of the model without `OPENAI_API_KEY`, by what the customer says. */
const CALLS: readonly (readonly [question: RegExp, tool: string, args: (number: number) => object])[] = [
  [/(\d+) teas?/, 'addItem', (count) => ({ product: 'tea', count })],
  [/Delete order (\d+)/, 'deleteOrder', (id) => ({ id })],
  [/order (\d+)/, 'findOrder', (id) => ({ id })],
];

/** Calls the tool that the message asks for, and repeats what it answers. */
export function createScriptedModel(): LLMProvider {
  return scriptedModel.byInput((question) => {
    const [words, name, args] = CALLS.find(([pattern]) => pattern.test(question)) ?? [];
    if (words === undefined || name === undefined || args === undefined)
      return ['I only know orders and tea.'];
    const number = Number(words.exec(question)?.[1]);
    return [
      { toolCalls: [{ name, arguments: args(number) }] },
      ({ messages }) => ({ text: String(messages.at(-1)?.content) }),
    ];
  });
}
