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
]);

/** Methods that fill registries. */
export const REGISTERING: ReadonlySet<string> = new Set(['register', 'registerFrom']);

/** Reads all files once, without types. */
export function findWrittenCalls(files: readonly ts.SourceFile[], compiler: Compiler): WrittenCalls {
  const { ts } = compiler;
  const constructions: ts.NewExpression[] = [];
  const calls = new Map<string, ts.CallExpression[]>();
  const withNames: WrittenCalls['withNames'][number][] = [];
  const taken: WrittenCalls['taken'][number][] = [];
  walkNodes(ts, files, (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return false;
    if (ts.isNewExpression(node)) constructions.push(node);
    else if (ts.isCallExpression(node)) {
      const name = calledName(node, compiler);
      if (name !== undefined && NAMES.has(name)) addTo(calls, name, node);
      const names = node.arguments.flatMap((argument) => namesIn(argument, ts));
      if (names.length > 0) withNames.push({ node, names });
    } else if (ts.isPropertyAccessExpression(node)) {
      if (REGISTERING.has(node.name.text) && !isCalled(node, ts)) taken.push(node);
    } else if (ts.isElementAccessExpression(node)) {
      const { argumentExpression: key } = node;
      if (ts.isStringLiteralLike(key) && REGISTERING.has(key.text)) taken.push(node);
    }
    return true;
  });
  return { constructions, calls, taken, withNames };
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
