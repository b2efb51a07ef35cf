import type { Message } from '@toolwright/contract';
import type { Asides } from './memory-state.js';

/** Records which messages are not questions, and returns the messages. */
export function markAsides(messages: Message[], asides: Asides = [], into: WeakSet<Message>): Message[] {
  for (const aside of asides) {
    const marked = messages.filter(({ role, content }, index) => {
      return role === 'user' && (typeof aside === 'number' ? index === aside : content === aside);
    });
    for (const message of marked) into.add(message);
  }
  return messages;
}
