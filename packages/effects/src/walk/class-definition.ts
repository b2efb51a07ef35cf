import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from './analysis.js';

/**
 * Returns the code that runs when a class is declared: its base class expression, computed names, decorators, static fields and static
 * blocks. Constructors, methods and other fields run later.
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

/** Returns the decorators of a node, except Toolwright's, which only mark it. This saves type queries. */
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

/**
 * Returns the decorators that may replace a field's value with code, which then runs for each object. Legacy decorators only read the
 * field, unless they define a property with its name.
 */
export function replacersOf(field: ts.PropertyDeclaration, analysis: Analysis): readonly ts.Expression[] {
  const { ts, program } = analysis.compiler;
  const isAccessor = field.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AccessorKeyword) === true;
  const decorators = decoratorsOf(field, analysis);
  if (isAccessor || program.getCompilerOptions().experimentalDecorators !== true) return decorators;
  return decorators.filter((one) => {
    const code = ownDecorator(one, analysis);
    return code !== undefined && /\bdefineProper(?:ty|ties)\b/.test(code.getText());
  });
}

/** Whether a decorator of the program may replace the class of a member. */
export function hasOtherClass(member: ts.Node, analysis: Analysis): boolean {
  const { ts } = analysis.compiler;
  const { parent: owner } = member;
  if (!ts.isClassLike(owner)) return false;
  return decoratorsOf(owner, analysis).some((one) => {
    const code = ownDecorator(one, analysis);
    return code !== undefined && returnsOther(code, ts);
  });
}

/** Returns the function of the program that is the decorator, or that creates it. */
function ownDecorator(
  decorator: ts.Expression,
  { compiler: { ts }, symbolOf, isOwn }: Analysis,
): ts.Node | undefined {
  const name = ts.isCallExpression(decorator) ? decorator.expression : decorator;
  const declaration = symbolOf(name)?.valueDeclaration;
  if (declaration === undefined || !isOwn(declaration.getSourceFile())) return undefined;
  return ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
}

/** Whether a function may return anything but its parameter or a function that returns its own parameter. */
function returnsOther(code: ts.Node, ts_: typeof ts): boolean {
  if (!ts_.isFunctionLike(code) || !('body' in code) || code.body === undefined) return true;
  const parameters = new Set(code.parameters.map(({ name }) => name.getText()));
  const isOther = (value: ts.Expression): boolean => {
    const inner = unwrap(value, ts_);
    if (ts_.isIdentifier(inner) && (parameters.has(inner.text) || inner.text === 'undefined')) return false;
    return ts_.isFunctionLike(inner) ? returnsOther(inner, ts_) : !ts_.isVoidExpression(inner);
  };
  if (!ts_.isBlock(code.body)) return isOther(code.body);
  let found = false;
  walkNodes(ts_, [code.body], (node) => {
    if (ts_.isReturnStatement(node) && node.expression !== undefined) found ||= isOther(node.expression);
    return !found && !ts_.isFunctionLike(node);
  });
  return found;
}

/** Returns the expression of a computed name, such as `[key()]`. */
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
