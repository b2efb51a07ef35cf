import type { JsonSchema } from '@toolwright/contract';
import { type Compiler, evaluateConstant, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { objectOf, readShape } from './objects.js';
import { readSchema, resolved } from './read-schema.js';
import { initializerOf, packageOf, symbolOf } from './zod-names.js';
import { type ReadContext, UnreadableSchema, type ZodRule } from './zod-schema.js';

/** The schemas of a tool. */
export interface ToolSchemas {
  /** Absent if the tool takes no arguments. */
  readonly input?: JsonSchema | undefined;
  readonly output?: JsonSchema | undefined;
  /** The schemas that types are named after. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** The rules of the arguments that only Zod can apply. */
  readonly rules: readonly ZodRule[];
  /** Why the result has no schema. */
  readonly outputProblem?: ZodRule | undefined;
}

/** Names of constants, which tools of one file share. */
export type SharedKeys = Map<string, ts.Symbol>;

/** Reads the schemas of a tool. @throws NotMigrated */
export function readToolSchemas(tool: ForeignTool, compiler: Compiler, keys: SharedKeys): ToolSchemas {
  const rules: ZodRule[] = [];
  const input = tool.input && readObject(tool.input, compiler, keys, rules);
  if (input !== undefined) keepNestedDefaults(input, tool.input ?? tool.call, rules);
  const { output, outputProblem } = readOutput(tool, compiler, keys);
  return {
    input: input?.schema,
    output: output?.schema,
    definitions: { ...input?.definitions, ...output?.definitions },
    rules,
    outputProblem,
  };
}

interface ReadObject {
  readonly schema: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

function readOutput(
  { output: node }: ForeignTool,
  compiler: Compiler,
  keys: SharedKeys,
): { readonly output?: ReadObject; readonly outputProblem?: ZodRule } {
  if (node === undefined) return {};
  try {
    return { output: readObject(node, compiler, keys, undefined) };
  } catch (error) {
    if (!(error instanceof NotMigrated)) throw error;
    return { outputProblem: { node: error.node, reason: error.reason } };
  }
}

/** @param rules Receives what only Zod can apply. Undefined for a result, which Zod has parsed. */
function readObject(
  node: ts.Expression,
  compiler: Compiler,
  keys: SharedKeys,
  rules: ZodRule[] | undefined,
): ReadObject {
  const context: ReadContext = {
    compiler,
    named: new Map(),
    followed: new Set(),
    isOutput: rules === undefined,
    keep: (at, reason) => rules?.push({ node: at, reason }),
    keyOf: (symbol) => keyOf(symbol, rules === undefined ? 'Output' : '', keys),
  };
  const given = schemaOf(node, compiler);
  try {
    const read = isShape(given, compiler)
      ? objectOf(
          readShape(given, context, (one) => readSchema(one, context)),
          false,
        )
      : resolved(readSchema(given, context), context);
    const definitions = [...context.named].flatMap(([symbol, one]) =>
      one === undefined ? [] : [[context.keyOf(symbol), one.schema] as const],
    );
    if (
      rules !== undefined &&
      (read.schema.properties === undefined || read.schema.additionalProperties !== false)
    )
      throw new NotMigrated(node, 'its arguments are not one object with known members');
    return { schema: read.schema, definitions: Object.fromEntries(definitions) };
  } catch (error) {
    if (error instanceof UnreadableSchema) throw new NotMigrated(error.node, error.reason);
    if (error instanceof RangeError) throw new NotMigrated(node, 'the schema is nested too deeply');
    throw error;
  }
}

/** Removes the AI SDK's `zodSchema(…)` around a schema. */
function schemaOf(node: ts.Expression, compiler: Compiler): ts.Expression {
  const given = unwrap(node, typescript);
  if (!typescript.isCallExpression(given)) return given;
  const symbol = symbolOf(given.expression, compiler);
  const [inner] = given.arguments;
  const isWrapper =
    symbol?.name === 'zodSchema' && ['ai', '@ai-sdk/provider-utils'].includes(packageOf(symbol) ?? '');
  return isWrapper && inner !== undefined ? inner : given;
}

/** Whether an expression is the shape of a schema: `{ city: z.string() }` or `Schema.shape`. */
export function isShape(node: ts.Expression, compiler: Compiler): boolean {
  if (typescript.isObjectLiteralExpression(node)) return true;
  if (typescript.isPropertyAccessExpression(node)) return node.name.text === 'shape';
  if (!typescript.isIdentifier(node)) return false;
  const symbol = symbolOf(node, compiler);
  const initializer = symbol && initializerOf(symbol);
  return initializer !== undefined && typescript.isObjectLiteralExpression(unwrap(initializer, typescript));
}

function keyOf(symbol: ts.Symbol, suffix: string, keys: SharedKeys): string {
  const base = symbol.name.replace(/_?schema$/i, '') || symbol.name;
  for (let number = 1; ; number += 1) {
    const key = `${base}${suffix}${number === 1 ? '' : number}`;
    const other = keys.get(key);
    if (other === undefined) keys.set(key, symbol);
    if (other === undefined || other === symbol) return key;
  }
}

/** Only the defaults of arguments can be those of parameters. */
function keepNestedDefaults({ schema, definitions }: ReadObject, node: ts.Node, rules: ZodRule[]): void {
  const members = Object.values(schema.properties ?? {}).map(({ default: _, ...member }) => member);
  // A schema is JSON, apart from what instances are made of.
  const holds = (value: unknown, isMembers: boolean): boolean => {
    if (Array.isArray(value)) return value.some((one) => holds(one, false));
    if (typeof value !== 'object' || value === null) return false;
    if (!isMembers && Object.hasOwn(value, 'default')) return true;
    return Object.entries(value).some(
      ([name, one]) =>
        name !== 'examples' &&
        name !== 'enum' &&
        name !== 'const' &&
        holds(one, !isMembers && name === 'properties'),
    );
  };
  if (
    holds(members, false) ||
    holds(
      Object.values(definitions).filter((one) => one !== schema),
      false,
    )
  )
    rules.push({ node, reason: 'only Zod inserts the default of a nested member' });
}

/** Evaluates a text that the source writes down. @throws NotMigrated */
export function textOf(node: ts.Expression, what: string, compiler: Compiler): string {
  const value = evaluateConstant(compiler, node, { mutable: true })?.value;
  if (typeof value !== 'string') throw new NotMigrated(node, `its ${what} is made at run time`);
  return value;
}
