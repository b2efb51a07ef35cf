import { type Compiler, unwrap, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { walkNodes } from '../../sources/walk-nodes.js';
import { calledName, type WrittenCalls } from './flow-context.js';

/** Methods that fill registries. */
export const REGISTERING: ReadonlySet<string> = new Set(['register', 'registerFrom']);
/** Request options that may enable the provider's built-in tools. */
const REQUEST_OPTIONS: ReadonlySet<string> = new Set(['webSearchOptions', 'extraBody']);

/** Finds calls of interest by reading all files once, without types. */
export function findWrittenCalls(files: readonly ts.SourceFile[], compiler: Compiler): WrittenCalls {
  const { ts } = compiler;
  const constructions: ts.NewExpression[] = [];
  const all: ts.CallExpression[] = [];
  const registering: ts.CallExpression[] = [];
  const taken: WrittenCalls['taken'][number][] = [];
  const takenByPattern: ts.BindingElement[] = [];
  const requestOptions: WrittenCalls['requestOptions'][number][] = [];
  walkNodes(ts, files, (node) => {
    if (ts.isTypeNode(node)) return false;
    const option = requestOption(node, ts);
    if (option !== undefined) requestOptions.push(option);
    if (ts.isNewExpression(node)) constructions.push(node);
    else if (ts.isCallExpression(node)) {
      all.push(node);
      const name = calledName(node, compiler) ?? '';
      if (REGISTERING.has(name) || name === 'addTo') registering.push(node);
    } else if (ts.isBindingElement(node)) {
      const { propertyName: key = node.name } = node;
      if ('text' in key && REGISTERING.has(String(key.text))) takenByPattern.push(node);
    } else if (ts.isPropertyAccessExpression(node)) {
      if (REGISTERING.has(node.name.text) && !isCalled(node, ts)) taken.push(node);
    } else if (ts.isElementAccessExpression(node)) {
      const { argumentExpression: key } = node;
      if (ts.isStringLiteralLike(key) ? REGISTERING.has(key.text) : isCalled(node, ts)) taken.push(node);
    }
    return true;
  });
  return { constructions, all, registering, taken, takenByPattern, requestOptions };
}

/** Reads `{ webSearchOptions: … }` or `options.webSearchOptions = …`. */
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

function isCalled(node: ts.Expression, ts_: typeof ts): boolean {
  const { parent } = wrapped(node, ts_);
  return ts_.isCallExpression(parent) && unwrap(parent.expression, ts_) === node;
}
