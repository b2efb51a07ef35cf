import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { evaluateConstant, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ReadContext, UnreadableSchema } from './zod-schema.js';

/** Reads the argument of `z.literal`: one value, or a list of values. */
export function literalSchema(
  given: ts.Expression | undefined,
  node: ts.Node,
  context: ReadContext,
): JsonSchema {
  const value = given && evaluateConstant(context.compiler, given, { mutable: true })?.value;
  if (value === undefined) throw new UnreadableSchema(given ?? node, 'the literal is no constant');
  if (Array.isArray(value)) return { enum: value };
  if (value === null) return { type: 'null' };
  if (typeof value === 'object') throw new UnreadableSchema(given ?? node, 'the literal is an object');
  return { type: typeof value as 'string', const: value };
}

/** Reads the values of `z.enum` and `z.nativeEnum`: a list, an enum, or an object of values. */
export function enumValues(
  given: ts.Expression | undefined,
  node: ts.Node,
  context: Pick<ReadContext, 'compiler'>,
): readonly JsonValue[] {
  const known = given && evaluateConstant(context.compiler, given, { mutable: true })?.value;
  const listed = Array.isArray(known) ? known : typeof known === 'object' ? Object.values(known ?? {}) : [];
  const values = listed.length > 0 ? listed : typedValues(given, context);
  if (values.length === 0 || !values.every((value) => ['string', 'number'].includes(typeof value)))
    throw new UnreadableSchema(given ?? node, 'the choices are made at run time');
  return [...new Set(values)];
}

/** Reads the values from the type of a list, or of an enum's members. */
function typedValues(
  given: ts.Expression | undefined,
  { compiler: { checker } }: Pick<ReadContext, 'compiler'>,
): JsonValue[] {
  if (given === undefined) return [];
  const type = checker.getTypeAtLocation(given);
  if (checker.isTupleType(type)) {
    // A tuple is a reference to its elements.
    return literalsOf(checker.getTypeArguments(type as ts.TypeReference));
  }
  const element = checker.isArrayType(type)
    ? checker.getIndexTypeOfType(type, typescript.IndexKind.Number)
    : undefined;
  if (element !== undefined) return literalsOf(element.isUnion() ? element.types : [element]);
  return literalsOf(checker.getPropertiesOfType(type).map((one) => checker.getTypeOfSymbol(one)));
}

/** Empty if one of the types is no literal. */
function literalsOf(types: readonly ts.Type[]): JsonValue[] {
  const values = types.map((type) =>
    type.isStringLiteral() || type.isNumberLiteral() ? type.value : undefined,
  );
  return values.every((value) => value !== undefined) ? values : [];
}
