import type { Message } from '@toolwright/contract';
import { isSystemMessage } from '../memory/trim-history.js';

/** Replaces the system prompt; an empty prompt removes the system message. */
export function withSystemPrompt(
  messages: readonly Message[],
  rewrite: (prompt: string) => string,
): readonly Message[] {
  const [first] = messages;
  const pinned = isSystemMessage(first) ? first : undefined;
  const content = rewrite(pinned?.content ?? '');
  const rest = pinned === undefined ? messages : messages.slice(1);
  return content === '' ? rest : [{ ...(pinned ?? { role: 'system' }), content }, ...rest];
}
