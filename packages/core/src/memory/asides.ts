import type { Message } from '@toolwright/contract';
import type { Asides } from './memory-state.js';

/** Records the user messages that are not questions in `into`, and returns all messages. */
export function markAsides(messages: Message[], asides: Asides = [], into: WeakSet<Message>): Message[] {
  for (const aside of asides) {
    const marked = messages.filter(({ role, content }, index) => {
      return role === 'user' && (typeof aside === 'number' ? index === aside : content === aside);
    });
    for (const message of marked) into.add(message);
  }
  return messages;
}
