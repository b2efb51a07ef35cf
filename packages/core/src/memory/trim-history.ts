import type { Message } from '@toolwright/contract';

/** How many messages to drop if `limit` is only a target. */
export interface CutBounds {
  /** The minimum that must be dropped. */
  readonly needed: number;
  /** The minimum that should be dropped. */
  readonly least: number;
  readonly most: number;
}

/**
 * Drops the oldest messages, in place, until at most `limit` are left. The rest is a conversation that providers accept: a system
 * message at index 0 stays, calls and results stay together, and the conversation starts with a user message. If no turn ends at
 * a suitable index, the oldest tool calls of a turn are dropped and its question stays. The last question and the latest step
 * always stay, even if they exceed `limit`.
 * @param bounds Default: at most `limit` messages are left, and any number is dropped.
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
  /** Returns the cut after `start` that drops the best number or slightly more; otherwise slightly less. */
  const choose = (places: readonly number[], start: number, min: number): number | undefined =>
    places.findLast((cut) => cut - start >= best && cut - start <= most) ??
    places.find((cut) => cut - start >= min && cut - start < best);
  const turns = cuts.filter((cut) => messages[cut]?.role === 'user');
  const next = turns.findLast((cut) => cut - pinned > most);
  const question =
    next === undefined ? findQuestion(messages, isAside) : (turns.find((cut) => cut < next) ?? -1);
  // If the question stays, one more message must be dropped.
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

/** Returns how many messages a cut drops: those of ten average steps, but at least half and at most three quarters of the limit. */
export function cutSize(messages: readonly Message[], limit: number): number {
  if (limit < EXACT_BELOW) return 1;
  const steps = messages.filter(({ role }) => role === 'assistant').length;
  const perStep = steps === 0 ? 1 : Math.round(messages.length / steps);
  return Math.min(Math.max(Math.floor(limit / 2), 10 * perStep), Math.floor((limit * 3) / 4));
}

/** Returns the bounds for dropping `excess` messages; undefined for a small limit, where exactly the excess is dropped. */
export function cutBounds(excess: number, limit: number): CutBounds | undefined {
  if (limit < EXACT_BELOW) return undefined;
  const least = Math.max(excess, Math.floor(limit / 2));
  return { needed: excess, least, most: excess - 1 + Math.floor((limit * 3) / 4) };
}

/** Below this limit, exactly the excess is dropped: large cuts would leave little and occur too often to help a cache. */
const EXACT_BELOW = 10;

/** Whether a user message belongs to the preceding step. */
export type IsAside = (message: Message) => boolean;

/** Returns the index of the last question, or -1. */
export function findQuestion(messages: readonly Message[], isAside: IsAside): number {
  const question = messages.findLastIndex((message) => message.role === 'user' && !isAside(message));
  return question === -1 ? messages.findLastIndex(({ role }) => role === 'user') : question;
}

/** Drops results whose calls were dropped: a call may precede the question and its result follow it. */
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

/** Returns the indexes where the history may be cut, last first. No cut separates a result from its call, or an aside from its step. */
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
