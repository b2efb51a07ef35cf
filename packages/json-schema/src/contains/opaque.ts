import type { Opaque } from './shape.js';

/** What one side does not say and the other does; undefined if nothing. */
export function missingFrom(inner: Opaque, outer: Opaque): string | undefined {
  for (const text of outer) if (!inner.has(text)) return `nothing is known about ${text.slice(0, MAX_SHOWN)}`;
  return undefined;
}

const MAX_SHOWN = 60;
