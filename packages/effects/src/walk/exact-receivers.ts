import { unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type CodeMember, isCodeMember } from '../sources/source-index.js';
import { walkNodes } from '../sources/walk-nodes.js';
import type { Analysis } from './analysis.js';
import { nameOf } from './declared-code.js';

/** Maximum number of names to follow. */
const MAX_NAMES = 8;

/**
 * Returns the members that a reference to a class member may mean. If the exact classes of its object are certain, these are their members;
 * otherwise, they are the declared member and all its overrides in subclasses.
 */
export function membersAt(
  declared: CodeMember,
  name: string | undefined,
  node: ts.Node,
  analysis: Analysis,
): readonly CodeMember[] {
  const { compiler, implementations } = analysis;
  const { ts } = compiler;
  if (name === undefined || !ts.isClassElement(declared)) return [declared];
  const replaced = implementations.overridesOf(declared, name);
  if (replaced.length === 0) return [declared];
  const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  const object = isAccess ? unwrap(node.expression, ts) : undefined;
  if (object?.kind === ts.SyntaxKind.SuperKeyword) return [declared];
  const made = object && madeAt(object, analysis, MAX_NAMES);
  if (made === undefined) return [declared, ...replaced];
  const found = new Set(made.flatMap((one) => memberOf(one, name, analysis)));
  return found.size === 0 ? [declared, ...replaced] : [...found];
}

/** Returns the `new` expressions that an object comes from; undefined if it may come from elsewhere. */
function madeAt(
  value: ts.Expression,
  analysis: Analysis,
  names: number,
): readonly ts.NewExpression[] | undefined {
  const { compiler, symbolOf, implementations, isOwn } = analysis;
  const { ts } = compiler;
  const inner = unwrap(value, ts);
  if (ts.isNewExpression(inner)) return isOfExactClass(inner, analysis) ? [inner] : undefined;
  if (names === 0 || !(ts.isIdentifier(inner) || ts.isPropertyAccessExpression(inner))) return undefined;
  const declaration = symbolOf(inner)?.valueDeclaration;
  if (declaration === undefined || !isOwn(declaration.getSourceFile())) return undefined;
  const isField = ts.isPropertyDeclaration(declaration);
  if (!ts.isVariableDeclaration(declaration) && !isField) return undefined;
  if (isField && implementations.overridesOf(declaration, nameOf(declaration, ts)).length > 0)
    return undefined;
  const { initializer } = declaration;
  const stored = implementations.storedUnder(declaration, nameOf(declaration, ts));
  const all = (initializer === undefined ? stored : [initializer, ...stored]).map((one) =>
    madeAt(one, analysis, names - 1),
  );
  const certain = all.filter((one) => one !== undefined);
  return all.length > 0 && certain.length === all.length ? certain.flat() : undefined;
}

/** Whether `new` returns an instance of exactly the named class, without a decorator or a constructor that replaces it. */
function isOfExactClass({ expression }: ts.NewExpression, analysis: Analysis): boolean {
  const { compiler, symbolOf, isOwn } = analysis;
  const { ts } = compiler;
  let owner = symbolOf(expression)?.valueDeclaration;
  // Only invalid code contains a class that extends itself.
  for (let depth = 0; depth < MAX_NAMES; depth += 1) {
    if (owner === undefined || !ts.isClassLike(owner) || !isOwn(owner.getSourceFile())) return false;
    if ((ts.getDecorators(owner) ?? []).length > 0 || owner.members.some((one) => returnsValue(one, ts)))
      return false;
    const clause = owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
    const base = clause?.types[0]?.expression;
    if (base === undefined) return true;
    owner = symbolOf(base)?.valueDeclaration;
  }
  return false;
}

function returnsValue(member: ts.ClassElement, ts_: typeof ts): boolean {
  if (!ts_.isConstructorDeclaration(member) || member.body === undefined) return false;
  let found = false;
  walkNodes(ts_, [member.body], (node) => {
    if (ts_.isReturnStatement(node) && node.expression !== undefined) found = true;
    return !ts_.isFunctionLike(node) && !found;
  });
  return found;
}

function memberOf(
  made: ts.NewExpression,
  name: string,
  { compiler: { ts, checker } }: Analysis,
): CodeMember[] {
  const type = checker.getTypeAtLocation(made);
  const declarations = checker.getPropertyOfType(type, name)?.declarations ?? [];
  return declarations.filter((one): one is CodeMember => isCodeMember(one, ts));
}
