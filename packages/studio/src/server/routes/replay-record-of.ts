import { randomUUID } from 'node:crypto';
import { contentText, isJsonObject, type ToolCall, type ToolOutcome } from '@toolwright/contract';
import type { RecordedReply, ReplayRecord } from '../../host/replay/replay-record.js';
import type { EditedToolCall, ReplayRequest } from '../../protocol/requests.js';
import { failure, type ShownFailure } from '../../protocol/shown-failure.js';
import type { RunEntry, StudioEvent } from '../../protocol/studio-event.js';
import { editedCall, withoutCalls } from './edited-call.js';

/**
 * Creates the record of a branch, which ends at the edited step.
 * @param entries the entries of the run and its sub-runs
 * @throws ShownFailure `BAD_REQUEST` for a branch from an unknown step
 */
export function replayRecordOf(
  runId: string,
  entries: readonly RunEntry[],
  branch: NonNullable<ReplayRequest['branch']>,
): ReplayRecord {
  const own = entries.filter(({ run }) => run.runId === runId);
  const { input, replies, outcomes } = readRecord(own);
  const before = (end: number) => prefixOf(runId, entries, end);
  if (branch.kind === 'reply') {
    const changed = replies[branch.step];
    if (changed === undefined) throw noStep(`The run has no reply ${branch.step}.`);
    const earlier = replies.slice(0, branch.step);
    return {
      runId,
      input,
      prefix: before(changed.at),
      replies: [...earlier, editReply(changed, branch.text, branch.calls)].map(withoutPlace),
      // The calls of the edited reply are executed; earlier ones are taken from the record.
      outcomes: outcomesOf(outcomes, earlier),
    };
  }
  const { callId, result } = branch;
  const edited = editedCall(own, callId);
  const top = edited.above.at(-1) ?? callId;
  const step = replies.findIndex(({ message }) => message.tool_calls?.some(({ id }) => id === top));
  const asked = replies[step];
  if (asked === undefined) throw noStep(`The run has no call '${callId}'.`);
  const next = own.find(({ event, sequence }) => event.type === 'llm-call' && sequence > asked.at);
  const end = Math.min(edited.end, next?.sequence ?? Number.POSITIVE_INFINITY);
  const earlier = replies.slice(0, step + 1);
  // A program is executed again, and gets the recorded outcomes of the calls that it had made.
  const made = edited.made.flatMap((id) => (outcomes[id] === undefined ? [] : [[id, outcomes[id]] as const]));
  const open = new Set([callId, ...edited.above, ...edited.plans]);
  const kept = Object.entries(outcomesOf(outcomes, earlier)).filter(([id]) => !open.has(id));
  return {
    runId,
    input,
    prefix: withoutCalls(before(end), runId, { open, unmade: edited.unmade }),
    replies: earlier.map(withoutPlace),
    outcomes: { ...Object.fromEntries([...kept, ...made]), [callId]: { result, error: null } },
  };
}

/** Returns the entries before a sequence number, without an end of the run, which continues instead. */
function prefixOf(runId: string, entries: readonly RunEntry[], end: number): readonly RunEntry[] {
  const isOwn = ({ run }: RunEntry) => run.runId === runId;
  const before = entries.filter(({ sequence, event }) => sequence < end && !STREAMED.has(event.type));
  const start = before.findLastIndex((entry) => isOwn(entry) && entry.event.type === 'run-start');
  return before.filter((entry, index) => index < start || !isOwn(entry) || !ENDS.has(entry.event.type));
}

/** The messages contain this text. */
const STREAMED: ReadonlySet<string> = new Set<StudioEvent['type']>(['text-delta', 'reasoning-delta']);
const ENDS: ReadonlySet<string> = new Set<StudioEvent['type']>([
  'run-end',
  'run-interrupted',
  'approval-request',
]);

/** Replaces the text of a reply, and also its calls if any are given. */
function editReply(
  { message, finishReason, rawFinishReason, rejected, ...rest }: PlacedReply,
  text: string,
  calls: readonly EditedToolCall[] | undefined,
): PlacedReply {
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

/** A reply and its place: the sequence number of the event with which it was complete. */
interface PlacedReply extends RecordedReply {
  readonly at: number;
}

function withoutPlace({ at: _, ...reply }: PlacedReply): RecordedReply {
  return reply;
}

/** @param entries the entries of the run, without its sub-runs */
function readRecord(entries: readonly RunEntry[]) {
  const start = entries.find(({ event }) => event.type === 'run-start')?.event;
  if (start?.type !== 'run-start') throw noStep('The start of the run was not recorded.');
  const handedTo = new Set(entries.flatMap(({ event }) => (event.type === 'handoff' ? event.to : [])));
  const outcomes = entries.flatMap(({ event }) =>
    event.type === 'tool-result' && !isHandoff(event.outcome, handedTo)
      ? [[event.callId, event.outcome] as const]
      : [],
  );
  return {
    input: contentText(start.input),
    replies: readReplies(entries),
    outcomes: Object.fromEntries<ToolOutcome>(outcomes),
  };
}

/**
 * Whether an outcome is that of a handoff. Such a call is executed again, which runs no code of the user: otherwise the branch would
 * continue with the agent that handed over.
 */
function isHandoff({ result }: ToolOutcome, handedTo: ReadonlySet<string>): boolean {
  return [...handedTo].some((agent) => result === `The conversation is now with ${agent}.`);
}

/** Returns the model's replies. A failed request has no reply. */
function readReplies(entries: readonly RunEntry[]): readonly PlacedReply[] {
  const requests: { -readonly [Key in keyof PlacedReply]?: PlacedReply[Key] }[] = [];
  for (const { event, sequence } of entries) {
    const open = requests.at(-1);
    if (event.type === 'llm-call') requests.push({});
    else if (open === undefined) continue;
    else if (event.type === 'message' && event.message.role === 'assistant') {
      open.message = event.message;
      open.at = sequence;
      if (event.finishReason !== undefined) open.finishReason = event.finishReason;
      if (event.rawFinishReason !== undefined) open.rawFinishReason = event.rawFinishReason;
      if (event.rejected !== undefined) open.rejected = event.rejected;
    } else if (event.type === 'run-end' && event.result.status === 'completed') {
      // An empty answer is not recorded as a message.
      open.message ??= { role: 'assistant', content: '' };
      open.at ??= sequence;
    }
  }
  return requests.flatMap(({ message, at, ...rest }) =>
    message === undefined || at === undefined ? [] : [{ message, at, ...rest }],
  );
}

function outcomesOf(
  outcomes: ReplayRecord['outcomes'],
  replies: readonly RecordedReply[],
): ReplayRecord['outcomes'] {
  const ids = new Set(replies.flatMap(({ message }) => (message.tool_calls ?? []).map(({ id }) => id)));
  return Object.fromEntries(Object.entries(outcomes).filter(([id]) => ids.has(id)));
}

function noStep(message: string): ShownFailure {
  return failure('BAD_REQUEST', message);
}
