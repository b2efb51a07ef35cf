import { isRecord, type JsonSchema } from '@toolwright/contract';

/**
 * The target of an inner schema: the same `value` as the outer schema, a `member` or `item` of that value, or the `name` of a member.
 * `condition`: the same value, which need not match. `definition`: no value, until a reference uses the schema.
 */
export type Position = 'value' | 'member' | 'item' | 'name' | 'condition' | 'definition';

/** A schema directly inside another. */
export interface ChildSchema {
  readonly schema: JsonSchema & Readonly<Record<string, unknown>>;
  readonly keyword: string;
  readonly position: Position;
  /** The name of the property, pattern or definition. */
  readonly name: string | undefined;
}

/** Whether a keyword contains one schema, a list of schemas, or a record of schemas. */
export type Holding = 'one' | 'list' | 'named';

/** Returns the schemas directly inside a schema, in source order. Omits boolean schemas. */
export function childSchemas(schema: object): readonly ChildSchema[] {
  const children: ChildSchema[] = [];
  const add = (inner: unknown, keyword: string, position: Position, name?: string): void => {
    // According to the table, this keyword contains schemas.
    if (isRecord(inner)) children.push({ schema: inner as ChildSchema['schema'], keyword, position, name });
  };
  for (const [keyword, value] of Object.entries(schema)) {
    const known = KEYWORDS.get(keyword);
    if (known === undefined || typeof value !== 'object' || value === null) continue;
    const { holding, position } = known;
    if (holding === 'named') {
      for (const [name, inner] of Object.entries(value)) add(inner, keyword, position, name);
      // In older drafts, `items` may be a list.
    } else if (Array.isArray(value)) for (const inner of value) add(inner, keyword, position);
    else add(value, keyword, position);
  }
  return children;
}

/** Yields a schema and all schemas inside it. Works without recursion, because third-party schemas may be nested to any depth. */
export function* schemasWithin(schema: JsonSchema): Generator<JsonSchema> {
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (const child of childSchemas(next)) open.push(child.schema);
  }
}

/** Returns how a keyword contains schemas; undefined for other keywords. */
export function holdingOf(keyword: string): Holding | undefined {
  return KEYWORDS.get(keyword)?.holding;
}

interface Keyword {
  readonly holding: Holding;
  readonly position: Position;
}

/** The keywords of draft 2020-12, and their counterparts in earlier drafts. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...keywords('list', 'value', 'anyOf oneOf allOf extends'),
  ...keywords('one', 'value', 'then else'),
  ...keywords('named', 'value', 'dependentSchemas dependencies'),
  ...keywords('one', 'condition', 'not if'),
  ...keywords('list', 'condition', 'disallow'),
  ...keywords('named', 'member', 'properties patternProperties'),
  ...keywords('one', 'member', 'additionalProperties unevaluatedProperties'),
  ...keywords('list', 'item', 'prefixItems'),
  ...keywords('one', 'item', 'items contains unevaluatedItems additionalItems'),
  ...keywords('one', 'name', 'propertyNames'),
  ...keywords('named', 'definition', '$defs definitions'),
]);

function keywords(holding: Holding, position: Position, names: string): (readonly [string, Keyword])[] {
  return names.split(' ').map((name) => [name, { holding, position }] as const);
}
