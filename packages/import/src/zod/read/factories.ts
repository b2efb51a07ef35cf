import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { formatOf } from './formats.js';
import { enumValues, literalSchema } from './literals.js';
import { type Member, objectOf, readShape } from './objects.js';
import { instance, type ReadContext, UnreadableSchema, type ZodCall, type ZodSchema } from './zod-schema.js';

type Factory = (call: ZodCall) => ZodSchema;

const plain =
  (schema: JsonSchema): Factory =>
  () => ({ schema });

/** Formats of strings that only Zod knows. */
export const ZOD_FORMATS = [
  ...[
    'base64',
    'base64url',
    'cidr',
    'cidrv4',
    'cidrv6',
    'cuid',
    'cuid2',
    'e164',
    'emoji',
    'guid',
    'hostname',
  ],
  ...['httpUrl', 'ip', 'jwt', 'ksuid', 'mac', 'nanoid', 'ulid', 'uuidv4', 'uuidv6', 'uuidv7', 'xid'],
] as const;

const kept =
  (name: string, factory: Factory): Factory =>
  (call) => {
    call.context.keep(call.node, `only Zod knows \`${name}\``);
    return factory(call);
  };

const STRING: JsonSchema = { type: 'string' };
const NUMBER: JsonSchema = { type: 'number' };

/** What each function of Zod's makes. */
export const FACTORIES: Readonly<Record<string, Factory>> = {
  string: plain(STRING),
  number: plain(NUMBER),
  boolean: plain({ type: 'boolean' }),
  null: plain({ type: 'null' }),
  int: plain({ type: 'integer' }),
  int32: plain({ type: 'integer', minimum: -2147483648, maximum: 2147483647 }),
  uint32: plain({ type: 'integer', minimum: 0, maximum: 4294967295 }),
  float64: plain(NUMBER),
  float32: kept('z.float32', plain(NUMBER)),
  any: ({ version }) => ({ schema: {}, isOptional: version === 'v3' }),
  unknown: ({ version }) => ({ schema: {}, isOptional: version === 'v3' }),
  date: plain(instance({ type: 'string', format: 'date-time' }, 'Date')),
  bigint: plain(instance({ type: 'string', pattern: '^-?\\d+$' }, 'bigint')),
  ...Object.fromEntries(
    ['email', 'url', 'uuid', 'ipv4', 'ipv6', 'iso.date', 'iso.time', 'iso.datetime', 'iso.duration'].map(
      (name): [string, Factory] => [
        name,
        (call) => formatOf(name.replace('iso.', ''), { schema: STRING }, call),
      ],
    ),
  ),
  ...Object.fromEntries(ZOD_FORMATS.map((name) => [name, kept(`z.${name}`, plain(STRING))])),
  templateLiteral: kept('z.templateLiteral', plain(STRING)),
  stringbool: kept('z.stringbool', plain(STRING)),
  'coerce.string': kept('z.coerce.string', plain(STRING)),
  'coerce.number': kept('z.coerce.number', plain(NUMBER)),
  'coerce.boolean': kept('z.coerce.boolean', plain({ type: 'boolean' })),
  'coerce.date': kept('z.coerce.date', plain({ type: 'string', format: 'date-time' })),
  json: plain({}),
  literal: ({ args: [given], node, context }) => ({ schema: literalSchema(given, node, context) }),
  enum: ({ args: [given], node, context }) => ({ schema: choiceOf(enumValues(given, node, context)) }),
  nativeEnum: ({ args: [given], node, context }) => ({ schema: choiceOf(enumValues(given, node, context)) }),
  object: (call) => readObject(call, false),
  strictObject: (call) => readObject(call, false),
  looseObject: (call) => readObject(call, true),
  interface: (call) => readObject(call, false),
  array: ({ args: [item], node, context, read }) => arrayOf(read(required(item, node), context)),
  set: ({ args: [item], node, context, read }) => {
    const { schema } = read(required(item, node), context);
    return { schema: instance({ type: 'array', items: schema, uniqueItems: true }, 'Set', schema) };
  },
  map: readMap,
  record: readRecord,
  partialRecord: (call) => {
    const { schema, ...rest } = readRecord(call);
    const { required: _, ...partial } = schema;
    return { ...rest, schema: partial };
  },
  tuple: readTuple,
  union: readUnion,
  xor: kept('z.xor', readUnion),
  discriminatedUnion: (call) =>
    unionOf(elements(call.args[1], call).map((one) => call.read(one, call.context))),
  intersection: ({ args: [one, other], node, context, read }) =>
    intersectionOf(read(required(one, node), context), read(required(other, node), context), node, context),
  optional: ({ args: [inner], node, context, read }) => ({
    ...read(required(inner, node), context),
    isOptional: true,
  }),
  nullable: ({ args: [inner], node, context, read }) => nullableOf(read(required(inner, node), context)),
  lazy: ({ args: [getter], node, context, read }) => read(returned(getter, node), context),
  preprocess: ({ args: [, inner], node, context, read }) => {
    context.keep(node, 'only Zod can run `z.preprocess`');
    return read(required(inner, node), context);
  },
};

function readObject({ args: [shape], context, read }: ZodCall, isOpen: boolean): ZodSchema {
  const members = shape === undefined ? [] : readShape(shape, context, (one) => read(one, context));
  return objectOf(members, isOpen ? {} : false);
}

/** A list of choices, of one type if all are. */
function choiceOf(values: readonly JsonValue[]): JsonSchema {
  const types = new Set(values.map((value) => (value === null ? 'null' : typeof value)));
  const [type] = types;
  const single = types.size === 1 && (type === 'string' || type === 'number' || type === 'boolean');
  return { ...(single ? { type } : {}), enum: values };
}

export function arrayOf({ schema }: ZodSchema): ZodSchema {
  return { schema: { type: 'array', items: schema } };
}

function readMap({ args: [key, value], node, context, read }: ZodCall): ZodSchema {
  const keys = read(required(key, node), context).schema;
  const values = read(required(value, node), context).schema;
  const isPlain = keys.type === 'string' && Object.keys(keys).length === 1;
  const pair: JsonSchema = {
    type: 'array',
    prefixItems: [keys, values],
    items: false,
    minItems: 2,
    maxItems: 2,
  };
  const json: JsonSchema = isPlain
    ? { type: 'object', additionalProperties: values }
    : { type: 'array', items: pair };
  return { schema: instance(json, 'Map', keys, values) };
}

function readRecord({ args, node, context, read, version }: ZodCall): ZodSchema {
  const [first, second] = args;
  const isShort = second === undefined || typescript.isObjectLiteralExpression(unwrap(second, typescript));
  const values = read(required(isShort ? first : second, node), context);
  const keys = isShort ? { schema: STRING } : read(required(first, node), context);
  const names = keys.schema.enum ?? (keys.schema.const === undefined ? undefined : [keys.schema.const]);
  if (names !== undefined) {
    const members = names.map(
      (name): Member => ({
        name: String(name),
        value: { ...values, isOptional: version === 'v3' || values.isOptional === true },
      }),
    );
    return objectOf(members, false);
  }
  if (Object.keys(keys.schema).some((name) => name !== 'type' && name !== 'description'))
    context.keep(node, 'only Zod checks the names of this record');
  return { schema: { type: 'object', additionalProperties: values.schema } };
}

function readUnion(call: ZodCall): ZodSchema {
  return chosenUnion(
    elements(call.args[0], call).map((one) => call.read(one, call.context)),
    call,
  );
}

/** Of the objects that accept a value, Zod chooses the first and removes what that does not declare. */
export function chosenUnion(members: readonly ZodSchema[], { node, context }: ZodCall): ZodSchema {
  const objects = members.map(({ name, schema }) => (name && context.named.get(name)?.schema) ?? schema);
  const isAmbiguous = objects.some((one, index) =>
    objects.slice(index + 1).some((later) => isAlsoOf(later, one)),
  );
  if (isAmbiguous) context.keep(node, 'only Zod chooses the first object that fits');
  return unionOf(members);
}

/** Whether values of an object may also be those of another, which lacks some of its members. */
function isAlsoOf(
  { properties: own }: JsonSchema,
  { properties, required = [], ...other }: JsonSchema,
): boolean {
  if (own === undefined || properties === undefined || other.additionalProperties !== false) return false;
  const isFree = Object.keys(own).some((name) => !Object.hasOwn(properties, name));
  const isApart = required.some((name) => {
    const [here, there] = [
      own[name] && choicesOf(own[name]),
      properties[name] && choicesOf(properties[name]),
    ];
    return !Object.hasOwn(own, name) || (here && there && !here.some((value) => there.includes(value)));
  });
  return isFree && !isApart;
}

function readTuple(call: ZodCall): ZodSchema {
  const { args, context, read } = call;
  const items = elements(args[0], call).map((one) => read(one, context));
  const rest = args[1] && !typescript.isObjectLiteralExpression(args[1]) ? read(args[1], context) : undefined;
  const least = items.findLastIndex(({ isOptional }) => !isOptional) + 1;
  const end = rest === undefined ? { items: false as const, maxItems: items.length } : { items: rest.schema };
  return {
    schema: { type: 'array', prefixItems: items.map(({ schema }) => schema), minItems: least, ...end },
  };
}

function unionOf(members: readonly ZodSchema[]): ZodSchema {
  const schemas = members.map(({ schema }) => schema);
  const isOptional = members.some((one) => one.isOptional);
  const choices = schemas.map(choicesOf);
  // Literals of one type are a list of choices.
  if (choices.every((values) => values !== undefined))
    return { schema: choiceOf(choices.flat()), isOptional };
  return { schema: { anyOf: schemas }, isOptional };
}

function choicesOf({
  enum: values,
  const: value,
  description,
}: JsonSchema): readonly JsonValue[] | undefined {
  if (description !== undefined) return undefined;
  return values ?? (value === undefined ? undefined : [value]);
}

export function nullableOf({ schema, isOptional = false }: ZodSchema): ZodSchema {
  const isText = (name: string): boolean => TEXTS.has(name);
  const texts = Object.fromEntries(Object.entries(schema).filter(([name]) => isText(name)));
  const type: JsonSchema = Object.fromEntries(Object.entries(schema).filter(([name]) => !isText(name)));
  const isUnion = type.anyOf !== undefined && Object.keys(type).length === 1;
  const branches = [...(isUnion ? (type.anyOf ?? []) : [type]), { type: 'null' as const }];
  return { isOptional, schema: { anyOf: branches, ...texts } };
}

/** Keywords that say something of a value and do not restrict it. */
const TEXTS: ReadonlySet<string> = new Set(['description', 'default', 'title', 'deprecated', 'examples']);

export function intersectionOf(
  one: ZodSchema,
  other: ZodSchema,
  node: ts.Node,
  context: ReadContext,
): ZodSchema {
  const [a, b] = [one, other].map((side) => (side.name && context.named.get(side.name)) ?? side);
  const [first, second] = [a?.schema.properties, b?.schema.properties];
  if (a === undefined || b === undefined || first === undefined || second === undefined)
    throw new UnreadableSchema(node, 'an intersection with something other than an object');
  if (Object.keys(first).some((name) => Object.hasOwn(second, name)))
    throw new UnreadableSchema(node, 'the sides of this intersection share members');
  const required = [...(a.schema.required ?? []), ...(b.schema.required ?? [])];
  return { schema: { ...a.schema, properties: { ...first, ...second }, required } };
}

/** Returns the elements of a list of schemas. */
function elements(node: ts.Expression | undefined, { node: at, context }: ZodCall): readonly ts.Expression[] {
  const list = node && constantList(unwrap(node, typescript), context);
  if (list === undefined || list.elements.some(typescript.isSpreadElement))
    throw new UnreadableSchema(node ?? at, 'the schema is made at run time');
  return list.elements;
}

function constantList(node: ts.Expression, { compiler }: ReadContext): ts.ArrayLiteralExpression | undefined {
  if (typescript.isArrayLiteralExpression(node)) return node;
  const declaration = compiler.checker.getSymbolAtLocation(node)?.valueDeclaration;
  if (declaration === undefined || !typescript.isVariableDeclaration(declaration)) return undefined;
  const initializer = declaration.initializer && unwrap(declaration.initializer, typescript);
  const isConstant = (declaration.parent.flags & typescript.NodeFlags.Const) !== 0;
  return isConstant && initializer && typescript.isArrayLiteralExpression(initializer)
    ? initializer
    : undefined;
}

/** Returns what a function without statements returns. */
export function returned(node: ts.Expression | undefined, at: ts.Node): ts.Expression {
  const getter = node && unwrap(node, typescript);
  if (getter === undefined || !typescript.isArrowFunction(getter) || typescript.isBlock(getter.body))
    throw new UnreadableSchema(node ?? at, 'the schema is made at run time');
  return getter.body;
}

export function required(node: ts.Expression | undefined, at: ts.Node): ts.Expression {
  if (node === undefined) throw new UnreadableSchema(at, 'a schema is missing');
  return node;
}
