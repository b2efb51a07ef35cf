import type { ToolCallRecord, ToolResultEvent } from '@toolwright/contract';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';

/** How a call ended. */
type CallEnd = Pick<ToolCallRecord, 'outcome' | 'durationMs' | 'repeated'>;

/** The record of a call that is over, and the event that tells of it. */
export function recordCall(
  { id: callId, name, calledAs, text, early, denied }: RequestedCall,
  { outcome, durationMs, repeated }: CallEnd,
): { readonly record: ToolCallRecord; readonly event: ToolResultEvent } {
  const marks =
    (repeated ?? early ?? denied)
      ? { ...(repeated && { repeated }), ...(early && { early }), ...(denied && { denied }) }
      : undefined;
  const head = calledAs === undefined ? { callId, name } : { callId, name, calledAs };
  return {
    record: { ...head, arguments: text, outcome, durationMs, ...marks },
    event: { type: 'tool-result', callId, name, outcome, durationMs, ...marks },
  };
}
