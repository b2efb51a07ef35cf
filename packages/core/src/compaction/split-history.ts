import type { Message } from '@toolwright/contract';
import { findCuts, findQuestion, type IsAside, isSystemMessage } from '../memory/trim-history.js';

/** A history split into messages that stay at the start, messages to drop, and messages that stay at the end. */
export interface SplitHistory {
  readonly pinned: readonly Message[];
  readonly old: readonly Message[];
  /** The last question, if messages before and after it can be dropped. */
  readonly question: readonly Message[];
  readonly recent: readonly Message[];
}

/**
 * Splits a history so that the question and the recent messages take at most `keepTokens`, if possible. Drops whole turns first,
 * then the oldest steps of the last turn. Calls stay with their results, and the latest step always stays. Returns undefined if
 * nothing can be dropped.
 */
export function splitHistory(
  messages: readonly Message[],
  keepTokens: number,
  count: (messages: readonly Message[]) => number,
  isAside: IsAside = () => false,
): SplitHistory | undefined {
  const begin = isSystemMessage(messages[0]) ? 1 : 0;
  const last = findQuestion(messages, isAside);
  const cuts = findCuts(messages, begin, isAside).reverse();
  const fits = (cut: number): boolean => {
    const question = cut > last ? messages.slice(last, last + 1) : [];
    return count(question) + count(messages.slice(cut)) <= keepTokens;
  };
  const turns = cuts.filter((cut) => cut <= last && messages[cut]?.role === 'user');
  const steps = cuts.filter((cut) => cut > last);
  const cut = turns.find(fits) ?? steps.find(fits) ?? steps.at(-1) ?? turns.at(-1);
  if (cut === undefined) return undefined;
  const question = cut > last && last >= begin ? messages.slice(last, last + 1) : [];
  const old = messages.slice(begin, cut).filter((message) => !question.includes(message));
  if (old.length === 0) return undefined;
  return { pinned: messages.slice(0, begin), old, question, recent: messages.slice(cut) };
}
