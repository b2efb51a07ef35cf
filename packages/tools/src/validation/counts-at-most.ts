import { isContainer } from './json-types.js';

/** Whether there are no more than so many values inside a value; stops counting where there are. */
export function countsAtMost(value: unknown, limit: number): boolean {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count > limit) return false;
    const next = waiting.pop();
    if (!isContainer(next) || seen.has(next)) continue;
    seen.add(next);
    for (const member of Object.values(next)) {
      if (waiting.push(member) > limit) return false;
    }
  }
  return true;
}

/** Values inside of one up to which all its mistakes are named: a hostile list has one for every item. */
export const MAX_EXPLAINED = 5_000;
