import type { Keywords } from './keywords.js';
import type { Opaque, TextShape } from './shape.js';

/** Number formats, which do not constrain strings. */
const NUMBER_FORMATS: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double']);

/** Returns the shape of the strings that a conjunction accepts; undefined if it accepts no strings. */
export function textShape(nodes: readonly Keywords[], opaque: Opaque): TextShape | undefined {
  const min = Math.max(0, ...nodes.flatMap(({ minLength }) => minLength ?? []));
  const max = Math.min(...nodes.flatMap(({ maxLength }) => maxLength ?? []));
  const formats = nodes.flatMap(({ format }) =>
    format === undefined || NUMBER_FORMATS.has(format) ? [] : format,
  );
  if (min > max) return undefined;
  return {
    kind: 'string',
    range: { min, max },
    patterns: new Set(nodes.flatMap(({ pattern }) => pattern ?? [])),
    formats: new Set(formats),
    opaque,
  };
}
