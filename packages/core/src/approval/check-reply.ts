import { isRecord, type PausedRun, type PendingCall } from '@toolwright/contract';
import { isListOf, isMessage, isText } from '../memory/is-message.js';
import { readCallArguments } from '../protocols/native-calls.js';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';
import type { ToolStep } from '../state/run-state.js';
import { pendingOf } from './nested-runs.js';

/** Whether a value is a model reply with calls on which a run can pause. */
export function isReply(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { text, calls, message, reasoning } = value;
  if (!isText(text) || !isOptional(reasoning, isText)) return false;
  return isCallList(calls) && isOptional(message, isReplyMessage);
}

/** Returns the first pending call that matches no call, including arguments, of the reply or of a sub-agent's run. */
export function findForeignCall(
  { pending }: Pick<PausedRun, 'pending'>,
  { reply, nested = {} }: Pick<ToolStep, 'reply' | 'nested'>,
): PendingCall | undefined {
  const own = reply.calls.map(({ id, name, text }) => ({ callId: id, name, arguments: text }));
  const known = [...own, ...pendingOf(nested)];
  return pending.find(
    ({ callId, name, arguments: text }) =>
      !known.some((call) => call.callId === callId && call.name === name && call.arguments === text),
  );
}

/** Whether the nesting of a value is shallow enough to process it without overflowing the stack. */
export function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

/** The maximum nesting depth; values that tools decode have the same limit. Messages hold arguments and results as text. */
const MAX_DEPTH = 500;

function isReplyMessage(value: unknown): boolean {
  return isShallow(value) && isMessage(value) && value.role === 'assistant';
}

/** Whether a value is a list of calls with unique ids. With duplicates, a decision about one call would apply to another. */
export function isCallList(value: unknown): boolean {
  if (!isCalls(value) || value.length === 0) return false;
  return new Set(value.map(({ id }) => id)).size === value.length;
}

function isCalls(value: unknown): value is readonly RequestedCall[] {
  return isListOf(value, isCall);
}

function isCall(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { id, name, calledAs, text, args, isJson, isExact, problem, written, note } = value;
  if (!isText(id) || !isText(name) || !isText(text)) return false;
  if (![calledAs, problem, written, note].every((one) => isOptional(one, isText))) return false;
  if (![isJson, isExact].every((one) => isOptional(one, (given) => typeof given === 'boolean'))) return false;
  return isOptional(args, (given) => isRecord(given) && isWrittenAs(given, text));
}

/** Whether the arguments equal the text that a person sees. True if the text is not JSON, as in some protocols. */
function isWrittenAs(args: object, text: string): boolean {
  const read = text.trim() === '' ? { args: {} } : readCallArguments(text);
  if (read.args === undefined) return read.isJson !== true;
  if (read.isExact === false) return true; // the tools parse the text themselves
  try {
    return JSON.stringify(args) === JSON.stringify(read.args);
  } catch {
    // The arguments are nested more deeply than any parsed text.
    return false;
  }
}

function isOptional(value: unknown, isValid: (value: unknown) => boolean): boolean {
  return value === undefined || isValid(value);
}
