import { scriptedModel } from 'toolwright/testing';
import type { LLMProvider } from 'toolwright/types';

/** Answers without a network; it can only cancel orders. */
export function createScriptedModel(): LLMProvider {
  return scriptedModel.byInput((question) => [
    { text: 'Let me look at the orders.', toolCalls: [{ name: 'list' }] },
    { toolCalls: [{ name: 'cancel', arguments: { id: /[A-Z]\d/.exec(question)?.[0] ?? 'A1' } }] },
    JSON.stringify({ text: 'That is what I could do.', suggestions: ['Cancel order A1.'] }),
  ]);
}
