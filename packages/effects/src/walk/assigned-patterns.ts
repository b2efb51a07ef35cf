import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';
import { elementsOf, type Value } from './holder-types.js';
import { isPatternTarget } from './positions.js';

/**
 * Returns the types of the values that an assignment destructures, such as `[first]` in `({ lines: [first] } = text)`; empty for other
 * values.
 */
export function assignedTypes(pattern: Value, analysis: Analysis): readonly ts.Type[] {
  return isPatternTarget(pattern, analysis.compiler.ts) ? typesAt(pattern, analysis) : [];
}

function typesAt(pattern: ts.Node, analysis: Analysis): readonly ts.Type[] {
  const { ts, checker } = analysis.compiler;
  const { parent } = pattern;
  if (ts.isBinaryExpression(parent)) {
    // A default value is used only for missing values, so the assignment's own values are read too.
    const given = isPatternTarget(parent, ts) ? typesAt(parent, analysis) : [];
    return [checker.getTypeAtLocation(parent.right), ...given];
  }
  if (ts.isForOfStatement(parent)) return elementsOf(checker.getTypeAtLocation(parent.expression), analysis);
  if (ts.isArrayLiteralExpression(parent))
    return typesAt(parent, analysis).flatMap((type) => elementsOf(type, analysis));
  if (!ts.isPropertyAssignment(parent) || ts.isComputedPropertyName(parent.name)) return [];
  const name = parent.name.text;
  return typesAt(parent.parent, analysis).flatMap((type) => {
    const member = checker.getPropertyOfType(checker.getApparentType(type), name);
    return member === undefined ? [] : [checker.getTypeOfSymbol(member)];
  });
}
