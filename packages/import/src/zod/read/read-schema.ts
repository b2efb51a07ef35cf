import { typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { FACTORIES } from './factories.js';
import { METHODS } from './methods.js';
import { findZodFunction, initializerOf, symbolOf, zodVersion } from './zod-names.js';
import { type ReadContext, UnreadableSchema, type ZodSchema } from './zod-schema.js';

/**
 * Reads a Zod schema from the expression that makes it. Runs no code.
 * @throws UnreadableSchema
 */
export function readSchema(node: ts.Expression, context: ReadContext): ZodSchema {
  const expression = unwrap(node, typescript);
  if (typescript.isIdentifier(expression)) return readConstant(expression, context);
  if (typescript.isPropertyAccessExpression(expression)) return readMember(expression, context);
  if (!typescript.isCallExpression(expression)) throw madeAtRunTime(expression);
  const { expression: callee, arguments: args } = expression;
  const found = findZodFunction(callee, context.compiler);
  if (found !== undefined) {
    const factory = Object.hasOwn(FACTORIES, found.name) ? FACTORIES[found.name] : undefined;
    if (factory === undefined)
      throw new UnreadableSchema(expression, `JSON has no form for \`z.${found.name}\``);
    return factory({ node: expression, args, version: found.version, context, read: readSchema });
  }
  if (!typescript.isPropertyAccessExpression(callee)) throw madeAtRunTime(expression);
  const name = callee.name.text;
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  const receiver = readSchema(callee.expression, context);
  if (method === undefined) throw new UnreadableSchema(callee.name, `\`.${name}()\` is unknown`);
  const declared = zodVersion(context.compiler.checker.getSymbolAtLocation(callee.name));
  const version = declared === 'v3' ? 'v3' : 'v4';
  return method(receiver, { node: callee.name, args, version, context, read: readSchema });
}

function madeAtRunTime(node: ts.Node): UnreadableSchema {
  return new UnreadableSchema(node, 'the schema is made at run time');
}

/** Reads a constant once. One that declares an object, a union or a tuple gives its name to a type. */
function readConstant(node: ts.Node, context: ReadContext): ZodSchema {
  const symbol = symbolOf(node, context.compiler);
  const initializer = symbol && initializerOf(symbol);
  if (symbol === undefined || initializer === undefined) throw madeAtRunTime(node);
  const reference = { schema: { $ref: `#/$defs/${context.keyOf(symbol)}` }, name: symbol };
  if (!context.named.has(symbol)) {
    context.named.set(symbol, undefined);
    context.named.set(symbol, readSchema(initializer, context));
  }
  const read = context.named.get(symbol);
  // The constant is being read: it refers to itself.
  if (read === undefined) return reference;
  const { schema, ...rest } = read;
  const isNamed =
    schema.properties !== undefined || schema.anyOf !== undefined || schema.prefixItems !== undefined;
  return isNamed && read.name === undefined ? { ...rest, ...reference } : read;
}

/** Reads `Schema.shape.name`, `Schema.element` and members of constant objects. */
function readMember(node: ts.PropertyAccessExpression, context: ReadContext): ZodSchema {
  const { expression, name } = node;
  const owner = unwrap(expression, typescript);
  if (typescript.isPropertyAccessExpression(owner) && owner.name.text === 'shape') {
    const { schema } = resolved(readSchema(owner.expression, context), context);
    const member = schema.properties?.[name.text];
    if (member === undefined) throw madeAtRunTime(node);
    return { schema: member, isOptional: !schema.required?.includes(name.text) };
  }
  if (name.text === 'element') {
    const { schema } = resolved(readSchema(owner, context), context);
    if (typeof schema.items === 'object') return { schema: schema.items };
  }
  const constant = symbolOf(name, context.compiler);
  if (constant !== undefined && initializerOf(constant) !== undefined) return readConstant(name, context);
  const member = constant?.valueDeclaration;
  if (member !== undefined && typescript.isPropertyAssignment(member))
    return readSchema(member.initializer, context);
  throw madeAtRunTime(node);
}

/** Returns the schema that a named type stands for. */
export function resolved(schema: ZodSchema, { named }: ReadContext): ZodSchema {
  const target = schema.name && named.get(schema.name);
  return target === undefined ? schema : { ...target, ...(schema.isOptional ? { isOptional: true } : {}) };
}
