import { isRecord, type JsonSchema } from '@toolwright/contract';

/**
 * What an inner schema describes: the same `value` as the outer schema, a `member` or `item` of it, or the `name` of a member.
 * `condition`: the same value, which need not match. `definition`: nothing, until a reference uses it.
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

/** Whether a keyword holds one schema, a list of them, or a record of them. */
export type Holding = 'one' | 'list' | 'named';

/** The schemas directly inside a schema, in source order, without boolean schemas. */
export function childSchemas(schema: object): readonly ChildSchema[] {
  const children: ChildSchema[] = [];
  const add = (inner: unknown, keyword: string, position: Position, name?: string): void => {
    // The table says that this keyword holds schemas.
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

/** A schema and all schemas inside it. Not recursive: third-party schemas may be nested to any depth. */
export function* schemasWithin(schema: JsonSchema): Generator<JsonSchema> {
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (const child of childSchemas(next)) open.push(child.schema);
  }
}

/** How a keyword holds schemas; undefined for other keywords. */
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
