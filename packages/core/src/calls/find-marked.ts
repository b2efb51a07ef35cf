import type { Message, ToolCallRecord, ToolMessage } from '@toolwright/contract';
import { hasUntrusted } from '../protocols/format-outcome.js';

/** Returns the first call whose outcome is marked as untrusted; `earlier` if only a message from an earlier run is marked. */
export function findMarked(
  toolCalls: readonly ToolCallRecord[],
  messages: readonly Message[],
): ToolCallRecord | 'earlier' | undefined {
  const call = toolCalls.find(
    ({ outcome, denied, byProvider }) => outcome.untrusted === true && !denied && !byProvider,
  );
  if (call !== undefined) return call;
  return messages.some((message) => message.role === 'tool' && hasMark(message)) ? 'earlier' : undefined;
}

function hasMark({ content }: ToolMessage): boolean {
  if (typeof content === 'string') return hasUntrusted(content);
  return content.some((part) => part.type === 'text' && hasUntrusted(part.text));
}
