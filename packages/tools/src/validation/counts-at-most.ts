import { appendAll } from '@toolwright/contract';
import { isContainer } from '@toolwright/json-schema';

/** Whether a value contains at most `limit` nested values. Stops counting at the limit. */
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
    appendAll(waiting, members);
  }
  return true;
}

/** The maximum number of nested values for which all mistakes are reported. A malicious list can contain a mistake in every item. */
export const MAX_EXPLAINED = 5_000;
