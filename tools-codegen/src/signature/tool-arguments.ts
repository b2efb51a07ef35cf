import type { CallShape, ObjectSchema } from '@toolwright/contract';
import {
  type CodegenContext,
  type Docs,
  type FunctionDocs,
  readFormerNames,
} from '@toolwright/program/compiler';
import type { SchemaEmitter } from '../emit/schema.js';
import type { ObjectNode, TypeNode } from '../ir/type-node.js';
import type { Lowering } from '../lower/lowering.js';
import { lowerParameter } from './lower-parameter.js';
import { resolveNode } from './member-docs.js';
import type { Parameter } from './parameter.js';
import { type ParameterDocs, shareDocs } from './parameter-docs.js';

/** The JSON object that a tool takes, and how it maps to positional arguments. */
export interface ToolArguments {
  readonly schema: ObjectSchema;
  /** The type from which the schema was emitted. */
  readonly node: ObjectNode;
  readonly call: CallShape;
  readonly types: ArgumentTypes;
}

/** The positions of the argument types in `Parameters<…>`. */
export type ArgumentTypes =
  | { readonly kind: 'whole'; readonly index: number; readonly optional: boolean }
  | {
      readonly kind: 'named';
      readonly properties: readonly ArgumentType[];
      /** Whether each positional parameter before a rest parameter is optional. */
      readonly optional: readonly boolean[];
    };

export interface ArgumentType {
  readonly name: string;
  readonly index: number;
  readonly optional: boolean;
  readonly rest: Parameter['rest'];
}

interface Argument {
  readonly parameter: Parameter;
  readonly docs: ParameterDocs;
  readonly node: TypeNode;
}

export interface ToolArgumentsOptions {
  readonly lowering: Lowering;
  readonly schemas: SchemaEmitter;
  readonly context: CodegenContext;
}

/** Reads the arguments of a tool. Returns undefined if a parameter was refused. */
export function readToolArguments(
  parameters: readonly Parameter[],
  functionDocs: FunctionDocs,
  { lowering, schemas, context }: ToolArgumentsOptions,
): { arguments: ToolArguments | undefined; unknown: readonly string[] } {
  const { docs, unknown } = shareDocs(functionDocs, parameters, context);
  for (const parameter of parameters.filter(({ app }) => app !== undefined))
    reportIdleNames(docs.get(parameter), 'is not an argument', context);
  const given = parameters.filter(({ app }) => app === undefined);
  const args: Argument[] = [];
  for (const parameter of given) {
    const own = docs.get(parameter) ?? NO_DOCS;
    const node = lowerParameter(parameter, own, lowering, context);
    if (node !== undefined) args.push({ parameter, docs: own, node });
  }
  if (args.length < given.length) return { arguments: undefined, unknown };
  const [sole] = args;
  const whole = sole && args.length === 1 ? wholeObject(sole, lowering) : undefined;
  if (sole && whole) {
    reportIdleNames(sole.docs, 'is not an argument itself; its members are', context);
    return { arguments: wholeArguments(sole, whole, parameters, schemas), unknown };
  }
  const refused = args.filter(({ parameter, docs: own }) => refuseParameter(parameter, own.own, context));
  if (refused.length > 0) return { arguments: undefined, unknown };
  for (const { docs: own } of args.filter(isHidden)) reportIdleNames(own, 'is hidden', context);
  return { arguments: namedArguments(args, parameters, { schemas, context }), unknown };
}

const NO_DOCS: ParameterDocs = { own: { tags: [] }, members: new Map() };

/**
 * Returns the closed object type of a single parameter. If the parameter is optional, all of its members must be optional; otherwise, it
 * could not be omitted. A parameter with its own default remains a property, because the default would otherwise never apply.
 */
function wholeObject({ parameter, docs, node }: Argument, { definitions }: Lowering): ObjectNode | undefined {
  if (docs.own.hidden) return undefined;
  const object = resolveNode(node, definitions);
  if (object.kind !== 'object' || parameter.rest !== undefined) return undefined;
  if (object.additional !== undefined || object.patterns !== undefined) return undefined;
  if (parameter.name === undefined) return object;
  const empty = object.properties.every(({ optional }) => optional);
  const fallback = object.docs?.default;
  const plain = fallback === undefined ? parameter.declaration?.initializer === undefined : isEmpty(fallback);
  return parameter.optional && !(empty && plain) ? undefined : object;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function wholeArguments(
  { parameter }: Argument,
  object: ObjectNode,
  parameters: readonly Parameter[],
  schemas: SchemaEmitter,
): ToolArguments {
  const { default: _ignored, ...docs } = object.docs ?? {};
  const name = parameter.name ?? 'arguments';
  const node: ObjectNode = { ...object, docs };
  return {
    schema: objectSchema(node, schemas),
    node,
    call: { parameters: parameters.map((each) => (each.app ? null : name)), whole: true },
    types: { kind: 'whole', index: parameter.index, optional: parameter.optional },
  };
}

function namedArguments(
  args: readonly Argument[],
  parameters: readonly Parameter[],
  { schemas, context }: Pick<ToolArgumentsOptions, 'schemas' | 'context'>,
): ToolArguments {
  const shown = args.filter((arg) => !isHidden(arg));
  const properties = shown.map(({ parameter: { name = '', optional }, docs, node }) => {
    const was = readFormerNames(docs.own.was, name, context.report);
    return { name, optional, type: node, ...(was && { was }) };
  });
  const object: ObjectNode = { kind: 'object', properties };
  return {
    schema: objectSchema(object, schemas),
    node: object,
    call: {
      parameters: parameters.map(({ app, name = '' }) => (app ? null : name)),
      ...(args.at(-1)?.parameter.rest === undefined ? {} : { rest: true }),
    },
    types: {
      kind: 'named',
      properties: shown.map(argumentType),
      optional: parameters.filter(({ rest }) => rest === undefined).map(({ optional }) => optional),
    },
  };
}

function isHidden({ docs }: Argument): boolean {
  return docs.own.hidden === true;
}

/** Reports former names of a parameter that is not itself an argument. */
function reportIdleNames(
  docs: ParameterDocs | undefined,
  why: string,
  { report }: Pick<CodegenContext, 'report'>,
): void {
  for (const { node } of docs?.own.was ?? []) {
    report({ code: 'TW1043', node, message: `\`@was\` has no effect: the parameter ${why}.` });
  }
}

function argumentType({ parameter: { name = '', index, optional, rest } }: Argument): ArgumentType {
  return { name, index, optional, rest };
}

function objectSchema(node: ObjectNode, { emit }: SchemaEmitter): ObjectSchema {
  const schema = emit(node);
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}

/** Whether a parameter cannot become a property of the arguments; reports the reason. */
function refuseParameter(parameter: Parameter, docs: Docs, context: CodegenContext): boolean {
  const { name, at, optional } = parameter;
  const refuse = (code: 'TW1026' | 'TW1027' | 'TW1028', message: string): true => {
    context.report({ code, node: at, message });
    return true;
  };
  if (name === undefined)
    return refuse('TW1026', 'The destructured parameter has no name that its argument could use.');
  if (name === '__proto__') return refuse('TW1027', 'A parameter is named `__proto__`.');
  if (docs.hidden === true && !optional) {
    return refuse('TW1028', `The parameter \`${name}\` is hidden from the model but required.`);
  }
  return false;
}
