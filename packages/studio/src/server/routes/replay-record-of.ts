import { type AssistantMessage, contentText, type ToolOutcome } from '@toolwright/contract';
import type { RecordedReply, ReplayRecord } from '../../host/replay/replay-record.js';
import type { ReplayRequest } from '../../protocol/requests.js';
import type { RunEntry, StudioEvent } from '../../protocol/studio-event.js';
import { Refused } from '../http/refused.js';

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
    return {
      ...record,
      replies: [...replies, { ...changed, message }],
      outcomes: outcomesOf(record, replies),
      goesOn: true,
    };
  }
  const { callId, result } = branch;
  const step = record.replies.findIndex(({ message }) => message.tool_calls?.some(({ id }) => id === callId));
  if (step === -1) throw noStep(`The run has no call '${callId}'.`);
  const replies = record.replies.slice(0, step + 1);
  const outcomes = { ...outcomesOf(record, replies), [callId]: { result, error: null } };
  return { ...record, replies, outcomes, goesOn: true };
}

function readRecord(entries: readonly RunEntry[]): ReplayRecord {
  const [first] = entries;
  const events = entries.map(({ event }) => event);
  const start = events.find((event) => event.type === 'run-start');
  if (first === undefined || start === undefined) throw noStep('The beginning of the run is not on record.');
  const outcomes = events.flatMap((event) =>
    event.type === 'tool-result' ? [[event.callId, event.outcome] as const] : [],
  );
  return {
    runId: first.run.runId,
    input: contentText(start.input),
    replies: readReplies(events),
    outcomes: Object.fromEntries<ToolOutcome>(outcomes),
    goesOn: false,
  };
}

/** What the model has answered to each request. One that failed has no reply. */
function readReplies(events: readonly StudioEvent[]): readonly RecordedReply[] {
  const requests: { -readonly [Key in keyof RecordedReply]?: RecordedReply[Key] }[] = [];
  for (const event of events) {
    const open = requests.at(-1);
    if (event.type === 'llm-call') {
      const { messages, maxIterations } = event;
      requests.push({ request: { messages, maxIterations } });
    } else if (open === undefined) continue;
    else if (event.type === 'usage') open.usage = event.usage;
    else if (event.type === 'message' && event.message.role === 'assistant') {
      open.message = event.message;
      if (event.finishReason !== undefined) open.finishReason = event.finishReason;
    } else if (event.type === 'run-end' && event.result.status === 'completed') {
      // An empty answer is no message.
      open.message ??= { role: 'assistant', content: '' };
    }
  }
  return requests.flatMap(({ request, message, ...rest }) =>
    request === undefined || message === undefined ? [] : [{ request, message, ...rest }],
  );
}

function outcomesOf({ outcomes }: ReplayRecord, replies: readonly RecordedReply[]): ReplayRecord['outcomes'] {
  const ids = new Set(replies.flatMap(({ message }) => (message.tool_calls ?? []).map(({ id }) => id)));
  return Object.fromEntries(Object.entries(outcomes).filter(([id]) => ids.has(id)));
}

function noStep(message: string): Refused {
  return new Refused(400, { code: 'BAD_REQUEST', message });
}
