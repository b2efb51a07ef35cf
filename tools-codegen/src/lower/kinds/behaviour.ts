import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { holdsFunction, isCallable, isSymbolKeyed } from './data-members.js';

/** A member of a class that is not public data. */
export interface Behaviour {
  readonly kind: 'method' | 'accessor' | 'private member';
  readonly declaration: ts.Declaration;
  /** The name in the source, such as `#cents`. */
  readonly name: string;
  /** Whether each instance has the member as its own property, which `JSON.stringify` writes. */
  readonly isOwn: boolean;
}

/** Returns the first member that code would miss on a plain object, such as "method `plus`". Public members come first. */
export function findBehaviour({ ts }: Compiler, members: readonly ts.Symbol[]): string | undefined {
  const found = members.flatMap((member) => {
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
    return isOptional ? [] : behaviourOf(ts, member);
  });
  const first = found.find(({ kind }) => kind !== 'private member') ?? found[0];
  return first && `${first.kind} \`${first.name}\``;
}

/** Returns members that are written to JSON although the type does not declare them as data. */
export function findOwnBehaviour({ ts }: Compiler, members: readonly ts.Symbol[]): readonly Behaviour[] {
  return members.flatMap((member) => behaviourOf(ts, member)).filter(({ isOwn }) => isOwn);
}

/**
 * Returns the behaviour of a member. Empty for private methods, which only public methods and the constructor call, and for fields without
 * a value that only make a type nominal: `declare private readonly brand: void`.
 */
function behaviourOf(ts_: typeof ts, member: ts.Symbol): Behaviour[] {
  const declaration = member.valueDeclaration ?? member.declarations?.[0];
  if (declaration === undefined || (isSymbolKeyed(member) && !isCallable(ts_, declaration))) return [];
  const node = ts_.getNameOfDeclaration(declaration);
  const name = node?.getText() ?? member.name;
  const { Private, Protected, Ambient } = ts_.ModifierFlags;
  const modifiers = ts_.getCombinedModifierFlags(declaration);
  const isField = ts_.isPropertyDeclaration(declaration);
  const isFunctionField = isField && holdsFunction(ts_, declaration);
  const isHashed = node !== undefined && ts_.isPrivateIdentifier(node);
  if (isFunctionField && !isHashed) return [{ kind: 'method', declaration, name, isOwn: true }];
  if (isHashed || (modifiers & (Private | Protected)) !== 0) {
    const isBrand = isField && (declaration.exclamationToken !== undefined || (modifiers & Ambient) !== 0);
    const isState = (isField && !isFunctionField && !isBrand) || ts_.isParameter(declaration);
    return isState ? [{ kind: 'private member', declaration, name, isOwn: !isHashed }] : [];
  }
  return [
    { kind: ts_.isMethodDeclaration(declaration) ? 'method' : 'accessor', declaration, name, isOwn: false },
  ];
}
