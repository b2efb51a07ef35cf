import { type AssistantMessage, contentText, type ToolOutcome } from '@toolwright/contract';
import type { RecordedReply, ReplayRecord } from '../host/replay/replay-record.js';
import type { ReplayRequest } from '../protocol/requests.js';
import type { RunEntry } from '../protocol/studio-event.js';
import { Refused } from './http/refused.js';

/**
 * What a run has heard, up to a step if it branches there.
 * @param entries of the run alone, without its sub-runs
 * @throws Refused with status 400 if there is no such step
 */
export function replayRecordOf(entries: readonly RunEntry[], { branch }: ReplayRequest): ReplayRecord {
  const record = readRecord(entries);
  if (branch === undefined) return record;
  if (branch.kind === 'reply') {
    const changed = record.replies[branch.step];
    if (changed === undefined) throw noStep(`The run has no reply ${branch.step}.`);
    const replies = record.replies.slice(0, branch.step);
    const message: AssistantMessage = { ...changed.message, content: branch.text };
    // The calls of the changed reply are made anew; those before it are on record.
    return { ...record, replies: [...replies, { ...changed, message }], outcomes: outcomesOf(record, replies), goesOn: true };
  }
  const { callId, result } = branch;
  const step = record.replies.findIndex(({ message }) => message.tool_calls?.some(({ id }) => id === callId));
  if (step === -1) throw noStep(`The run has no call '${callId}'.`);
  const replies = record.replies.slice(0, step + 1);
  const outcomes = { ...outcomesOf(record, replies), [callId]: { result, error: null } };
  return { ...record, replies, outcomes, goesOn: true };
}

function readRecord(entries: readonly RunEntry[]): ReplayRecord {
  let input: string | undefined;
  let messages = 0;
  let reply: RecordedReply | undefined;
  let usage: RecordedReply['usage'];
  const replies: RecordedReply[] = [];
  const outcomes: [string, ToolOutcome][] = [];
  for (const { event } of entries) {
    if (event.type === 'run-start') input ??= contentText(event.input);
    else if (event.type === 'llm-call') {
      messages = event.messages;
      usage = undefined;
    } else if (event.type === 'usage') {
      // Providers tell it before or after the message.
      if (reply === undefined) usage = event.usage;
      else replies[replies.length - 1] = { ...reply, usage: event.usage };
    } else if (event.type === 'message' && event.message.role === 'assistant') {
      const { message, finishReason } = event;
      reply = { message, messages, ...(finishReason && { finishReason }), ...(usage && { usage }) };
      replies.push(reply);
    } else if (event.type === 'tool-result') outcomes.push([event.callId, event.outcome]);
    if (event.type === 'llm-call') reply = undefined;
  }
  const [first] = entries;
  if (first === undefined || input === undefined) throw noStep('The beginning of the run is not on record.');
  return { runId: first.run.runId, input, replies, outcomes: Object.fromEntries(outcomes), goesOn: false };
}

function outcomesOf({ outcomes }: ReplayRecord, replies: readonly RecordedReply[]): ReplayRecord['outcomes'] {
  const ids = new Set(replies.flatMap(({ message }) => (message.tool_calls ?? []).map(({ id }) => id)));
  return Object.fromEntries(Object.entries(outcomes).filter(([id]) => ids.has(id)));
}

function noStep(message: string): Refused {
  return new Refused(400, { code: 'BAD_REQUEST', message });
}
