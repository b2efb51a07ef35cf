/** Keywords that say nothing about values. */
const ANNOTATIONS: ReadonlySet<string> = new Set(
  `$schema $comment $defs definitions title description default examples deprecated readOnly writeOnly contentEncoding
  contentMediaType contentSchema`.split(/\s+/),
);

/** The keywords of a schema that constrain values, with their contents. */
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
