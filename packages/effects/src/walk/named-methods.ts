import type { ts } from 'ts-morph';
import type { CodeMember } from '../sources/source-index.js';
import type { Analysis } from './analysis.js';
import { codeOf } from './declarations.js';
import { type HoldersOf, ofValue, type Value } from './holder-types.js';
import type { UnitFacts } from './unit-facts.js';

export const ITERATION = ['Symbol.iterator'];
export const ASYNC_ITERATION = ['Symbol.asyncIterator', ...ITERATION];
/** Methods of the iterators that the methods in {@link ITERATION} and {@link ASYNC_ITERATION} return. */
const ITERATOR_METHODS = ['next', 'return', 'throw'];

export interface NamedOptions {
  /** Whether an untyped value may be any object of the program. Default: true. */
  readonly guesses?: boolean;
  /** Default: the types of the value itself. */
  readonly of?: HoldersOf;
}

/** Reaches methods with a given name that a value may have. */
export function reachNamed(
  names: readonly string[],
  value: Value,
  at: ts.Node,
  facts: UnitFacts,
  analysis: Analysis,
  { guesses = true, of = ofValue }: NamedOptions = {},
): void {
  const { compiler, implementations } = analysis;
  const { ts } = compiler;
  let holders: readonly ts.Type[] | undefined;
  for (const name of names) {
    const members = implementations.named(name);
    // Most programs have no such members, so the types need not be determined.
    if (members.length === 0) continue;
    holders ??= of(value, analysis).filter((type) => guesses || !analysis.types.isOpaque(type));
    const found = members.filter((member) => holders?.some((type) => belongsTo(member, type, analysis)));
    const others = members.filter(
      (member) => !found.includes(member) && holders?.some((type) => mayBelongTo(member, type, analysis)),
    );
    const reason = others.length === 0 ? '' : reasonOf(holders[0], name, analysis);
    for (const member of found) facts.reach(codeOf(member, ts), at);
    for (const member of others) facts.guess(codeOf(member, ts), at, reason);
    if (!ASYNC_ITERATION.includes(name)) continue;
    const next = ITERATOR_METHODS.flatMap((one) => implementations.named(one));
    if (found.some((member) => isIterator(member, ts)))
      for (const member of next) facts.reach(codeOf(member, ts), at);
    else if (others.some((member) => isIterator(member, ts)))
      for (const member of next) facts.guess(codeOf(member, ts), at, reason);
  }
}

/** Whether a method returns an iterator that the program implements itself. */
function isIterator(member: CodeMember, ts_: typeof ts): boolean {
  return !(ts_.isMethodDeclaration(member) && member.asteriskToken);
}

/** Explains why a method is unknown if its object may be of any type. */
export function guessReason(value: ts.Expression, name: string, analysis: Analysis): string {
  return reasonOf(analysis.compiler.checker.getTypeAtLocation(value), name, analysis);
}

function reasonOf(type: ts.Type | undefined, name: string, { compiler: { checker } }: Analysis): string {
  const text = type === undefined ? 'any' : checker.typeToString(type).slice(0, 40);
  return `\`${name}\` on a value of type \`${text}\``;
}

/** Whether a value of this type may have exactly this member although the type does not show it: any object may be `unknown`. */
function mayBelongTo(member: CodeMember, type: ts.Type, analysis: Analysis): boolean {
  const { ts } = analysis.compiler;
  if (type.isUnionOrIntersection()) return type.types.some((part) => mayBelongTo(member, part, analysis));
  if (analysis.types.isOpaque(type)) return true;
  const declaration = type.getSymbol()?.declarations?.[0];
  if (declaration === undefined || !ts.isInterfaceDeclaration(declaration)) return false;
  // Whether a generic class matches depends on its type arguments.
  const owner = member.parent;
  return (
    ts.isClassLike(owner) && owner.typeParameters !== undefined && analysis.isOwn(declaration.getSourceFile())
  );
}

/** Whether the type of a value, or a class or object that matches the type, has exactly this member. */
export function belongsTo(member: CodeMember, type: ts.Type, analysis: Analysis): boolean {
  const { compiler } = analysis;
  const { ts, checker } = compiler;
  if (type.isUnionOrIntersection()) return type.types.some((part) => belongsTo(member, part, analysis));
  if (!(type.flags & ts.TypeFlags.Object)) return false;
  const has = checker.getPropertiesOfType(type).some(({ declarations }) => declarations?.includes(member));
  const declaration = type.getSymbol()?.declarations?.[0];
  if (has || declaration === undefined) return has;
  // The type does not show members whose keys are symbols created at run time.
  if (member.parent === declaration) return true;
  if (ts.isClassLike(declaration)) return analysis.implementations.isHeir(member, declaration);
  if (!ts.isInterfaceDeclaration(declaration)) return false;
  if (PROTOCOLS.has(declaration.name.text)) return true;
  const owner = member.parent;
  const isOwner = ts.isClassLike(owner) || ts.isObjectLiteralExpression(owner);
  return (
    isOwner && checker.isTypeAssignableTo(checker.getWidenedType(checker.getTypeAtLocation(owner)), type)
  );
}

/** Interfaces of the language that the program's own objects implement. */
const PROTOCOLS: ReadonlySet<string> = new Set([
  'Iterable',
  'Iterator',
  'IterableIterator',
  'AsyncIterable',
  'AsyncIterator',
  'AsyncIterableIterator',
  'PromiseLike',
  'Disposable',
  'AsyncDisposable',
  'Object',
]);
