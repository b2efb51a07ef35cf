import type { ts } from 'ts-morph';
import type { Analysis } from './analysis.js';

export function hasBody(declaration: ts.FunctionDeclaration, { compiler: { checker } }: Analysis): boolean {
  const symbol = declaration.name && checker.getSymbolAtLocation(declaration.name);
  return symbol?.declarations?.some((one) => 'body' in one && one.body !== undefined) ?? false;
}

export function hasOverload(member: ts.MethodDeclaration | ts.AccessorDeclaration, ts_: typeof ts): boolean {
  const isAbstractMember = (ts_.getCombinedModifierFlags(member) & ts_.ModifierFlags.Abstract) !== 0;
  return !isAbstractMember && member.body === undefined && !isAmbient(member.parent, ts_);
}

/** Whether a declaration is a `declare class`. */
export function isAmbient(owner: ts.Node, ts_: typeof ts): boolean {
  return (
    ts_.isClassDeclaration(owner) && (ts_.getCombinedModifierFlags(owner) & ts_.ModifierFlags.Ambient) !== 0
  );
}

export function nameOf(declaration: ts.Declaration, ts_: typeof ts): string {
  const name = ts_.getNameOfDeclaration(declaration);
  return name !== undefined && (ts_.isIdentifier(name) || ts_.isStringLiteral(name))
    ? name.text
    : (name?.getText() ?? 'it');
}

/** Formats a member with its owner: `Store.save`. */
export function describe(member: ts.Declaration, ts_: typeof ts): string {
  const owner = ts_.findAncestor(
    member.parent,
    (node) => ts_.isClassLike(node) || ts_.isInterfaceDeclaration(node) || ts_.isTypeAliasDeclaration(node),
  );
  const name = owner && ts_.getNameOfDeclaration(owner as ts.Declaration)?.getText(); // each of the three is a declaration
  return name === undefined ? nameOf(member, ts_) : `${name}.${nameOf(member, ts_)}`;
}
