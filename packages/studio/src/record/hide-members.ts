import { isRecord } from '@toolwright/contract';

/** The replacement for secrets. */
export const HIDDEN = '[redacted]';

/** Hides the values of the named members, at any depth. Recursive, so the value must not be too deep. */
export function hideMembers(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => hideMembers(item, names));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    names.has(name) && member !== null ? HIDDEN : hideMembers(member, names),
  ]);
  return Object.fromEntries(members);
}
