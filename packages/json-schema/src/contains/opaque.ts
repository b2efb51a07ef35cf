import type { Opaque } from './shape.js';

/** A constraint of the outer side that the inner side lacks; undefined if there is none. */
export function missingFrom(inner: Opaque, outer: Opaque): string | undefined {
  for (const text of outer) if (!inner.has(text)) return `nothing is known about ${text.slice(0, MAX_SHOWN)}`;
  return undefined;
}

const MAX_SHOWN = 60;
