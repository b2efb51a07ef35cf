import { isContainer } from '@toolwright/json-schema';

/** Whether a value contains at most `limit` values; stops counting beyond that. */
export function countsAtMost(value: unknown, limit: number): boolean {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count > limit) return false;
    const next = waiting.pop();
    if (!isContainer(next) || seen.has(next)) continue;
    seen.add(next);
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (waiting.length + members.length > limit) return false;
    waiting.push(...members);
  }
  return true;
}

/** The number of nested values up to which all mistakes are reported: a hostile list can have one for every item. */
export const MAX_EXPLAINED = 5_000;
