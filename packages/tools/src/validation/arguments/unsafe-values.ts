import { formatPath } from '@toolwright/schema';
import type { ArgumentIssue } from '../explain/argument-issue.js';
import { isContainer } from '../json-types.js';

/**
 * Finds the first name, at any depth, that could pollute a prototype in careless code, or the first number that JSON does not have. For
 * open schemas; closed ones refuse both anyway.
 */
export function findUnsafeValue(value: unknown, declared: ReadonlySet<string>): ArgumentIssue | undefined {
  const found = find(value, declared, 0, new Set());
  if (found === undefined) return undefined;
  const path = formatPath(found.path.reverse().slice(0, found.isDeep ? 3 : undefined));
  return { path, message: `${path || 'The arguments'} ${found.text}` };
}

interface Unsafe {
  readonly text: string;
  readonly isDeep?: boolean;
  /** From the inside out, since only few values have one. */
  readonly path: string[];
}

function find(
  value: unknown,
  declared: ReadonlySet<string>,
  depth: number,
  seen: Set<object>,
): Unsafe | undefined {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : { path: [], text: `must be a finite number; got ${value}.` };
  }
  if (!isContainer(value) || seen.has(value)) return undefined;
  if (depth > MAX_DEPTH)
    return { path: [], isDeep: true, text: `is nested deeper than ${MAX_DEPTH} levels.` };
  seen.add(value);
  const within = (member: unknown, key: string | number): Unsafe | undefined => {
    const found = find(member, declared, depth + 1, seen);
    found?.path.push(String(key));
    return found;
  };
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = within(value[index], index);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || (UNSAFE_KEYS.has(key) && !declared.has(key))) {
      return { path: [], text: `must not have a member named '${key}'.` };
    }
    const found = within(value[key as keyof typeof value], key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Allowed as declared properties, such as a design's `prototype`; `__proto__` never is. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['constructor', 'prototype']);
/** Deeper than real data, and safe for the stack. */
const MAX_DEPTH = 500;
