import { escapeSegment } from '@toolwright/json';
import { isContainer } from '../union/json-types.js';
import { hasSameItems, isReordered } from './ordered-json.js';
import { describeOrder, showValue } from './show-value.js';
import type { LockedTool } from './tool-lock.js';

/**
 * Describes the first few changes to a tool, for example `/description was "Reads." and is "Deletes."`. Returns undefined without changes.
 * @param isOrdered whether to compare the order of members, as for two locks of this version, but not for third-party schemas
 */
export function describeChange(
  before: LockedTool,
  after: LockedTool,
  { isOrdered = false }: { readonly isOrdered?: boolean } = {},
): string | undefined {
  const changes: string[] = [];
  for (const change of changesOf(before, after, isOrdered)) {
    if (changes.length === MAX_CHANGES) return `${changes.join('; ')}; and more`;
    changes.push(change);
  }
  return changes.length === 0 ? undefined : changes.join('; ');
}

const MAX_CHANGES = 3;

/** Yields all changes. Works without recursion, because a server may nest its schemas to any depth. */
function* changesOf(before: LockedTool, after: LockedTool, isOrdered: boolean): Generator<string> {
  const open: [path: string, before: unknown, after: unknown][] = [['', parts(before), parts(after)]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, was, is] = next;
    if (Object.is(was, is)) continue;
    if (was === undefined) yield `${path} is new: ${showValue(is)}`;
    else if (is === undefined) yield `${path} was removed: ${showValue(was)}`;
    else if (!isContainer(was) || !isContainer(is) || Array.isArray(was) !== Array.isArray(is)) {
      yield `${path} was ${showValue(was)} and is ${showValue(is)}`;
    } else if (Array.isArray(was) && Array.isArray(is) && hasSameItems(was, is)) {
      if (isReordered(was, is)) yield `${path} ${describeOrder(was, is)}`;
    } else {
      const [names, named] = [Object.keys(was), Object.keys(is)];
      if (isOrdered && path.endsWith('/properties') && isReordered(names, named))
        yield `${path} ${describeOrder(names, named)}`;
      const [old, current] = [new Map(Object.entries(was)), new Map(Object.entries(is))];
      const keys = [...new Set([...old.keys(), ...current.keys()])].sort().reverse();
      for (const key of keys) open.push([`${path}/${escapeSegment(key)}`, old.get(key), current.get(key)]);
    }
  }
}

/** Returns the parts of a tool that callers see. The wire form is derived from them. */
function parts({ title, description, parameters, output, annotations, proved, was }: LockedTool): object {
  return { title, description, parameters, output, annotations, proved, was };
}
