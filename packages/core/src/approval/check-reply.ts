import { isRecord, type PausedRun, type PendingCall } from '@toolwright/contract';
import { isListOf, isMessage, isText } from '../memory/is-message.js';
import { readCallArguments } from '../protocols/native-calls.js';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';
import type { ToolStep } from '../state/run-state.js';
import { pendingOf } from './nested-runs.js';

/** Whether a value is a reply that a run can pause at: one with calls. */
export function isReply(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { text, calls, message, reasoning } = value;
  if (!isText(text) || !isOptional(reasoning, isText)) return false;
  return isCallList(calls) && isOptional(message, isReplyMessage);
}

/** The first pending call that is not a call of the reply, or of a run of a sub-agent, with these arguments. */
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

/** Whether nothing in a value is nested so deeply that reading it overflows the stack. */
export function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

/** The same limit as for values that tools decode. Messages hold arguments and results as text. */
const MAX_DEPTH = 500;

function isReplyMessage(value: unknown): boolean {
  return isShallow(value) && isMessage(value) && value.role === 'assistant';
}

/** An id stands for one call only, or a decision on one would hold for another. */
function isCallList(value: unknown): boolean {
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

/** Whether the arguments are those of the text, which is what a person sees. A protocol may have calls that are not written as JSON. */
function isWrittenAs(args: object, text: string): boolean {
  const read = text.trim() === '' ? { args: {} } : readCallArguments(text);
  if (read.args === undefined) return read.isJson !== true;
  if (read.isExact === false) return true; // the tools read the text
  try {
    return JSON.stringify(args) === JSON.stringify(read.args);
  } catch {
    // Nested more deeply than any text that was read.
    return false;
  }
}

function isOptional(value: unknown, isValid: (value: unknown) => boolean): boolean {
  return value === undefined || isValid(value);
}
