import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';

/**
 * The code that runs where a class is declared: its base, computed names, decorators, static fields and static blocks. Constructors,
 * methods and other fields run later.
 */
export function definitionOf(owner: ts.ClassLikeDeclaration, analysis: Analysis): ts.Node[] {
  const { ts } = analysis.compiler;
  const base = owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return [
    ...decoratorsOf(owner, analysis),
    ...(base?.types.map(({ expression }) => expression) ?? []),
    ...owner.members.flatMap((member) => [
      ...decoratorsOf(member, analysis),
      ...parametersOf(member, ts).flatMap((parameter) => decoratorsOf(parameter, analysis)),
      ...computedNameOf(member, ts),
      ...staticCodeOf(member, ts),
    ]),
  ];
}

/** The decorators of a node. Toolwright's only mark, which saves the checker their calls. */
export function decoratorsOf(
  node: ts.Node,
  { compiler: { ts }, isMark, symbolOf }: Analysis,
): ts.Expression[] {
  if (!ts.canHaveDecorators(node)) return [];
  const marks = (expression: ts.Expression): boolean =>
    isMark(symbolOf(ts.isCallExpression(expression) ? expression.expression : expression));
  return (ts.getDecorators(node) ?? [])
    .map(({ expression }) => expression)
    .filter((expression) => !marks(expression));
}

/** Whether the decorators of a field put code in its place that runs with each object. Legacy decorators only look at it. */
export function isReplaced(
  field: ts.PropertyDeclaration,
  { compiler: { ts, program } }: Pick<Analysis, 'compiler'>,
): boolean {
  const isAccessor = field.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AccessorKeyword) === true;
  return isAccessor || program.getCompilerOptions().experimentalDecorators !== true;
}

/** The expression of `[key()]`. */
export function computedNameOf({ name }: ts.NamedDeclaration, ts_: typeof ts): ts.Expression[] {
  return name !== undefined && ts_.isComputedPropertyName(name) ? [name.expression] : [];
}

function parametersOf(member: ts.ClassElement, ts_: typeof ts): readonly ts.ParameterDeclaration[] {
  const hasParameters =
    ts_.isMethodDeclaration(member) || ts_.isConstructorDeclaration(member) || ts_.isAccessor(member);
  return hasParameters ? member.parameters : [];
}

function staticCodeOf(member: ts.ClassElement, ts_: typeof ts): ts.Node[] {
  if (ts_.isClassStaticBlockDeclaration(member)) return [member.body];
  const isStatic =
    ts_.isPropertyDeclaration(member) &&
    (ts_.getCombinedModifierFlags(member) & ts_.ModifierFlags.Static) !== 0;
  return isStatic && member.initializer !== undefined ? [member.initializer] : [];
}
