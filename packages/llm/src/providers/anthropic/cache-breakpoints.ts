import type { Block, WireTurn } from './encode-messages.js';

/** Up to here the provider may reuse what it has read before: a prefix of tools, system prompt and messages, in this order. */
const BREAKPOINT = { cache_control: { type: 'ephemeral' } } as const;

/**
 * A request may have four: the last tool and the last block of the system prompt take one each, so two are left for the
 * conversation. The older of these finds what the turn before has written, the newer writes it for the next turn.
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
const TURNS = 2;

export function markLast<T extends object>(blocks: readonly T[]): readonly T[] {
  const last = blocks.at(-1);
  return last === undefined ? blocks : [...blocks.slice(0, -1), { ...last, ...BREAKPOINT }];
}

/** Marks the ends of the last user messages. The messages themselves are left as they are. */
export function markTurns(messages: readonly WireTurn[]): readonly WireTurn[] {
  const marked = [...messages];
  let left = TURNS;
  for (let index = marked.length - 1; index >= 0 && left > 0; index--) {
    const turn = marked[index];
    if (turn?.role !== 'user') continue;
    marked[index] = { role: 'user', content: markLast<Block>(turn.content) };
    left--;
  }
  return marked;
}
