import type { ts } from 'ts-morph';
import { unwrap } from '../../compiler/unwrap.js';

/** A function that runs, and what it gets. */
export interface CalledFunction {
  readonly callee: ts.Expression;
  readonly values: readonly ts.Expression[];
}

/**
 * Finds what a call or a tagged template calls: `log` for `log(text)`, `log.call(console, text)`, `Reflect.apply(log, console, [text])`, and
 * `log.bind(console, text)`, which somebody calls later.
 */
export function calledFunction(node: ts.Node, ts_: typeof ts): CalledFunction | undefined {
  if (ts_.isTaggedTemplateExpression(node)) {
    const { tag, template } = node;
    const spans = ts_.isTemplateExpression(template) ? template.templateSpans : [];
    return { callee: unwrap(tag, ts_), values: spans.map(({ expression }) => expression) };
  }
  if (!ts_.isCallExpression(node)) return undefined;
  const callee = unwrap(node.expression, ts_);
  const [first, ...rest] = node.arguments;
  if (!ts_.isPropertyAccessExpression(callee)) return { callee, values: node.arguments };
  if (callee.getText() === 'Reflect.apply' && first !== undefined)
    return { callee: unwrap(first, ts_), values: rest.slice(1) };
  return /^(?:call|apply|bind)$/.test(callee.name.text)
    ? { callee: unwrap(callee.expression, ts_), values: rest }
    : { callee, values: node.arguments };
}
