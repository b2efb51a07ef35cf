import { isRecord, type JsonSchema } from '@toolwright/contract';
import { canonicalJson, setMember } from '@toolwright/json';
import { mergeSchemas } from '../typescript/source/merge-schemas.js';
import { areExclusive } from '../union/are-exclusive.js';
import { inlineReferences } from './inline-references.js';
import { mapSchema } from './map-schema.js';
import { definitionName } from './references.js';

type Written = Record<string, unknown>;

/** What a schema is of. */
export interface CanonicalOptions {
  /** Whether objects that do not say otherwise have no members but those that they name. */
  readonly isClosed?: boolean;
  /** Whether it is of results, in which codegen requires no member of any value, because `undefined` is one. */
  readonly isResult?: boolean;
}

/** Writes what has several forms in JSON Schema in one of them, so that equal schemas are equal texts more often. */
export function canonicalSchema(schema: object, options: CanonicalOptions = {}): JsonSchema {
  const change = (draft: Written): Written => {
    const joined = withoutParts(draft);
    return nullLast({ ...joined, ...oneForm(joined), ...membersOf(joined, options) });
  };
  // The forms of schemas are schemas.
  return mapSchema(inlineReferences(schema), change) as JsonSchema;
}

/** Names definitions by the order of their first uses, because a document and a file name them in their own ways. */
export function numberDefinitions({ $defs = {}, ...root }: JsonSchema): JsonSchema {
  const names = new Map<string, string>();
  const rename = (draft: Record<string, unknown>): Record<string, unknown> => {
    const name = typeof draft.$ref === 'string' ? definitionName(draft.$ref) : undefined;
    if (name === undefined) return draft;
    if (!names.has(name)) names.set(name, `T${names.size + 1}`);
    return { ...draft, $ref: `#/$defs/${names.get(name)}` };
  };
  const whole = mapSchema(root, rename);
  const renamed: Record<string, JsonSchema> = {};
  // Names are added while the definitions are read. A schema with other names is a schema.
  for (const [name, own] of names) renamed[own] = mapSchema($defs[name] ?? {}, rename) as JsonSchema;
  return { ...whole, ...(names.size > 0 && { $defs: renamed }) };
}

/** Joins the parts of `allOf`, as codegen does, if one schema can say the same. */
function withoutParts(schema: JsonSchema): JsonSchema {
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf) || !allOf.every(isRecord)) return schema;
  const [only] = allOf;
  if (allOf.length === 1 && Object.keys(own).every((keyword) => DOCS.has(keyword)))
    return withoutParts({ ...only, ...own });
  let isWhole = allOf.every(({ $ref }) => $ref === undefined);
  const lose = (): void => {
    isWhole = false;
  };
  const merged = allOf.reduce((joined: JsonSchema, part) => mergeSchemas(joined, part, lose), own);
  return isWhole ? withoutParts(merged) : schema;
}

const DOCS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples', 'deprecated']);

/** A member that is only required is one of the members that are not declared. */
function membersOf(
  { type, required, properties, additionalProperties: rest, patternProperties }: JsonSchema,
  { isClosed = false, isResult = false }: CanonicalOptions,
): Written {
  if (![type].flat().includes('object')) return {};
  const others = rest ?? !(isClosed && patternProperties === undefined);
  const members: Record<string, unknown> = { ...properties };
  const names = Array.isArray(required) ? [...new Set(required)].sort() : [];
  for (const name of names)
    if (!Object.hasOwn(members, name) && rest !== false) setMember(members, name, isRecord(rest) ? rest : {});
  const isAny = (name: string): boolean =>
    isRecord(members[name]) && Object.keys(members[name]).every((keyword) => DOCS.has(keyword));
  const needed = isResult ? names.filter((name) => !isAny(name)) : names;
  const isOpen = others === true || (isRecord(others) && Object.keys(others).length === 0);
  return {
    properties: Object.keys(members).length > 0 ? sorted(members) : undefined,
    required: needed.length > 0 ? needed : undefined,
    additionalProperties: isOpen ? undefined : others,
  };
}

/** The order of members says nothing, and depends on the order of parts. */
function sorted(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
  );
}

function oneForm({ type, enum: given, oneOf, anyOf }: JsonSchema): Written {
  const values = Array.isArray(given)
    ? [...new Map(given.map((value) => [canonicalJson(value), value])).values()]
    : undefined;
  const isExclusive = Array.isArray(oneOf) && anyOf === undefined && areExclusive(oneOf, () => undefined);
  const [only, ...more] = values ?? [];
  return {
    ...(values !== undefined && { enum: values }),
    // Of listed numbers, the type says nothing more.
    ...(type === 'integer' && values?.every(Number.isInteger) && { type: 'number' as const }),
    ...(isExclusive && { anyOf: oneOf, oneOf: undefined }),
    ...(only !== undefined && more.length === 0 && { const: only, enum: undefined }),
  };
}

/** Codegen writes null beside an object as an alternative of its own, and documentation of the other one as that of the whole. */
function nullLast(schema: Written): Written {
  const whole = Object.fromEntries(Object.entries(schema).filter(([, part]) => part !== undefined));
  const { type, anyOf, ...others } = whole;
  const shape = omitDocs(others);
  const docs = Object.fromEntries(Object.entries(others).filter(([keyword]) => DOCS.has(keyword)));
  const isSplit =
    Array.isArray(type) &&
    type.length === 2 &&
    type.includes('null') &&
    (type.includes('object') || type.includes('array'));
  if (isSplit)
    return { anyOf: [{ ...shape, type: type.find((one) => one !== 'null') }, { type: 'null' }], ...docs };
  if (Array.isArray(anyOf) && anyOf.every(isNull)) return { ...Object.assign({}, ...anyOf), ...others };
  const [only, ...more] = Array.isArray(anyOf) ? anyOf.filter((branch) => !isNull(branch)) : [];
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || more.length > 0 || !isRecord(only)) return whole;
  const joined: Written = { ...withoutParts(only) };
  const given = Object.fromEntries(Object.entries(joined).filter(([keyword]) => DOCS.has(keyword)));
  return { ...shape, anyOf: [omitDocs(joined), { type: 'null' }], ...given, ...docs };
}

function omitDocs(schema: Written): Written {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !DOCS.has(keyword)));
}

function isNull(schema: unknown): boolean {
  return isRecord(schema) && schema.type === 'null';
}
