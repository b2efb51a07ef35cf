import type { JsonValue, ToolOptions } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import { evaluateConstant } from '../evaluate/evaluate.js';

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

const FITS: Readonly<Record<OptionKind, (value: JsonValue) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  milliseconds: (value) => typeof value === 'number' && value > 0,
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

/** The options of `@tool({ … })` or `tool({ … }, fn)`, in the order of their documentation; none, and a report, where they cannot be read. */
export function readToolOptions(expression: ts.Expression | undefined, context: CodegenContext): ToolOptions {
  if (expression === undefined) return {};
  const value = evaluateConstant(context.compiler, expression, { mutable: true })?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'The options of the tool have no value that can be read without running the program.';
    context.report({ code: 'TW1019', node: unreadablePart(expression, context), message });
    return {};
  }
  const given = new Map(Object.entries(value));
  for (const [key, item] of given) {
    const problem = refuseOption(key, item);
    if (problem === undefined) continue;
    context.report({
      code: 'TW1020',
      node: memberNamed(expression, key, context) ?? expression,
      message: problem,
    });
  }
  // Each entry was compared with its kind; what does not fit is an error, after which nothing is written.
  return Object.fromEntries(
    Object.keys(KINDS).flatMap((key) => (given.has(key) ? [[key, given.get(key)]] : [])),
  ) as ToolOptions;
}

function refuseOption(key: string, value: JsonValue): string | undefined {
  if (!isOption(key)) return `There is no option \`${key}\`.`;
  const kind = KINDS[key];
  return FITS[kind](value)
    ? undefined
    : `The option \`${key}\` must be ${EXPECTED[kind]}, not ${JSON.stringify(value)}.`;
}

const EXPECTED: Readonly<Record<OptionKind, string>> = {
  text: 'a string',
  flag: 'true or false',
  milliseconds: 'a positive number of milliseconds',
  texts: 'an array of strings',
};

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
