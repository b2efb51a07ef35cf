import { isRecord, type ObjectSchema, withPresentNames } from '@toolwright/contract';
import { deepEqual, pointerSegments } from '@toolwright/json';
import type { ContractChange } from '@toolwright/json-schema';
import { applyDefaults } from '@toolwright/tools/validation';

/** Arguments that one version of a tool accepted, under its names. Omitted arguments are absent. */
export interface TakenArguments {
  readonly parameters: ObjectSchema;
  readonly value: unknown;
}

/**
 * Finds arguments whose values, including defaults, have changed since the call was made. Returns their current names.
 * Arguments that the tool did not have at that time are ignored.
 * @param names maps former names to current names
 * @param changes the contract changes, which show which object members are new
 */
export function findOtherArguments(
  before: TakenArguments,
  now: TakenArguments,
  names: Readonly<Record<string, string>>,
  changes: readonly ContractChange[],
): readonly string[] {
  const present = (name: string): string => (Object.hasOwn(names, name) ? names[name] : undefined) ?? name;
  const filled = withDefaults(before);
  const counts = new Map<string, number>();
  for (const name of new Set([...Object.keys(before.parameters.properties), ...Object.keys(filled)])) {
    counts.set(present(name), (counts.get(present(name)) ?? 0) + 1);
  }
  // If several arguments were merged into one, it is unclear which value applies.
  const merged = Object.keys(filled)
    .map(present)
    .filter((name) => (counts.get(name) ?? 0) > 1);
  if (merged.length > 0) return [...new Set(merged)];
  const moved = withPresentNames(filled, names);
  if (!moved.ok) return [moved.parameter];
  const [was, is] = [new Map(Object.entries(moved.args)), new Map(Object.entries(withDefaults(now)))];
  const isNew = newMembers(changes);
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => {
    if (!was.has(name) && !counts.has(name)) return false;
    return !isSame(was.get(name), is.get(name), isNew);
  });
}

function withDefaults({ parameters, value }: TakenArguments): object {
  const filled = applyDefaults(value, parameters, parameters);
  return isRecord(filled) ? filled : {};
}

/** @param isNew whether a later version may have added an object member with this name */
function isSame(was: unknown, is: unknown, isNew: (name: string) => boolean): boolean {
  if (Array.isArray(was) && Array.isArray(is))
    return was.length === is.length && was.every((item, index) => isSame(item, is[index], isNew));
  if (!isRecord(was) || !isRecord(is)) return deepEqual(was, is);
  const [before, now] = [new Map(Object.entries(was)), new Map(Object.entries(is))];
  return [...new Set([...before.keys(), ...now.keys()])].every(
    (name) =>
      (!before.has(name) && isNew(name)) ||
      (before.has(name) === now.has(name) && isSame(before.get(name), now.get(name), isNew)),
  );
}

function newMembers(changes: readonly ContractChange[]): (name: string) => boolean {
  const found = changes.flatMap(({ side, verdict, path }) => {
    const [place, name] = pointerSegments(path).slice(-2);
    const isMember = side === 'input' && verdict === 'compatible' && place === 'properties';
    return isMember && name !== undefined ? [name] : [];
  });
  const names = new Set(found);
  return (name) => names.has(name);
}
