import { isRecord, type PendingCall, type ToolCallRecord } from '@toolwright/contract';
import { isListOf, isText } from '../memory/is-message.js';
import { isCallList, isShallow } from './check-reply.js';
import type { MadeCall } from './paused-calls.js';

/** Whether a value is a tool's paused calls, whose pending calls are among them. @param isRun checks the runs of sub-agents */
export function isPausedCalls(value: unknown, isRun: (value: unknown) => boolean): boolean {
  if (!isRecord(value) || !isShallow(value) || !isRecord(value.data) || !isRecord(value.data.inner))
    return false;
  const { runId, agent, pending } = value;
  const { made, texts, calls, finished, nested, held } = value.data.inner;
  const isRest = isText(runId) && isText(agent) && isListOf(pending, isPending) && isListOf(texts, isText);
  if (!isRest || !isCallList(calls) || !isListOf(finished, isEnded) || !isListOf(made, isMade)) return false;
  return isRecord(held) && isRecord(nested) && Object.values(nested).every(isRun);
}

function isPending(value: unknown): value is PendingCall {
  return isRecord(value) && isText(value.callId) && isText(value.name) && isText(value.arguments);
}

function isEnded(value: unknown): value is ToolCallRecord {
  return isPending(value) && isRecord(value) && 'outcome' in value && isRecord(value.outcome);
}

function isMade(value: unknown): value is MadeCall {
  return isRecord(value) && isText(value.text) && isEnded(value.record);
}
