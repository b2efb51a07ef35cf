import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { arrayOf, chosenUnion, intersectionOf, nullableOf, required, ZOD_FORMATS } from './factories.js';
import { FORMAT_METHODS, formatOf } from './formats.js';
import { constantOf, kept, type Method, withKeywords } from './keywords.js';
import { fixed, limit, multiple, sized } from './limits.js';
import { type Member, membersOf, nameOf, objectOf, readShape } from './objects.js';
import { pinned, regex } from './patterns.js';
import {
  instanceOf,
  type ReadContext,
  UnreadableSchema,
  type ZodCall,
  type ZodSchema,
} from './zod-schema.js';

const unchanged: Method = (given) => given;
const keptAs: Method = (given, { node, context }) => kept(given, node, context);

/** What each method changes. */
export const METHODS: Readonly<Record<string, Method>> = {
  ...{ readonly: unchanged, finite: unchanged, clone: unchanged, brand: keptAs },
  ...{
    refine: keptAs,
    superRefine: keptAs,
    transform: keptAs,
    check: keptAs,
    overwrite: keptAs,
    pipe: keptAs,
  },
  ...{
    trim: keptAs,
    toLowerCase: keptAs,
    toUpperCase: keptAs,
    normalize: keptAs,
    with: keptAs,
    slugify: keptAs,
  },
  ...Object.fromEntries(ZOD_FORMATS.map((name) => [name, keptAs])),
  ...Object.fromEntries(FORMAT_METHODS.map((name) => [name, formatted(name)])),
  min: sized('minLength', 'minimum', 'minItems'),
  max: sized('maxLength', 'maximum', 'maxItems'),
  length: (given, call) =>
    given.schema.type === 'string'
      ? limit('minLength', 'maxLength')(given, call)
      : limit('minItems', 'maxItems')(given, call),
  size: keptAs,
  nonempty: (given, call) =>
    fixed(given.schema.type === 'string' ? { minLength: 1 } : { minItems: 1 })(given, call),
  int: fixed({ type: 'integer' }),
  safe: fixed({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  ...{
    gte: limit('minimum'),
    lte: limit('maximum'),
    gt: limit('exclusiveMinimum'),
    lt: limit('exclusiveMaximum'),
  },
  ...{ multipleOf: multiple, step: multiple },
  ...{ positive: fixed({ exclusiveMinimum: 0 }), negative: fixed({ exclusiveMaximum: 0 }) },
  ...{ nonnegative: fixed({ minimum: 0 }), nonpositive: fixed({ maximum: 0 }) },
  regex,
  startsWith: pinned((text) => `^${text}`),
  endsWith: pinned((text) => `${text}$`),
  includes: pinned((text) => text),
  optional: (given, { context }) => ({
    ...(context.isOutput ? withoutFallback(given) : given),
    isOptional: true,
  }),
  exactOptional: (given) => ({ ...given, isOptional: true }),
  nonoptional: (given) => ({ ...given, isOptional: false }),
  nullable: (given) => nullableOf(given),
  nullish: (given) => ({ ...nullableOf(given), isOptional: true }),
  default: withDefault,
  prefault: (given, call) => kept(withDefault(given, call), call.node, call.context),
  catch: (given, { node, context }) => ({ ...kept(given, node, context), isOptional: !context.isOutput }),
  describe: (given, { args: [text], node, context }) => withText(given, 'description', text, node, context),
  register: (given, call) =>
    /\bglobalRegistry$/.test(call.args[0]?.getText() ?? '') && call.args[1] !== undefined
      ? withMeta(given, { ...call, args: call.args.slice(1) })
      : kept(given, call.node, call.context),
  meta: withMeta,
  openapi: withMeta,
  array: (given) => arrayOf(given),
  rest: (given, { args: [rest], node, context, read }) => {
    const { items: _items, maxItems: _most, ...schema } = given.schema;
    return { ...given, schema: { ...schema, items: read(required(rest, node), context).schema } };
  },
  or: (given, call) => chosenUnion([given, call.read(required(call.args[0], call.node), call.context)], call),
  and: (given, { args: [other], node, context, read }) =>
    intersectionOf(given, read(required(other, node), context), node, context),
  unwrap: (given) => ({ ...given, isOptional: false }),
  ...{ extend: extended, safeExtend: extended, augment: extended },
  merge: (given, { args: [other], node, context, read }) => {
    const right = read(required(other, node), context);
    return joined(given, membersOf(right, context), context, right);
  },
  pick: (given, call) => chosen(given, call, (names, name) => names.has(name)),
  omit: (given, call) => chosen(given, call, (names, name) => !names.has(name)),
  partial: (given, call) => withOptional(given, call, true),
  required: (given, call) => withOptional(given, call, false),
  ...{ strict: open(false), strip: open(false), passthrough: open({}), loose: open({}) },
  catchall: (given, { args: [rest], node, context, read }) =>
    open(read(required(rest, node), context).schema)(given, { args: [], node, context, read, version: 'v4' }),
  keyof: (given, { context }) => ({
    schema: { type: 'string', enum: membersOf(given, context).map(({ name }) => name) },
  }),
};

function formatted(name: string): Method {
  return (given, call) =>
    given.schema.type === 'string' && instanceOf(given.schema) === undefined
      ? formatOf(name, given, call)
      : kept(given, call.node, call.context);
}

function withDefault(given: ZodSchema, { args: [first], node, context }: ZodCall): ZodSchema {
  if (context.isOutput) return { ...given, isOptional: false };
  const getter = first && unwrap(first, typescript);
  const isArrow = getter && typescript.isArrowFunction(getter) && !typescript.isBlock(getter.body);
  const value = constantOf(isArrow ? (getter.body as ts.Expression) : first, context);
  if (value === undefined || instanceOf(given.schema) !== undefined)
    return { ...kept(given, node, context), isOptional: true };
  return { ...withKeywords(given, { default: value }), isOptional: true };
}

function withoutFallback({ schema: { default: _, ...schema }, ...given }: ZodSchema): ZodSchema {
  return { ...given, schema };
}

function withText(
  given: ZodSchema,
  keyword: 'description' | 'title',
  node: ts.Expression | undefined,
  at: ts.Node,
  context: ReadContext,
): ZodSchema {
  const text = constantOf(node, context);
  if (typeof text !== 'string') throw new UnreadableSchema(node ?? at, `the ${keyword} is made at run time`);
  return withKeywords(given, { [keyword]: text });
}

function withMeta(given: ZodSchema, { args: [meta], node, context }: ZodCall): ZodSchema {
  const value = constantOf(meta, context);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableSchema(meta ?? node, 'the metadata are made at run time');
  const { description, title, deprecated, examples, id: _, ...others } = value as Record<string, JsonValue>;
  const [lost] = Object.keys(others);
  if (lost !== undefined) context.keep(node, `the schema of a tool has no \`${lost}\``);
  const known = { description, title, deprecated, examples };
  return withKeywords(
    given,
    Object.fromEntries(Object.entries(known).filter(([, one]) => one !== undefined)),
  );
}

function target(given: ZodSchema, context: ReadContext): ZodSchema {
  return (given.name && context.named.get(given.name)) ?? given;
}

function joined(
  given: ZodSchema,
  members: readonly Member[],
  context: ReadContext,
  rest: ZodSchema = given,
): ZodSchema {
  const { additionalProperties } = target(rest, context).schema;
  return objectOf(
    [...membersOf(given, context), ...members],
    typeof additionalProperties === 'object' ? additionalProperties : false,
  );
}

function extended(given: ZodSchema, { args: [shape], node, context, read }: ZodCall): ZodSchema {
  return joined(
    given,
    readShape(required(shape, node), context, (one) => read(one, context)),
    context,
  );
}

function chosen(
  given: ZodSchema,
  { args: [mask], node, context }: ZodCall,
  isChosen: (names: ReadonlySet<string>, name: string) => boolean,
): ZodSchema {
  const names = maskOf(mask);
  if (names === undefined) throw new UnreadableSchema(mask ?? node, 'the members are chosen at run time');
  const members = membersOf(given, context).filter(({ name }) => isChosen(names, name));
  return joined({ schema: { ...target(given, context).schema, properties: {} } }, members, context);
}

/** Reads `{ city: true }`. */
function maskOf(node: ts.Expression | undefined): ReadonlySet<string> | undefined {
  if (node === undefined || !typescript.isObjectLiteralExpression(node)) return undefined;
  const names = node.properties.map(nameOf);
  return names.every((name) => name !== undefined) ? new Set(names) : undefined;
}

function withOptional(given: ZodSchema, { args: [mask], context }: ZodCall, isOptional: boolean): ZodSchema {
  const names = maskOf(mask);
  const members = membersOf(given, context).map(({ name, value }) =>
    names === undefined || names.has(name) ? { name, value: { ...value, isOptional } } : { name, value },
  );
  return joined({ schema: { ...target(given, context).schema, properties: {} } }, members, context);
}

function open(additional: false | JsonSchema): Method {
  return (given, { context }) => objectOf(membersOf(given, context), additional);
}
