import { isSealed, type Message } from '@toolwright/contract';
import { isMessage } from './is-message.js';
import { markOldAnswer } from './old-answers.js';

/** Messages as runs write them now; the same list if all are. What is sealed was taken in before, or a run has written it. */
export function takeInAll(messages: readonly Message[]): readonly Message[] {
  return messages.every(isSealed) ? messages : messages.map(takeIn);
}

/** A message as runs write it now. Others leave the content of a message out that has only calls. */
function takeIn(message: Message): Message {
  if (message?.role === 'tool') return isMessage(message) ? markOldAnswer(message) : message;
  const isBare = message?.role === 'assistant' && message.content === undefined;
  return isBare ? { ...message, content: null } : message;
}
