import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { wrapped } from '../../compiler/unwrap.js';

/** The type of what is taken apart by a pattern that is assigned to: that of `api` in `({ save } = api)`. Undefined if it is not known. */
export function patternType(pattern: ts.Expression, compiler: Compiler): ts.Type | undefined {
  const { ts, checker } = compiler;
  const outer = wrapped(pattern, ts);
  const { parent } = outer;
  if (ts.isForOfStatement(parent))
    return elementOf(checker.getTypeAtLocation(parent.expression), undefined, compiler);
  if (ts.isPropertyAssignment(parent)) {
    const whole = patternType(parent.parent, compiler);
    const { name } = parent;
    const member =
      whole && !ts.isComputedPropertyName(name) ? checker.getPropertyOfType(whole, name.text) : undefined;
    return member && checker.getTypeOfSymbol(member);
  }
  if (ts.isArrayLiteralExpression(parent)) {
    const whole = patternType(parent, compiler);
    // What wraps an element is one.
    return whole && elementOf(whole, parent.elements.indexOf(outer as ts.Expression), compiler);
  }
  if (!ts.isBinaryExpression(parent)) return undefined;
  // A default inside a pattern stands beside what is taken.
  return patternType(parent, compiler) ?? checker.getTypeAtLocation(parent.right);
}

function elementOf(list: ts.Type, index: number | undefined, { ts, checker }: Compiler): ts.Type | undefined {
  const member = index === undefined ? undefined : checker.getPropertyOfType(list, String(index));
  return member === undefined
    ? checker.getIndexTypeOfType(list, ts.IndexKind.Number)
    : checker.getTypeOfSymbol(member);
}
