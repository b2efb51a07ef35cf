import type { ts } from 'ts-morph';
import type { Compiler } from '../../../compiler/compiler.js';
import { unwrap, wrapped } from '../../../compiler/unwrap.js';
import { addTo } from '../../sources/source-index.js';
import { walkNodes } from '../../sources/walk-nodes.js';
import { calledName, type WrittenCalls } from './flow-context.js';

/** Names of calls that fill registries or make agents. */
const NAMES: ReadonlySet<string> = new Set([
  'register',
  'registerFrom',
  'addTo',
  'agentCall',
  'buildAgent',
  'build',
  'durableAgent',
  'openSession',
  'extend',
]);

/** Options of requests that may turn on tools of the provider. */
const REQUEST_OPTIONS: ReadonlySet<string> = new Set(['webSearchOptions', 'extraBody']);

/** Methods that fill registries. */
export const REGISTERING: ReadonlySet<string> = new Set(['register', 'registerFrom']);

/** Reads all files once, without types. */
export function findWrittenCalls(files: readonly ts.SourceFile[], compiler: Compiler): WrittenCalls {
  const { ts } = compiler;
  const constructions: ts.NewExpression[] = [];
  const all: ts.CallExpression[] = [];
  const calls = new Map<string, ts.CallExpression[]>();
  const withNames: WrittenCalls['withNames'][number][] = [];
  const taken: WrittenCalls['taken'][number][] = [];
  const takenByPattern: ts.BindingElement[] = [];
  const requestOptions: WrittenCalls['requestOptions'][number][] = [];
  const byName = new Map<string, ts.CallExpression[]>();
  const secondNames = new Map<string, string>();
  walkNodes(ts, files, (node) => {
    const renamed = secondName(node, ts);
    if (renamed !== undefined) secondNames.set(...renamed);
    if (ts.isTypeNode(node)) return false;
    const option = requestOption(node, ts);
    if (option !== undefined) requestOptions.push(option);
    if (ts.isNewExpression(node)) constructions.push(node);
    else if (ts.isCallExpression(node)) {
      all.push(node);
      const name = calledName(node, compiler);
      if (name !== undefined && NAMES.has(name)) addTo(calls, name, node);
      else if (name !== undefined && ts.isIdentifier(unwrap(node.expression, ts))) addTo(byName, name, node);
      const names = [...node.arguments.flatMap((argument) => namesIn(argument, ts)), ...takenApart(node, ts)];
      if (names.length > 0) withNames.push({ node, names });
    } else if (ts.isBindingElement(node)) {
      const { propertyName: key = node.name } = node;
      const name = ts.isIdentifier(key) || ts.isStringLiteralLike(key) ? key.text : undefined;
      if (name !== undefined && REGISTERING.has(name)) takenByPattern.push(node);
    } else if (ts.isPropertyAccessExpression(node)) {
      if (REGISTERING.has(node.name.text) && !isCalled(node, ts)) taken.push(node);
    } else if (ts.isElementAccessExpression(node)) {
      const { argumentExpression: key } = node;
      if (ts.isStringLiteralLike(key) ? REGISTERING.has(key.text) : isCalled(node, ts)) taken.push(node);
    }
    return true;
  });
  for (const [second, name] of secondNames)
    for (const call of byName.get(second) ?? []) addTo(calls, name, call);
  return { constructions, all, calls, taken, takenByPattern, withNames, requestOptions };
}

/** `import { agentCall as ask }`, `const { agentCall: ask } = …`, `const ask = agentCall`: the second name, and the first. */
function secondName(node: ts.Node, ts_: typeof ts): [string, string] | undefined {
  const isRenaming = ts_.isImportSpecifier(node) || ts_.isExportSpecifier(node) || ts_.isBindingElement(node);
  const isConstant = ts_.isVariableDeclaration(node) && node.initializer !== undefined;
  if (!isRenaming && !isConstant) return undefined;
  const from = isRenaming ? node.propertyName : node.initializer && unwrap(node.initializer, ts_);
  const first = from !== undefined && ts_.isPropertyAccessExpression(from) ? from.name : from;
  const isKnown = first !== undefined && ts_.isIdentifier(first) && NAMES.has(first.text);
  return isKnown && ts_.isIdentifier(node.name) ? [node.name.text, first.text] : undefined;
}

/** `{ webSearchOptions: … }`, `options.webSearchOptions = …`. */
function requestOption(node: ts.Node, ts_: typeof ts): WrittenCalls['requestOptions'][number] | undefined {
  if (ts_.isPropertyAssignment(node) || ts_.isShorthandPropertyAssignment(node)) {
    const name = node.name.getText();
    const value = ts_.isPropertyAssignment(node) ? node.initializer : node.name;
    return REQUEST_OPTIONS.has(name) ? { name, value } : undefined;
  }
  if (!ts_.isBinaryExpression(node) || !ts_.isPropertyAccessExpression(node.left)) return undefined;
  const { text: name } = node.left.name;
  return REQUEST_OPTIONS.has(name) ? { name, value: node.right } : undefined;
}

/** The function whose methods a call calls: `agentCall.bind(…)`. */
function takenApart({ expression }: ts.CallExpression, ts_: typeof ts): readonly ts.Expression[] {
  const callee = unwrap(expression, ts_);
  const isMethod =
    ts_.isPropertyAccessExpression(callee) && ['bind', 'call', 'apply'].includes(callee.name.text);
  return isMethod ? namesIn(callee.expression, ts_) : [];
}

/** The names in an argument: the argument itself, or the members of an object. */
function namesIn(argument: ts.Expression, ts_: typeof ts): readonly ts.Expression[] {
  const value = unwrap(argument, ts_);
  if (ts_.isIdentifier(value) || ts_.isPropertyAccessExpression(value)) return [value];
  if (!ts_.isObjectLiteralExpression(value)) return [];
  return value.properties.flatMap((member) => {
    if (ts_.isShorthandPropertyAssignment(member)) return [member.name];
    const initial = ts_.isPropertyAssignment(member) ? unwrap(member.initializer, ts_) : undefined;
    const isName =
      initial !== undefined && (ts_.isIdentifier(initial) || ts_.isPropertyAccessExpression(initial));
    return isName ? [initial] : [];
  });
}

function isCalled(node: ts.Expression, ts_: typeof ts): boolean {
  const { parent } = wrapped(node, ts_);
  return ts_.isCallExpression(parent) && unwrap(parent.expression, ts_) === node;
}
