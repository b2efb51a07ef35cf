import { isRecord, type JsonSchema } from '@toolwright/contract';

/**
 * What an inner schema describes: the `value` that the outer one describes, a `member` or an `item` of it, or the `name` of a member.
 * `condition`: the value itself, which may also not match. `definition`: nothing, until a reference leads to it.
 */
export type Position = 'value' | 'member' | 'item' | 'name' | 'condition' | 'definition';

/** A schema directly inside another. */
export interface ChildSchema {
  readonly schema: JsonSchema & Readonly<Record<string, unknown>>;
  readonly keyword: string;
  readonly position: Position;
  /** Its name below the keyword: of a property, a pattern, a definition. */
  readonly name: string | undefined;
}

/** How a keyword holds schemas: one, a list of them, or one below each name. */
export type Holding = 'one' | 'list' | 'named';

/** The schemas directly inside a schema, in the order in which it is written. Boolean schemas are left out. */
export function childSchemas(schema: object): readonly ChildSchema[] {
  const children: ChildSchema[] = [];
  const add = (inner: unknown, keyword: string, position: Position, name?: string): void => {
    // What a keyword of the table holds is a schema.
    if (isRecord(inner)) children.push({ schema: inner as ChildSchema['schema'], keyword, position, name });
  };
  for (const [keyword, value] of Object.entries(schema)) {
    const known = KEYWORDS.get(keyword);
    if (known === undefined || typeof value !== 'object' || value === null) continue;
    const { holding, position } = known;
    if (holding === 'named') {
      for (const [name, inner] of Object.entries(value)) add(inner, keyword, position, name);
      // Older drafts have lists in `items`.
    } else if (Array.isArray(value)) for (const inner of value) add(inner, keyword, position);
    else add(value, keyword, position);
  }
  return children;
}

/** A schema and all schemas inside it. Without recursion: schemas of others may be nested to any depth. */
export function* schemasWithin(schema: JsonSchema): Generator<JsonSchema> {
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (const child of childSchemas(next)) open.push(child.schema);
  }
}

/** How a keyword holds schemas; undefined if it holds none. */
export function holdingOf(keyword: string): Holding | undefined {
  return KEYWORDS.get(keyword)?.holding;
}

interface Keyword {
  readonly holding: Holding;
  readonly position: Position;
}

/** The keywords of draft 2020-12, and those that earlier drafts had in their place. */
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
