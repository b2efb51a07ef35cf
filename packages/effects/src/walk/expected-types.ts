import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';

/** Returns the types that are expected of a value. All overloads are included, because an untyped value matches all of them. */
export function expectedTypes(node: ts.Expression, analysis: Analysis): readonly ts.Type[] {
  const { compiler, symbolOf } = analysis;
  const { ts, checker } = compiler;
  const { parent } = node;
  if (isTagged(parent, ts)) return typesOfParameters(parent.parent.parent, 1, analysis);
  if (ts.isForOfStatement(parent)) {
    const target = ts.isVariableDeclarationList(parent.initializer)
      ? undefined
      : symbolOf(parent.initializer);
    return target === undefined ? [] : [checker.getTypeOfSymbol(target)];
  }
  if (ts.isSpreadElement(parent)) {
    const { parent: around } = parent;
    if (!ts.isCallExpression(around) && !ts.isNewExpression(around))
      return ts.isExpression(around) ? contextOf(around, analysis) : [];
    return typesOfParameters(around, around.arguments?.indexOf(parent) ?? 0, analysis);
  }
  const found = contextOf(node, analysis);
  if (ts.isReturnStatement(parent)) return [...found, ...inheritedResults(parent, analysis)];
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return found;
  const index = parent.arguments?.indexOf(node) ?? -1;
  if (index < 0) return found;
  return [...found, ...typesOfParameters(parent, index, analysis, index + 1)];
}

type Tagged = ts.TemplateSpan & { readonly parent: { readonly parent: ts.TaggedTemplateExpression } };

/** Whether a value is in a template that a tag function processes. */
export function isTagged(node: ts.Node, ts_: typeof ts): node is Tagged {
  return ts_.isTemplateSpan(node) && ts_.isTaggedTemplateExpression(node.parent.parent);
}

function contextOf(node: ts.Expression, { compiler: { checker } }: Analysis): readonly ts.Type[] {
  const expected = checker.getContextualType(node);
  return expected === undefined ? [] : [expected];
}

/** Returns the declared types of parameters in all overloads, between two indexes or to the end. A rest parameter has a list type. */
function typesOfParameters(
  call: ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression,
  from: number,
  { compiler: { ts, checker } }: Analysis,
  to?: number,
): readonly ts.Type[] {
  const callee = checker.getTypeAtLocation(ts.isTaggedTemplateExpression(call) ? call.tag : call.expression);
  const signatures = ts.isNewExpression(call) ? callee.getConstructSignatures() : callee.getCallSignatures();
  return signatures.flatMap((signature) => {
    const parameters = signature.getParameters();
    // Arguments beyond the last parameter belong to it if it is a rest parameter.
    const first = Math.min(from, parameters.length - 1);
    return parameters.slice(Math.max(first, 0), to).map((parameter) => checker.getTypeOfSymbol(parameter));
  });
}

/** For a method without a declared result type, returns the result types of the base members. */
function inheritedResults(
  statement: ts.ReturnStatement,
  { compiler: { ts, checker } }: Analysis,
): readonly ts.Type[] {
  const owner = ts.findAncestor(statement, ts.isFunctionLike);
  if (owner === undefined || !ts.isClassElement(owner) || owner.type !== undefined) return [];
  const { parent, name } = owner;
  if (!ts.isClassLike(parent) || name === undefined || !ts.isIdentifier(name)) return [];
  return (parent.heritageClauses ?? [])
    .flatMap((clause) => clause.types)
    .flatMap((above) => {
      const member = checker.getPropertyOfType(checker.getTypeAtLocation(above), name.text);
      if (member === undefined) return [];
      const type = checker.getTypeOfSymbol(member);
      return ts.isMethodDeclaration(owner)
        ? type.getCallSignatures().map((one) => one.getReturnType())
        : [type];
    });
}
