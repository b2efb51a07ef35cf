import { randomUUID } from 'node:crypto';
import { contentText, isJsonObject, type ToolCall, type ToolOutcome } from '@toolwright/contract';
import type { RecordedReply, ReplayRecord } from '../../host/replay/replay-record.js';
import type { EditedToolCall, ReplayRequest } from '../../protocol/requests.js';
import { failure, type ShownFailure } from '../../protocol/shown-failure.js';
import type { RunEntry, StudioEvent } from '../../protocol/studio-event.js';

/**
 * Creates the record for replaying a run. If there is a branch, the record ends there.
 * @param entries the entries of the run, without its sub-runs
 * @throws ShownFailure `BAD_REQUEST` for a branch from an unknown step
 */
export function replayRecordOf(entries: readonly RunEntry[], { branch }: ReplayRequest): ReplayRecord {
  const record = readRecord(entries);
  if (branch === undefined) return record;
  if (branch.kind === 'reply') {
    const changed = record.replies[branch.step];
    if (changed === undefined) throw noStep(`The run has no reply ${branch.step}.`);
    const replies = record.replies.slice(0, branch.step);
    const edited = editReply(changed, branch.text, branch.calls);
    // The calls of the edited reply are executed; earlier ones are taken from the record.
    return {
      ...record,
      replies: [...replies, edited],
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

/** Replaces the text of a reply, and also its calls if any are given. */
function editReply(
  { message, finishReason, rawFinishReason, rejected, ...rest }: RecordedReply,
  text: string,
  calls: readonly EditedToolCall[] | undefined,
): RecordedReply {
  const { tool_calls: recorded = [], ...others } = message;
  const next = calls?.map((call) => editCall(call, recorded)) ?? recorded;
  const ids = new Set(next.map(({ id }) => id));
  if (ids.size < next.length) throw noStep('Two calls of the reply have the same id.');
  const hasChanged = next.length > 0 !== recorded.length > 0;
  const reason = hasChanged ? (next.length > 0 ? 'tool-calls' : 'stop') : finishReason;
  return {
    ...rest,
    message: { ...others, content: text, ...(next.length > 0 && { tool_calls: next }) },
    ...(reason !== undefined && { finishReason: reason }),
    // If a person has edited the calls, the raw finish reason and rejected calls no longer apply.
    ...(calls === undefined && {
      ...(rawFinishReason && { rawFinishReason }),
      ...(rejected && { rejected }),
    }),
  };
}

function editCall({ id, name, arguments: text }: EditedToolCall, recorded: readonly ToolCall[]): ToolCall {
  const known = recorded.find((call) => call.id === id);
  if (id !== undefined && known === undefined) throw noStep(`The reply has no call '${id}'.`);
  // Only the model's recorded text may be malformed.
  if (text !== known?.function.arguments && !isJsonObjectText(text)) {
    throw noStep(`The arguments of '${name}' must be a JSON object.`);
  }
  return { id: id ?? randomUUID(), type: 'function', function: { name, arguments: text } };
}

function isJsonObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false; // not JSON
  }
}

function readRecord(entries: readonly RunEntry[]): ReplayRecord {
  const [first] = entries;
  const events = entries.map(({ event }) => event);
  const start = events.find((event) => event.type === 'run-start');
  if (first === undefined || start === undefined) throw noStep('The start of the run was not recorded.');
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

/** Returns the model's replies. A failed request has no reply. */
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
      if (event.rawFinishReason !== undefined) open.rawFinishReason = event.rawFinishReason;
      if (event.rejected !== undefined) open.rejected = event.rejected;
    } else if (event.type === 'run-end' && event.result.status === 'completed') {
      // An empty answer is not recorded as a message.
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

function noStep(message: string): ShownFailure {
  return failure('BAD_REQUEST', message);
}
