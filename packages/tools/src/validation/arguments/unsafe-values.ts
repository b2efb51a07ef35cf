import { formatPath } from '@toolwright/schema';
import type { ArgumentIssue } from '../explain/argument-issue.js';
import { isContainer } from '../json-types.js';

/**
 * Names that reach into prototypes where a program copies them carelessly, and numbers that JSON does not have; the first
 * found at any depth. For schemas that leave parts open: closed ones refuse both by themselves.
 */
export function findUnsafeValue(
  value: unknown,
  declared: ReadonlySet<string>,
  path: readonly string[] = [],
  seen = new Set<object>(),
): ArgumentIssue | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return issue(path, `must be a finite number; got ${value}.`);
  }
  if (!isContainer(value) || seen.has(value)) return undefined;
  if (path.length > MAX_DEPTH) return issue(path.slice(0, 3), `is nested deeper than ${MAX_DEPTH} levels.`);
  seen.add(value);
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__' || (UNSAFE_KEYS.has(key) && !declared.has(key))) {
      return issue(path, `must not have a member named '${key}'.`);
    }
    const found = findUnsafeValue(member, declared, [...path, key], seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Fine as declared properties, such as a design's `prototype`; `__proto__` never is. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['constructor', 'prototype']);
/** Deeper than any data that people make, and far from the end of the stack. */
const MAX_DEPTH = 500;

function issue(path: readonly string[], text: string): ArgumentIssue {
  const formatted = formatPath(path);
  return { path: formatted, message: `${formatted || 'The arguments'} ${text}` };
}
