import { isSealed, type Message, sealOwn, type ToolMessage, ToolwrightError } from '@toolwright/contract';
import { showValue } from '@toolwright/tools/validation';
import { isMessage } from './is-message.js';
import { isSystemMessage } from './trim-history.js';

/** The first message that makes a conversation unacceptable to providers. */
export interface HistoryBreak {
  readonly place: number;
  /** Continues the sentence "`messages[1]` …". */
  readonly reason: string;
  /** The hint of the error. Default: pass complete steps. */
  readonly hint?: string;
}

/**
 * Finds the first message that breaks a conversation; undefined if providers accept all of it. All providers refuse a call without
 * its result, a result without its call, and two results for the same call. Results must directly follow their calls.
 */
export function findBreak(messages: readonly unknown[]): HistoryBreak | undefined {
  let open: Set<string> | undefined;
  let caller = 0;
  // Loops by index, because a run checks this after each step.
  for (let place = 0; place < messages.length; place += 1) {
    const message = messages[place];
    if (!isChecked(message)) return { place, reason: `is not a message: ${showValue(message)}` };
    if (message.role === 'tool') {
      const id = message.tool_call_id;
      if (!open?.delete(id)) return { place, reason: `is a result without a preceding call ('${id}')` };
      continue;
    }
    if (open !== undefined && open.size > 0) break;
    const calls = message.role === 'assistant' ? message.tool_calls : undefined;
    if (calls === undefined || calls.length === 0) continue;
    caller = place;
    open = new Set(calls.map(({ id }) => id));
    if (open.size < calls.length) return { place, reason: 'has two calls with the same id' };
  }
  const [missing] = open ?? [];
  return missing === undefined
    ? undefined
    : { place: caller, reason: `has the call '${missing}' without a result after it` };
}

/** Whether a value is a message. Sealed messages have already been checked. */
function isChecked(message: unknown): message is Message {
  return isSealed(message) || isMessage(message);
}

/** Like {@link findBreak}, but also refuses a second system message, which would replace the first in a memory. */
export function findFault(messages: readonly unknown[]): HistoryBreak | undefined {
  const found = findBreak(messages);
  if (found !== undefined) return found;
  const checked = messages as readonly Message[]; // each one was checked
  const first = checked.findIndex(isSystemMessage);
  if (first === -1) return undefined;
  const place = checked.findIndex((message, index) => index > first && isSystemMessage(message));
  if (place === -1) return undefined;
  const { role } = checked[place] as Message; // the index was found above
  const reason = `has the role '${role}', but 'messages[${first}]' already gives the instructions`;
  return { place, reason, hint: 'Combine both texts in one message.' };
}

/**
 * Checks messages from outside the library; nothing else checks them.
 * @param name the name of the list, as in `messages`
 * @throws ToolwrightError `INVALID_MESSAGE` with the location
 */
export function checkHistory(messages: readonly unknown[], name = 'messages'): void {
  const found = findFault(messages);
  if (found === undefined) return;
  throw new ToolwrightError('INVALID_MESSAGE', `'${describeBreak(found, name)}.`, {
    blame: 'developer',
    hint: found.hint ?? WHOLE_STEPS,
  });
}

const WHOLE_STEPS =
  'Pass complete messages. An assistant message with calls must be directly followed by one result for each call.';

/** Returns `messages[1]' is …`; the caller writes the opening quote. */
export function describeBreak({ place, reason }: HistoryBreak, name = 'messages'): string {
  return `${name}[${place}]' ${reason}`;
}

/** A repaired conversation that providers accept. */
export interface RepairedHistory {
  readonly messages: readonly Message[];
  /** The former index of each message; undefined for added messages. */
  readonly places: readonly (number | undefined)[];
}

/**
 * Repairs a stored conversation so that it can continue: moves late results to their calls, adds a note for each missing result,
 * and drops results without a call. Returns undefined if nothing is broken.
 */
export function repairHistory(messages: readonly Message[]): RepairedHistory | undefined {
  if (findBreak(messages) === undefined) return undefined;
  const used = new Set<number>();
  const places = messages.flatMap((message, place): (number | Message)[] => {
    if (message.role === 'tool') return [];
    if (message.role !== 'assistant') return [place];
    const ids = new Set(message.tool_calls?.map(({ id }) => id));
    const results = [...ids].map((id) => {
      const result = findResult(messages, place, id, used);
      used.add(result);
      return result === -1 ? missingResult(id) : result;
    });
    return [place, ...results];
  });
  return {
    messages: places.map((one) => (typeof one === 'number' ? (messages[one] as Message) : one)), // the index is within the list
    places: places.map((one) => (typeof one === 'number' ? one : undefined)),
  };
}

/** Returns the index of the next result of a call, before any other message that uses the same call id; otherwise -1. */
function findResult(
  messages: readonly Message[],
  caller: number,
  id: string,
  used: ReadonlySet<number>,
): number {
  for (let place = caller + 1; place < messages.length; place++) {
    const message = messages[place];
    if (message?.role === 'tool' && message.tool_call_id === id && !used.has(place)) return place;
    if (message?.role === 'assistant' && message.tool_calls?.some((call) => call.id === id)) break;
  }
  return -1;
}

function missingResult(id: string): ToolMessage {
  const content = 'Tool error: The result of this call is not in the stored conversation.';
  return sealOwn({ role: 'tool', tool_call_id: id, content });
}
