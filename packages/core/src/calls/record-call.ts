import type { ToolCallRecord, ToolResultEvent } from '@toolwright/contract';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';

/** How a call ended. */
type CallEnd = Pick<ToolCallRecord, 'outcome' | 'durationMs'> & {
  readonly repeated: true | undefined;
  readonly byRun: true | undefined;
};

/** The record of a call that is over, and the event that tells of it. */
export function recordCall(
  { id: callId, name, calledAs, text, early, denied }: RequestedCall,
  { outcome, durationMs, repeated, byRun }: CallEnd,
): { readonly record: ToolCallRecord; readonly event: ToolResultEvent } {
  const event: ToolResultEvent = { type: 'tool-result', callId, name, outcome, durationMs };
  // Most calls have no marks, and V8 makes dictionaries of objects that are spread.
  if ((calledAs ?? repeated ?? early ?? denied ?? byRun) === undefined)
    return { record: { callId, name, arguments: text, outcome, durationMs }, event };
  const marks = { ...(repeated && { repeated }), ...(early && { early }), ...(denied && { denied }) };
  const head = calledAs === undefined ? { callId, name } : { callId, name, calledAs };
  return {
    record: { ...head, arguments: text, outcome, durationMs, ...marks, ...(byRun && { byRun }) },
    event: { ...event, ...marks },
  };
}
