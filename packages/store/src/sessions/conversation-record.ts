import { isDeepStrictEqual } from 'node:util';
import type { Message } from '@toolwright/contract';
import type { MemoryState } from '@toolwright/core';
import type { RunEndRecord } from './session-record.js';

export interface RunShare {
  /** The number of messages in the conversation before the run. */
  readonly before: number;
  readonly added: readonly Message[];
  /** Whether compaction may have replaced messages without changing their number. */
  readonly mayRewrite: boolean;
}

/** Returns the conversation part of a run's end record: the added messages and, if the history was shortened, all remaining messages. */
export function conversationRecord(
  { messages, asides = [] }: MemoryState,
  { before, added, mayRewrite }: RunShare,
): Pick<RunEndRecord, 'messages' | 'asides' | 'history' | 'historyAsides'> {
  const marked = new Set(asides);
  // System messages are omitted, because the agent adds its own again.
  const kept: Message[] = [];
  const places: number[] = [];
  for (const [place, message] of messages.entries()) {
    if (message.role === 'system' || message.role === 'developer') continue;
    if (marked.has(place)) places.push(kept.length);
    kept.push(message);
  }
  if (!mayRewrite && kept.length === before + added.length) {
    const addedPlaces = places.filter((place) => place >= before).map((place) => place - before);
    return { messages: added, ...(addedPlaces.length > 0 && { asides: addedPlaces }) };
  }
  const isMarked = (message: Message): boolean =>
    message.role === 'user' && places.some((place) => isDeepStrictEqual(kept[place], message));
  const marks = added.flatMap((message, place) => (isMarked(message) ? [place] : []));
  return {
    messages: added,
    ...(marks.length > 0 && { asides: marks }),
    history: kept,
    ...(places.length > 0 && { historyAsides: places }),
  };
}
