import { type JsonValue, nearestName, type ToolOptions } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { CodegenContext } from '../../context.js';
import { evaluateConstant } from '../../evaluate/evaluate.js';
import type { Mark } from '../marks/mark.js';

type OptionKind = 'text' | 'flag' | 'milliseconds' | 'texts';

const KINDS: Readonly<Record<keyof ToolOptions, OptionKind>> = {
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
};

interface KindOfValue {
  readonly fits: (value: JsonValue) => boolean;
  readonly expected: string;
  /** A correct value, close to the given one. */
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
};

/** The options of `@tool({ … })`, `tool({ … }, fn)` or the JSDoc tag in a fixed order. Reports options that cannot be read. */
export function readToolOptions(
  { options: expression, by }: Pick<Mark, 'options' | 'by'>,
  base: CodegenContext,
): ToolOptions {
  if (expression === undefined) return {};
  const isInFile = expression.getSourceFile() === by.getSourceFile();
  // Options of a tag are parsed apart from the file.
  const context: CodegenContext = isInFile
    ? base
    : { ...base, report: (finding) => base.report({ ...finding, node: by }) };
  const value = evaluateConstant(context.compiler, expression, { mutable: true })?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'Codegen cannot read the options of the tool without running the program.';
    const node = unreadablePart(expression, context);
    context.report({ code: 'TW1019', node, message, hint: literalHint(node, context) });
    return {};
  }
  const given = new Map(Object.entries(value));
  for (const [key, item] of given) {
    const problem = refuseOption(key, item);
    if (problem === undefined) continue;
    context.report({
      code: 'TW1020',
      node: memberNamed(expression, key, context) ?? expression,
      ...problem,
    });
  }
  // Each entry was compared with its kind; what does not fit is an error, after which nothing is written.
  return Object.fromEntries(
    Object.keys(KINDS).flatMap((key) => (given.has(key) ? [[key, given.get(key)]] : [])),
  ) as ToolOptions;
}

function refuseOption(key: string, value: JsonValue): { message: string; hint?: string } | undefined {
  if (!isOption(key)) {
    const meant = nearestName(key, Object.keys(KINDS));
    const message = `The option \`${key}\` does not exist.`;
    return meant === undefined ? { message } : { message, hint: `Write \`${meant}\`, or remove it.` };
  }
  const { fits, expected, example } = KINDS_OF_VALUES[KINDS[key]];
  if (fits(value)) return undefined;
  const message = `The option \`${key}\` must be ${expected}, not ${JSON.stringify(value)}.`;
  return { message, hint: `Write for example \`${key}: ${example(value)}\`.` };
}

function isOption(key: string): key is keyof ToolOptions {
  return Object.hasOwn(KINDS, key);
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

/** Names what to write in place of the part that cannot be read. */
function literalHint(part: ts.Expression, { compiler: { ts } }: CodegenContext): string | undefined {
  const { parent } = part;
  if (!ts.isPropertyAssignment(parent) || !ts.isIdentifier(parent.name) || !isOption(parent.name.text)) {
    return undefined;
  }
  const key = parent.name.text;
  const { example } = KINDS_OF_VALUES[KINDS[key]];
  return `Write the value itself, e.g. \`${key}: ${example(key === 'name' ? 'find_orders' : '…')}\`, or a constant whose value stands in the source.`;
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
