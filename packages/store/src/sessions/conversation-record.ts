import { isDeepStrictEqual } from 'node:util';
import type { Message } from '@toolwright/contract';
import type { MemoryState } from '@toolwright/core';
import type { RunEndRecord } from './session-record.js';

export interface RunShare {
  /** How many messages the conversation had before the run. */
  readonly before: number;
  readonly added: readonly Message[];
  /** Whether messages may have been replaced by as many others. */
  readonly mayRewrite: boolean;
}

/** The record of a conversation after a run: the messages that the run has added, and what is left of all if the history was cut. */
export function conversationRecord(
  { messages, asides = [] }: MemoryState,
  { before, added, mayRewrite }: RunShare,
): Pick<RunEndRecord, 'messages' | 'asides' | 'history' | 'historyAsides'> {
  const marked = new Set(asides);
  // The agent pins its own system message again.
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
