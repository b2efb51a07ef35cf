import type { Message } from '@toolwright/contract';

/** Whether an assistant message has neither text nor calls. Such messages are never sent, because some servers refuse them. */
export function saysNothing(message: Message): boolean {
  return message.role === 'assistant' && !message.content && !message.refusal && !message.tool_calls?.length;
}
