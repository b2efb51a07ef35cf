import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { referencedSymbol } from './written/annotation.js';

/**
 * Determines whether a type parameter decides a condition: whether it occurs in the check type or the extends type of a conditional type,
 * in its own alias or in an alias to which it is passed.
 */
export function createDeciding(
  compiler: Compiler,
): (parameter: ts.TypeParameterDeclaration | undefined) => boolean {
  const { ts, checker } = compiler;
  const known = new Map<ts.TypeParameterDeclaration, boolean>();

  const decides = (parameter: ts.TypeParameterDeclaration | undefined): boolean => {
    if (parameter === undefined) return false;
    const before = known.get(parameter);
    if (before !== undefined) return before;
    // An alias may refer to itself.
    known.set(parameter, false);
    const symbol = checker.getSymbolAtLocation(parameter.name);
    const found = childTypes(ts, parameter.parent).some((type) => isCompared(symbol, type, false));
    known.set(parameter, found);
    return found;
  };

  const isCompared = (parameter: ts.Symbol | undefined, node: ts.Node, inConditional: boolean): boolean => {
    // The keys do not depend on the types of the members.
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword) return false;
    const symbol = referencedSymbol(compiler, node);
    if (symbol !== undefined && symbol === parameter) return inConditional;
    const alias = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
    return childTypes(ts, node).some((child, index) => {
      const isCondition =
        ts.isConditionalTypeNode(node) && (child === node.checkType || child === node.extendsType);
      const inside = inConditional || isCondition || decides(alias?.typeParameters?.[index]);
      return isCompared(parameter, child, inside);
    });
  };

  return decides;
}

/** Returns all child nodes that may contain types; excludes names, values and function bodies. */
export function childTypes(ts_: typeof ts, node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts_.forEachChild(node, (child) => {
    const isValue = ts_.isExpression(child) && !ts_.isExpressionWithTypeArguments(child);
    if (!isValue && !ts_.isBlock(child)) children.push(child);
  });
  return children;
}
