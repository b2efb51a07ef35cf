import { isSealed, type Message } from '@toolwright/contract';
import { isMessage } from './is-message.js';
import { markOldAnswer } from './old-answers.js';

/** Converts messages to the current format, which sealed messages already have. Returns the same list if all messages are sealed. */
export function takeInAll(messages: readonly Message[]): readonly Message[] {
  return messages.every(isSealed) ? messages : messages.map(takeIn);
}

/** Converts one message. Other libraries omit `content` in messages that only contain calls. */
function takeIn(message: Message): Message {
  if (message?.role === 'tool') return isMessage(message) ? markOldAnswer(message) : message;
  const isBare = message?.role === 'assistant' && message.content === undefined;
  return isBare ? { ...message, content: null } : message;
}
