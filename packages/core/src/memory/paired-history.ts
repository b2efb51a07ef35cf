import { isSealed, type Message, sealOwn, type ToolMessage, ToolwrightError } from '@toolwright/contract';
import { showValue } from '@toolwright/tools/validation';
import { isMessage } from './is-message.js';
import { isSystemMessage } from './trim-history.js';

/** Where a list of messages stops being a conversation that providers accept. */
export interface HistoryBreak {
  readonly place: number;
  /** Continues "`messages[1]` …". */
  readonly reason: string;
  /** What to do about it. Default: to pass whole steps. */
  readonly hint?: string;
}

/**
 * The first message that breaks a conversation; undefined if providers accept it. Each of them refuses a call without its result, a result
 * without its call, and two results of one call. Results stand directly behind their calls.
 */
export function findBreak(messages: readonly unknown[]): HistoryBreak | undefined {
  let open: Set<string> | undefined;
  let caller = 0;
  // By index, because a run asks this after each step.
  for (let place = 0; place < messages.length; place += 1) {
    const message = messages[place];
    if (!isChecked(message)) return { place, reason: `is not a message: ${showValue(message)}` };
    if (message.role === 'tool') {
      const id = message.tool_call_id;
      if (!open?.delete(id)) return { place, reason: `is a result, and nothing has called for it ('${id}')` };
      continue;
    }
    if (open !== undefined && open.size > 0) break;
    const calls = message.role === 'assistant' ? message.tool_calls : undefined;
    if (calls === undefined || calls.length === 0) continue;
    caller = place;
    open = new Set(calls.map(({ id }) => id));
    if (open.size < calls.length) return { place, reason: 'has two calls with one id' };
  }
  const [missing] = open ?? [];
  return missing === undefined
    ? undefined
    : { place: caller, reason: `has the call '${missing}' without a result behind it` };
}

/** Sealed messages were checked before. */
function isChecked(message: unknown): message is Message {
  return isSealed(message) || isMessage(message);
}

/** The same for a memory, which holds one message of the system: a second one would take the place of the first. */
export function findFault(messages: readonly unknown[]): HistoryBreak | undefined {
  const found = findBreak(messages);
  if (found !== undefined) return found;
  const checked = messages as readonly Message[]; // one by one
  const first = checked.findIndex(isSystemMessage);
  if (first === -1) return undefined;
  const place = checked.findIndex((message, index) => index > first && isSystemMessage(message));
  if (place === -1) return undefined;
  const { role } = checked[place] as Message; // found above
  const reason = `has the role '${role}', and 'messages[${first}]' gives the instructions already`;
  return { place, reason, hint: 'Join the texts of both in one message.' };
}

/**
 * The one check of messages that come from outside.
 * @param name of the list, as in `messages`
 * @throws ToolwrightError `INVALID_MESSAGE` with the place
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
  'Pass whole messages; the results of calls stand directly behind the message of the assistant that has the calls, one for each.';

/** `messages[1]' is …`, behind an opening quote. */
export function describeBreak({ place, reason }: HistoryBreak, name = 'messages'): string {
  return `${name}[${place}]' ${reason}`;
}

/** A stored conversation as providers accept it. */
export interface RepairedHistory {
  readonly messages: readonly Message[];
  /** Where each message stood before; undefined for those that were added. */
  readonly places: readonly (number | undefined)[];
}

/**
 * Repairs a conversation that a store holds, so that it can go on: a result that stands too late moves to its call, a missing one is added
 * and says so, and one without a call is left out. Undefined if nothing is broken.
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
    messages: places.map((one) => (typeof one === 'number' ? (messages[one] as Message) : one)), // within the list
    places: places.map((one) => (typeof one === 'number' ? one : undefined)),
  };
}

/** The next result of a call, before another message calls by the same id. */
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
