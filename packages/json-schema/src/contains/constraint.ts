/** Keywords that do not constrain values. */
const ANNOTATIONS: ReadonlySet<string> = new Set(
  `$schema $comment $defs definitions title description default examples deprecated readOnly writeOnly contentEncoding
  contentMediaType contentSchema`.split(/\s+/),
);

/** Returns the keywords of a schema that constrain values, with their values. */
export function constraintsOf(schema: object): readonly (readonly [keyword: string, value: unknown])[] {
  const known = KNOWN.get(schema);
  if (known !== undefined) return known;
  const constraints = Object.entries(schema).filter(
    ([keyword]) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'),
  );
  KNOWN.set(schema, constraints);
  return constraints;
}

const KNOWN = new WeakMap<object, readonly (readonly [string, unknown])[]>();
