import type { Message } from '@toolwright/contract';

/** Whether a message of the model has neither text nor calls. Some servers refuse such a message, and no model needs it, so no wire sends it. */
export function saysNothing(message: Message): boolean {
  return message.role === 'assistant' && !message.content && !message.refusal && !message.tool_calls?.length;
}
