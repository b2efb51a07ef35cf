import type { Message } from '@toolwright/contract';

/**
 * Drops the oldest messages, in place, until at most `limit` are left. What is left is a conversation that providers accept:
 * a system message at index 0 stays, no tool result loses its call or the other way round, and it begins with a user message.
 * Where the last question and its tool calls alone are too long, the oldest of those calls go and the question stays.
 * The question and the latest messages that belong together always stay, even if they are more than `limit`.
 */
export function trimHistory(messages: Message[], limit: number, isAside: IsAside = () => false): void {
  if (messages.length <= limit) return;
  const pinned = isSystemMessage(messages[0]) ? 1 : 0;
  const cuts = findCuts(messages, pinned, isAside);
  const first = messages.length - limit + pinned;
  const turn = cuts.findLast((cut) => cut >= first && messages[cut]?.role === 'user');
  if (turn !== undefined) {
    messages.splice(pinned, turn - pinned);
    return;
  }
  const question = findQuestion(messages, isAside);
  const room = question === -1 ? first : first + 1;
  const rest = cuts.findLast((cut) => cut >= room && cut > question) ?? cuts[0] ?? messages.length;
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
