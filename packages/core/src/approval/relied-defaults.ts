import { isRecord, type ToolSpec } from '@toolwright/contract';
import { deepEqual, pointerSegments } from '@toolwright/json';
import { type ContractChange, holdingOf } from '@toolwright/json-schema';

type Contract = Pick<ToolSpec, 'parameters' | 'was'>;

/** Returns the changed defaults that a call relies on, including those of removed members. @param args under their current names */
export function reliedDefaults(
  changes: readonly ContractChange[],
  args: unknown,
  before: Contract,
  now: Contract,
): readonly ContractChange[] {
  return changes.filter(({ verdict, path }) => {
    if (isDefault(path))
      return verdict === 'breaking' && !isKept(path, before, now) && reliesOn(path, args, now);
    return isLostDefault(path, before, now) && reliesOn(`${path}/default`, args, now);
  });
}

/** Whether the default itself is unchanged. Then only the values that it replaces changed, such as null, which the call's values reveal. */
function isKept(path: string, before: Contract, now: Contract): boolean {
  const segments = pointerSegments(path);
  const was = memberAt(before, segments);
  return was !== undefined && deepEqual(was, memberAt(now, segments));
}

/** Whether a path points to a default and not to a member named `default`. */
export function isDefault(path: string): boolean {
  const segments = pointerSegments(path);
  let index = 1;
  while (index < segments.length) {
    const keyword = segments[index] ?? '';
    const holding = holdingOf(keyword);
    if (holding !== undefined) index += holding === 'one' ? 1 : 2;
    else return keyword === 'default' && index === segments.length - 1;
  }
  return false;
}

/** Whether a member with a default was removed. */
function isLostDefault(path: string, before: Contract, now: Contract): boolean {
  const [root, place, name = '', ...rest] = pointerSegments(path);
  if (root !== 'parameters' || place === undefined) return false;
  const formerNames = Object.entries(now.was?.parameters ?? {}).filter(([, present]) => present === name);
  const names = place === 'properties' ? [name, ...formerNames.map(([former]) => former)] : [name];
  if (memberAt(now.parameters, [place, name, ...rest]) !== undefined) return false;
  return names.some((one) => {
    const member = memberAt(before.parameters, [place, one, ...rest]);
    return isRecord(member) && member.default !== undefined;
  });
}

function memberAt(schema: unknown, segments: readonly string[]): unknown {
  return segments.reduce((value: unknown, name) => memberOf(value, name), schema);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Whether a call relies on a default: it omits the member at the path. Assumes so for paths that lead through more than objects. */
function reliesOn(path: string, args: unknown, { parameters }: Contract): boolean {
  const [root, ...segments] = pointerSegments(path);
  segments.pop();
  if (root !== 'parameters') return true;
  let value = args;
  let schema: unknown = parameters;
  for (let index = 0; index < segments.length; index += 2) {
    const name = segments[index + 1];
    if (segments[index] !== 'properties' || name === undefined) return true;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
    const isLast = index + 2 >= segments.length;
    const member = memberOf(value, name);
    schema = memberAt(schema, ['properties', name]);
    // Null counts as omitted for an optional member. A member with a default also gets the defaults nested inside it.
    if (member === undefined || member === null) return isLast || memberOf(schema, 'default') !== undefined;
    value = member;
  }
  return false;
}
