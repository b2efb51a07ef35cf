import type { JsonSchema } from '@toolwright/contract';
import { typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { initializerOf, symbolOf } from './zod-names.js';
import { type ReadContext, UnreadableSchema, type ZodSchema } from './zod-schema.js';

export interface Member {
  readonly name: string;
  readonly value: ZodSchema;
}

/** Reads the members of a shape: `{ city: z.string(), ...other, ...Schema.shape }`. */
export function readShape(
  node: ts.Expression,
  context: ReadContext,
  read: (node: ts.Expression) => ZodSchema,
): readonly Member[] {
  const shape = unwrap(node, typescript);
  if (typescript.isObjectLiteralExpression(shape))
    return shape.properties.flatMap((one) => readProperty(one, context, read));
  if (typescript.isPropertyAccessExpression(shape) && shape.name.text === 'shape')
    return membersOf(read(shape.expression), context);
  const symbol = symbolOf(shape, context.compiler);
  const initializer = symbol && initializerOf(symbol);
  if (symbol === undefined || initializer === undefined || context.followed.has(symbol))
    throw new UnreadableSchema(shape, 'the schema is made at run time');
  context.followed.add(symbol);
  const members = readShape(initializer, context, read);
  context.followed.delete(symbol);
  return members;
}

function readProperty(
  property: ts.ObjectLiteralElementLike,
  context: ReadContext,
  read: (node: ts.Expression) => ZodSchema,
): readonly Member[] {
  if (typescript.isSpreadAssignment(property)) return readShape(property.expression, context, read);
  const name = nameOf(property);
  if (name === undefined) throw new UnreadableSchema(property, 'the name is made at run time');
  if (typescript.isPropertyAssignment(property)) return [{ name, value: read(property.initializer) }];
  if (typescript.isShorthandPropertyAssignment(property)) return [{ name, value: read(property.name) }];
  const [statement] = property.body?.statements ?? [];
  if (
    typescript.isGetAccessor(property) &&
    statement &&
    typescript.isReturnStatement(statement) &&
    statement.expression
  )
    return [{ name, value: read(statement.expression) }];
  throw new UnreadableSchema(property, 'the schema is made at run time');
}

/** Returns the name of a member, if it is written down. */
export function nameOf({ name }: ts.ObjectLiteralElementLike): string | undefined {
  if (name === undefined || typescript.isComputedPropertyName(name) || typescript.isPrivateIdentifier(name))
    return undefined;
  return name.text;
}

/** Returns the members of an object. */
export function membersOf(object: ZodSchema, context: ReadContext): readonly Member[] {
  const { schema } = (object.name && context.named.get(object.name)) ?? object;
  return Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    value: { schema: member, isOptional: !schema.required?.includes(name) },
  }));
}

/** Makes an object of members; of two with one name the last counts. */
export function objectOf(members: readonly Member[], additional: false | JsonSchema): ZodSchema {
  const last = new Map(members.map(({ name, value }) => [name, value]));
  const required = [...last].filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries([...last].map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: additional,
    },
  };
}
