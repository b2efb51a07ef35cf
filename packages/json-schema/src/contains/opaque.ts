import type { Opaque } from './shape.js';

/** Returns a message about a constraint of the outer side that the inner side lacks; undefined if it lacks none. */
export function missingFrom(inner: Opaque, outer: Opaque): string | undefined {
  for (const text of outer)
    if (!inner.has(text)) return `this keyword cannot be compared: ${text.slice(0, MAX_SHOWN)}`;
  return undefined;
}

const MAX_SHOWN = 60;
