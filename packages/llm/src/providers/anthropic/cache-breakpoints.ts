import type { Block, WireTurn } from './encode-messages.js';

/** Marks the end of a prefix of tools, system prompt and messages (in this order) that the provider may cache. */
const BREAKPOINT = { cache_control: { type: 'ephemeral' } } as const;

/**
 * The number of breakpoints in the conversation. A request may have four; the last tool and the last system block take one each.
 * The older breakpoint reads the cache entry of the previous turn, and the newer one writes the entry for the next turn.
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
const TURNS = 2;

export function markLast<T extends object>(blocks: readonly T[]): readonly T[] {
  const last = blocks.at(-1);
  return last === undefined ? blocks : [...blocks.slice(0, -1), { ...last, ...BREAKPOINT }];
}

/** Returns copies of the last user messages with breakpoints at their ends. */
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
