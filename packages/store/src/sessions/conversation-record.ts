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

/** The record of a conversation after a run: the messages that the run has added, or all messages if the history was cut. */
export function conversationRecord(
  { messages, asides = [] }: MemoryState,
  { before, added, mayRewrite }: RunShare,
): Pick<RunEndRecord, 'messages' | 'asides' | 'history' | 'historyAsides'> {
  const marked = new Set(asides);
  // The agent pins its own system message again.
  const kept = messages.flatMap((message, place) =>
    message.role === 'system' || message.role === 'developer'
      ? []
      : [{ message, isAside: marked.has(place) }],
  );
  const places = (list: typeof kept): number[] =>
    list.flatMap(({ isAside }, place) => (isAside ? [place] : []));
  if (mayRewrite || kept.length !== before + added.length) {
    const historyAsides = places(kept);
    const history = kept.map(({ message }) => message);
    return { messages: added, history, ...(historyAsides.length > 0 && { historyAsides }) };
  }
  const addedAsides = places(kept.slice(before));
  return { messages: added, ...(addedAsides.length > 0 && { asides: addedAsides }) };
}
