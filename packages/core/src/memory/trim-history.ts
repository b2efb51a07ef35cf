import type { Message } from '@toolwright/contract';

/** How many messages may go where `limit` is only what is best. */
export interface CutBounds {
  /** So many have to go. */
  readonly needed: number;
  /** So many should go. */
  readonly least: number;
  readonly most: number;
}

/**
 * Drops the oldest messages, in place, until at most `limit` are left. What is left is a conversation that providers accept:
 * a system message at index 0 stays, no tool result loses its call or the other way round, and it begins with a user message.
 * Where no turn ends at a good place, such as in the last one, the oldest tool calls of a turn go and its question stays.
 * The last question and the latest messages that belong together always stay, even if they are more than `limit`.
 * @param bounds Default: no more than `limit` may be left, and any number may go.
 */
export function trimHistory(
  messages: Message[],
  limit: number,
  isAside: IsAside = () => false,
  bounds?: CutBounds,
): void {
  const best = messages.length - limit;
  if (best <= 0) return;
  const { needed, least, most } = bounds ?? { needed: best, least: best, most: Number.POSITIVE_INFINITY };
  const pinned = isSystemMessage(messages[0]) ? 1 : 0;
  const cuts = findCuts(messages, pinned, isAside);
  /** The cut after `start` that drops what is best or a little more, else a little less. */
  const choose = (places: readonly number[], start: number, min: number): number | undefined =>
    places.findLast((cut) => cut - start >= best && cut - start <= most) ??
    places.find((cut) => cut - start >= min && cut - start < best);
  const turns = cuts.filter((cut) => messages[cut]?.role === 'user');
  const next = turns.findLast((cut) => cut - pinned > most);
  const question =
    next === undefined ? findQuestion(messages, isAside) : (turns.find((cut) => cut < next) ?? -1);
  // A question that stays makes one message more that has to go.
  const start = question === -1 ? pinned : pinned + 1;
  const steps = cuts.filter((cut) => cut > question && cut < (next ?? messages.length));
  const turn = choose(turns, pinned, least);
  const step = turn === undefined ? choose(steps, start, least) : undefined;
  const whole = turn ?? (step === undefined ? (choose(turns, pinned, needed) ?? next) : undefined);
  if (whole !== undefined) {
    messages.splice(pinned, whole - pinned);
    return;
  }
  const rest = step ?? steps.findLast((cut) => cut - start >= best) ?? cuts[0] ?? messages.length;
  if (question === -1) messages.splice(pinned, rest - pinned);
  else {
    messages.splice(question + 1, Math.max(0, rest - question - 1));
    messages.splice(pinned, question - pinned);
    dropOrphans(messages);
  }
}

/** How many messages a cut drops: all of ten average steps, but at least half of the limit and at most three quarters. */
export function cutSize(messages: readonly Message[], limit: number): number {
  if (limit < EXACT_BELOW) return 1;
  const steps = messages.filter(({ role }) => role === 'assistant').length;
  const perStep = steps === 0 ? 1 : Math.round(messages.length / steps);
  return Math.min(Math.max(Math.floor(limit / 2), 10 * perStep), Math.floor((limit * 3) / 4));
}

/** What the cut of a history drops that is longer than `limit` by `excess`; undefined for a short one, which loses only what it must. */
export function cutBounds(excess: number, limit: number): CutBounds | undefined {
  if (limit < EXACT_BELOW) return undefined;
  const least = Math.max(excess, Math.floor(limit / 2));
  return { needed: excess, least, most: excess - 1 + Math.floor((limit * 3) / 4) };
}

/** A shorter history is cut exactly: large cuts would leave little, and come too often to help a cache. */
const EXACT_BELOW = 10;

/** Whether a message of the user belongs to the step before it. */
export type IsAside = (message: Message) => boolean;

/** Index of the last question, or -1. */
export function findQuestion(messages: readonly Message[], isAside: IsAside): number {
  const question = messages.findLastIndex((message) => message.role === 'user' && !isAside(message));
  return question === -1 ? messages.findLastIndex(({ role }) => role === 'user') : question;
}

/** A result that stands behind the question while its call stood before goes with the call. */
function dropOrphans(messages: Message[]): void {
  const called = new Set<string>();
  let kept = 0;
  for (const message of messages) {
    if (message.role === 'assistant') for (const call of message.tool_calls ?? []) called.add(call.id);
    if (message.role !== 'tool' || called.has(message.tool_call_id)) messages[kept++] = message;
  }
  messages.length = kept;
}

export function isSystemMessage(
  message: Message | undefined,
): message is Extract<Message, { role: 'system' | 'developer' }> {
  return message?.role === 'system' || message?.role === 'developer';
}

/** Where the history may be cut, the last place first: no result after a cut answers a call before it, and no aside loses its step. */
export function findCuts(messages: readonly Message[], pinned: number, isAside: IsAside): number[] {
  const cuts: number[] = [];
  const unanswered = new Set<string>();
  for (let index = messages.length - 1; index >= pinned; index--) {
    const message = messages[index];
    if (message?.role === 'tool') unanswered.add(message.tool_call_id);
    if (message?.role === 'assistant') {
      for (const call of message.tool_calls ?? []) unanswered.delete(call.id);
    }
    if (unanswered.size === 0 && !(message && isAside(message))) cuts.push(index);
  }
  return cuts;
}
