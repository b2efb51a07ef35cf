import {
  isJsonObject,
  type JsonValue,
  nearestName,
  type ResourceOptions,
  type ToolOptions,
} from '@toolwright/contract';
import type { ts } from 'ts-morph';
import { evaluateConstant } from '../../evaluate/evaluate.js';
import type { CodegenContext } from '../context.js';
import type { MarkName } from '../library-symbols.js';
import type { Mark } from '../marks/mark.js';

type OptionKind = 'text' | 'flag' | 'milliseconds' | 'texts' | 'object' | 'share' | 'audience';

const TOOL_KINDS: Readonly<Record<keyof ToolOptions, OptionKind>> = {
  name: 'text',
  description: 'text',
  title: 'text',
  readOnly: 'flag',
  destructive: 'flag',
  idempotent: 'flag',
  openWorld: 'flag',
  deprecated: 'flag',
  needsApproval: 'flag',
  timeoutMs: 'milliseconds',
  tags: 'texts',
  meta: 'object',
};

const RESOURCE_KINDS: Readonly<Record<keyof ResourceOptions, OptionKind>> = {
  name: 'text',
  description: 'text',
  title: 'text',
  mimeType: 'text',
  audience: 'audience',
  priority: 'share',
  meta: 'object',
};

const KINDS: Readonly<Record<MarkName, Readonly<Record<string, OptionKind>>>> = {
  tool: TOOL_KINDS,
  resource: RESOURCE_KINDS,
};

interface KindOfValue {
  readonly fits: (value: JsonValue) => boolean;
  readonly expected: string;
  /** Returns a valid value similar to the given value. */
  readonly example: (value: JsonValue) => string;
}

const KINDS_OF_VALUES: Readonly<Record<OptionKind, KindOfValue>> = {
  text: {
    fits: (value) => typeof value === 'string',
    expected: 'a string',
    example: (value) => (typeof value === 'object' ? "'…'" : `'${value}'`),
  },
  flag: {
    fits: (value) => typeof value === 'boolean',
    expected: 'true or false',
    example: (value) => (value === 'false' || value === 0 ? 'false' : 'true'),
  },
  milliseconds: {
    fits: (value) => typeof value === 'number' && value > 0,
    expected: 'a positive number of milliseconds',
    example: () => '5000',
  },
  texts: {
    fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    expected: 'an array of strings',
    example: (value) => (typeof value === 'string' ? `[${JSON.stringify(value)}]` : "['orders']"),
  },
  object: {
    fits: isJsonObject,
    expected: 'an object',
    example: () => "{ ui: { resourceUri: 'ui://…' } }",
  },
  share: {
    fits: (value) => typeof value === 'number' && value >= 0 && value <= 1,
    expected: 'a number from 0 to 1',
    example: () => '0.5',
  },
  audience: {
    fits: (value) => Array.isArray(value) && value.every((item) => item === 'user' || item === 'assistant'),
    expected: "an array of 'user' and 'assistant'",
    example: () => "['user']",
  },
};

/** Reads the options of `@tool({ … })`, `tool({ … }, fn)` or the JSDoc tag, in a fixed order. Reports options that cannot be read. */
export function readToolOptions(mark: Pick<Mark, 'options' | 'by'>, context: CodegenContext): ToolOptions {
  // Each entry was checked against its kind. A mismatch is an error, so nothing is written.
  return readOptions(mark, 'tool', context) as ToolOptions;
}

/** Reads the options of `@resource(uri, { … })` in the same way. */
export function readResourceOptions(
  mark: Pick<Mark, 'options' | 'by'>,
  context: CodegenContext,
): ResourceOptions {
  return readOptions(mark, 'resource', context) as ResourceOptions;
}

function readOptions(
  { options: expression, by }: Pick<Mark, 'options' | 'by'>,
  use: MarkName,
  base: CodegenContext,
): Readonly<Record<string, JsonValue>> {
  if (expression === undefined) return {};
  const isInFile = expression.getSourceFile() === by.getSourceFile();
  // The options of a tag are parsed separately from the file.
  const context: CodegenContext = isInFile
    ? base
    : { ...base, report: (finding) => base.report({ ...finding, node: by }) };
  const value = evaluateConstant(context.compiler, expression, { mutable: true })?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `Codegen cannot read the options of the ${use} without running the program.`;
    const node = unreadablePart(expression, context);
    context.report({ code: 'TW1019', node, message, hint: literalHint(node, use, context) });
    return {};
  }
  const given = new Map(Object.entries(value));
  for (const [key, item] of given) {
    const problem = refuseOption(key, item, use);
    if (problem === undefined) continue;
    context.report({
      code: 'TW1020',
      node: memberNamed(expression, key, context) ?? expression,
      ...problem,
    });
  }
  return Object.fromEntries(
    Object.keys(KINDS[use]).flatMap((key) => {
      const item = given.get(key);
      return item === undefined ? [] : [[key, item]];
    }),
  );
}

function refuseOption(
  key: string,
  value: JsonValue,
  use: MarkName,
): { message: string; hint?: string } | undefined {
  const kind = kindOf(key, use);
  if (kind === undefined) {
    const other = use === 'tool' ? 'resource' : 'tool';
    if (kindOf(key, other) !== undefined) {
      const hint = `Move it to \`@${other}\`, or remove it. A method can have both.`;
      return { message: `\`${key}\` is an option of \`@${other}\`, not of \`@${use}\`.`, hint };
    }
    const meant = nearestName(key, Object.keys(KINDS[use]));
    const message = `The option \`${key}\` does not exist.`;
    return meant === undefined ? { message } : { message, hint: `Use \`${meant}\`, or remove the option.` };
  }
  const { fits, expected, example } = KINDS_OF_VALUES[kind];
  if (fits(value)) return undefined;
  const message = `The option \`${key}\` must be ${expected}, not ${JSON.stringify(value)}.`;
  return { message, hint: `Use, for example, \`${key}: ${example(value)}\`.` };
}

function kindOf(key: string, use: MarkName): OptionKind | undefined {
  return Object.hasOwn(KINDS[use], key) ? KINDS[use][key] : undefined;
}

function unreadablePart(expression: ts.Expression, { compiler }: CodegenContext): ts.Expression {
  if (!compiler.ts.isObjectLiteralExpression(expression)) return expression;
  const values = expression.properties
    .filter(compiler.ts.isPropertyAssignment)
    .map(({ initializer }) => initializer);
  return (
    values.find((value) => evaluateConstant(compiler, value, { mutable: true }) === undefined) ?? expression
  );
}

/** Suggests a replacement for the part that cannot be read. */
function literalHint(
  part: ts.Expression,
  use: MarkName,
  { compiler: { ts } }: CodegenContext,
): string | undefined {
  const { parent } = part;
  if (!ts.isPropertyAssignment(parent) || !ts.isIdentifier(parent.name)) return undefined;
  const key = parent.name.text;
  const kind = kindOf(key, use);
  if (kind === undefined) return undefined;
  const { example } = KINDS_OF_VALUES[kind];
  return `Use a literal value, such as \`${key}: ${example(key === 'name' ? 'find_orders' : '…')}\`, or a constant with a literal value.`;
}

function memberNamed(
  expression: ts.Expression,
  key: string,
  { compiler: { ts } }: CodegenContext,
): ts.Node | undefined {
  if (!ts.isObjectLiteralExpression(expression)) return undefined;
  return expression.properties.find(
    ({ name }) => name !== undefined && ts.isIdentifier(name) && name.text === key,
  );
}
