import { formatPath } from '@toolwright/json';
import { isContainer } from '@toolwright/json-schema';
import type { ArgumentIssue } from '../explain/argument-issue.js';

/**
 * Finds the first member name, at any depth, that could cause prototype pollution, or the first number that JSON does not support. Needed
 * only for open schemas, because closed schemas refuse both.
 */
export function findUnsafeValue(value: unknown, declared: ReadonlySet<string>): ArgumentIssue | undefined {
  return find(value, declared, [], new Set());
}

/** @param path modified during the search, because a copy for each member would take longer than the search itself */
function find(
  value: unknown,
  declared: ReadonlySet<string>,
  path: string[],
  seen: Set<object>,
): ArgumentIssue | undefined {
  if (typeof value === 'number' && !Number.isFinite(value))
    return issue(path, `must be a finite number; got ${value}.`);
  if (!isContainer(value) || seen.has(value)) return undefined;
  if (path.length > MAX_DEPTH) return issue(path.slice(0, 3), `is nested deeper than ${MAX_DEPTH} levels.`);
  seen.add(value);
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (typeof key === 'string' && (key === '__proto__' || (UNSAFE_KEYS.has(key) && !declared.has(key))))
      return issue(path, `must not have a member named '${key}'.`);
    const member: unknown = value[key as keyof typeof value];
    if (typeof member === 'number' ? Number.isFinite(member) : typeof member !== 'object') continue;
    path.push(String(key));
    const found = find(member, declared, path, seen);
    if (found !== undefined) return found;
    path.pop();
  }
  return undefined;
}

/** Names that are allowed only as declared properties, such as a design's `prototype`. `__proto__` is never allowed. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['constructor', 'prototype']);
/** The maximum depth, which is deeper than real data and safe for the stack. */
const MAX_DEPTH = 500;

function issue(path: readonly string[], text: string): ArgumentIssue {
  const formatted = formatPath(path);
  return { path: formatted, message: `${formatted || 'The arguments'} ${text}` };
}
