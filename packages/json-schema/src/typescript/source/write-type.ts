import type { JsonSchema, JsonType, JsonValue } from '@toolwright/contract';
import { hasType, literalType } from './literal-type.js';
import { constraintsOf, documentationOf, type WrittenConstraint } from './source-docs.js';
import {
  type ConstraintForm,
  DOCS,
  type SourceContext,
  type SourceInstance,
  type SourcePlace,
  type WrittenType,
} from './source-place.js';
import { joinMembers } from './union-text.js';
import { UNSAID } from './unsaid.js';
import { writeArray } from './write-array.js';
import { writeChoice } from './write-choice.js';
import { writeObject } from './write-object.js';

/** Writes the type of a schema whose parts are joined. */
export function writeType(
  schema: JsonSchema,
  place: SourcePlace,
  context: SourceContext,
  form: ConstraintForm,
): WrittenType {
  const lose = (keyword: string, what: string): void => context.lose(place, keyword, what);
  // Beside other strings, bytes would be ambiguous.
  const hasBytes = isBytes(schema) && (form === 'comment' || form === 'nested');
  const isValue = (value: JsonValue): boolean =>
    context.isValue(value, schema) && (!hasBytes || BASE64.test(String(value)));
  const docs = documentationOf(schema, { isValue, lose });
  const { $ref, anyOf, oneOf, const: only, enum: values } = schema;
  if ($ref !== undefined) return { ...referenceType($ref, place, context), docs, constraints: [] };
  const instance = context.instanceOf(schema);
  if (instance !== undefined) return { type: instanceType(instance, place, context), docs, constraints: [] };
  for (const [keyword, what] of UNSAID) {
    if (Reflect.get(schema, keyword) !== undefined && !(keyword === 'contentEncoding' && hasBytes))
      lose(keyword, what);
  }
  if (Array.isArray(anyOf) || Array.isArray(oneOf))
    return { ...writeChoice(schema, place, context), docs, constraints: [] };
  const types = typesOf(schema);
  if (only !== undefined || Array.isArray(values)) {
    // Limits beside the values rule some of them out.
    const isLimited = Object.keys(schema).some((keyword) => !DOCS.has(keyword) && !LITERAL.has(keyword));
    const literals = (only === undefined ? (values ?? []) : [only]).filter(
      (value) => hasType(value, types) && (!isLimited || context.isValue(value, schema)),
    );
    if (literals.length === 0) lose('enum', 'allows no value, which no type says');
    const members = literals.map((value) => ({ type: literalType(value), comment: '', path: place.path }));
    return { ...joinMembers(members, place, context), docs, constraints: [] };
  }
  if (types === undefined) {
    for (const keyword of Object.keys(schema))
      if (!DOCS.has(keyword) && !UNSAID.has(keyword)) lose(keyword, 'needs a `type` beside it');
    return { type: 'unknown', docs, constraints: [] };
  }
  const constraints = writeConstraints(schema, types, hasBytes, place, context);
  const isInType = ({ isTypeOnly }: WrittenConstraint): boolean =>
    isTypeOnly || form === 'type' || (form !== 'comment' && types.length > 1);
  const members = types.map((type) => {
    const written = type === 'string' && hasBytes ? 'Uint8Array' : ofType(type, schema, place, context);
    return {
      type: withTags(written, type, constraints.filter(isInType), context),
      comment: '',
      path: place.path,
    };
  });
  return {
    ...joinMembers(members, place, context),
    docs,
    constraints: constraints.filter((each) => !isInType(each)),
  };
}

const LITERAL: ReadonlySet<string> = new Set(['type', 'enum', 'const']);

function instanceType({ name, parts }: SourceInstance, place: SourcePlace, context: SourceContext): string {
  const types = parts.map((part, index) =>
    context.inline(part, { ...place, path: `${place.path}/${index}`, name: `${place.name}${index + 1}` }),
  );
  return types.length === 0 ? name : `${name}<${types.join(', ')}>`;
}

/** Adds constraints to a type as type tags. */
export function withTags(
  type: string,
  kind: JsonType | undefined,
  constraints: readonly WrittenConstraint[],
  context: SourceContext,
): string {
  const tags = constraints.filter(
    (each) => kind === undefined || each.kind === (kind === 'integer' ? 'number' : kind),
  );
  return tags.length === 0
    ? type
    : `(${[type, ...tags.map((tag) => context.typeTag(tag.type))].join(' & ')})`;
}

function referenceType($ref: string, place: SourcePlace, context: SourceContext): { readonly type: string } {
  if (context.findDefinition($ref) !== undefined) return { type: context.nameOf($ref) };
  context.lose(place, '$ref', `${JSON.stringify($ref)} has no target, or stands for itself`);
  return { type: 'unknown' };
}

function typesOf({ type }: JsonSchema): readonly JsonType[] | undefined {
  if (type === undefined) return undefined;
  // A keyword that is not an array holds one type.
  const all = [...new Set([type].flat() as JsonType[])];
  return all.includes('number') ? all.filter((each) => each !== 'integer') : all;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether the values of a string are bytes in base64, which codegen writes for `Uint8Array`. */
function isBytes({ contentEncoding, format, pattern }: JsonSchema): boolean {
  return contentEncoding === 'base64' && format === undefined && pattern === undefined;
}

function writeConstraints(
  schema: JsonSchema,
  types: readonly JsonType[],
  hasBytes: boolean,
  place: SourcePlace,
  context: SourceContext,
): readonly WrittenConstraint[] {
  const isTuple = schema.prefixItems !== undefined;
  if (isTuple && schema.uniqueItems === true) context.lose(place, 'uniqueItems', 'a tuple has no such limit');
  const limited = types.filter((type) => !(isTuple && type === 'array') && !(hasBytes && type === 'string'));
  return constraintsOf(schema, limited, (keyword, what) => context.lose(place, keyword, what));
}

function ofType(type: JsonType, schema: JsonSchema, place: SourcePlace, context: SourceContext): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return writeArray(schema, place, context);
    case 'object':
      return writeObject(schema, place, context);
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    default:
      context.lose(place, 'type', `${JSON.stringify(type)} is not a type of JSON`);
      return 'unknown';
  }
}
