import type { ToolCallEvent } from '@toolwright/contract';
import type { CheckedCall } from './checked-calls.js';

/** Returns the event that announces a call. */
export function callEvent({ call, tool }: CheckedCall): ToolCallEvent {
  const { id, name, calledAs, text, parentCallId } = call;
  const tags = tool?.annotations.tags;
  return {
    type: 'tool-call',
    callId: id,
    name,
    arguments: text,
    ...(calledAs !== undefined && { calledAs }),
    ...(tags && { tags }),
    ...(parentCallId !== undefined && { parentCallId }),
  };
}
