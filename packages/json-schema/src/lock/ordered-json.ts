import { isRecord } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';

/**
 * Returns canonical JSON, except that the members of schemas keep the order in which models read them. Members whose names are whole
 * numbers come first, as in JavaScript objects.
 */
export function orderedJson(value: unknown, isMembers = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => orderedJson(item)).join(',')}]`;
  if (!isRecord(value)) return canonicalJson(value);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  if (!isMembers) entries.sort(([one], [other]) => (one < other ? -1 : 1));
  const texts = entries.map(([key, member]) => {
    const areMembers = key === 'properties' && !isMembers;
    return `${JSON.stringify(key)}:${orderedJson(member, areMembers)}`;
  });
  return `{${texts.join(',')}}`;
}

/** Whether the common items of two lists are in a different order. */
export function isReordered(before: readonly unknown[], after: readonly unknown[]): boolean {
  const [was, is] = [before.map(canonicalJson), after.map(canonicalJson)];
  const kept = (from: readonly string[], others: readonly string[]): string => {
    const set = new Set(others);
    return JSON.stringify(from.filter((one) => set.has(one)));
  };
  return kept(was, is) !== kept(is, was);
}

/** Whether two lists have the same items. Returns false if they are nested too deeply to print. */
export function hasSameItems(before: readonly unknown[], after: readonly unknown[]): boolean {
  try {
    const [was, is] = [before, after].map((list) => JSON.stringify(list.map(canonicalJson).sort()));
    return was === is;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
