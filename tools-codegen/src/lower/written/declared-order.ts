import { compareText } from '@toolwright/program';
import { type Compiler, isLibraryFile } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import {
  type Annotation,
  type Bindings,
  bindArguments,
  followAnnotation,
  noBindings,
  referencedSymbol,
  writtenArguments,
} from './annotation.js';

/** Returns true to claim a type in the annotation, or false to visit its parts. */
export type Claim = (type: ts.Type, annotation: Annotation | undefined) => boolean;

/**
 * Visits the types in an annotation in source order, through aliases, type arguments and `keyof`. The checker orders union members by its
 * internal ids, which depend on which types it has seen.
 */
export function visitDeclared(compiler: Compiler, start: Annotation, claim: Claim): void {
  const { ts, checker } = compiler;
  const visited = new Set<ts.Node>();

  const visit = (annotation: Annotation): void => {
    const { node, bindings } = annotation;
    // A second visit to a node with other bindings could only change the order; skipping it breaks cycles.
    if (visited.has(node)) return;
    visited.add(node);
    if (ts.isUnionTypeNode(node)) {
      for (const member of node.types) visit({ node: member, bindings });
      return;
    }
    const type = checker.getTypeFromTypeNode(node);
    if (claim(type, annotation)) return;
    const inside = mentioned(compiler, annotation);
    for (const next of inside) visit(next);
    for (const key of ownOrder(compiler, annotation, type)) claim(key, undefined);
  };

  visit(start);
}

/**
 * Orders members without an annotation: literals by value, then built-in types, then all others by declaration. The order does not depend
 * on what the checker has seen.
 */
export function inOwnOrder(types: readonly ts.Type[]): readonly ts.Type[] {
  const literals = types.filter((type) => type.isStringLiteral() || type.isNumberLiteral());
  const others = types.filter((type) => !type.isStringLiteral() && !type.isNumberLiteral());
  return [...literals.sort(byValue), ...others.sort(byDeclaration)];
}

/** Returns the annotations inside a node that is not a union: its type arguments and the body of its target, or its parts. */
function mentioned(compiler: Compiler, { node, bindings }: Annotation): readonly Annotation[] {
  const { ts } = compiler;
  const symbol = referencedSymbol(compiler, node);
  if (symbol === undefined) {
    const parts: Annotation[] = ts.isIndexedAccessTypeNode(node)
      ? accessedMembers(compiler, node, bindings)
      : [];
    ts.forEachChild(node, (child) => {
      if (ts.isTypeNode(child)) parts.push({ node: child, bindings });
    });
    return parts;
  }
  const bound = bindings.get(symbol);
  if (bound !== undefined) return [bound];
  const written = writtenArguments(ts, node);
  const alias = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  const body =
    alias === undefined
      ? []
      : [{ node: alias.type, bindings: bindArguments(compiler, alias.typeParameters, written, bindings) }];
  return [...written.map((argument) => ({ node: argument, bindings })), ...body];
}

/** Returns the annotations of the properties that `T[K]` selects. */
function accessedMembers(
  compiler: Compiler,
  node: ts.IndexedAccessTypeNode,
  bindings: Bindings,
): Annotation[] {
  const { ts } = compiler;
  const keys = typeOf(compiler, { node: node.indexType, bindings });
  const names = new Set(
    (keys.isUnion() ? keys.types : [keys]).map((key) => (key.isStringLiteral() ? key.value : '')),
  );
  const owner = typeOf(compiler, { node: node.objectType, bindings });
  return owner.getProperties().flatMap(({ name, valueDeclaration: declaration }): Annotation[] => {
    if (!names.has(name) || declaration === undefined || !ts.isPropertySignature(declaration)) return [];
    return declaration.type === undefined ? [] : [{ node: declaration.type, bindings: noBindings }];
  });
}

function typeOf(compiler: Compiler, annotation: Annotation): ts.Type {
  return compiler.checker.getTypeFromTypeNode(followAnnotation(compiler, annotation).annotation.node);
}

/** Returns the members of a node that does not list them: keys, enum members, or elements of a constant tuple. */
function ownOrder(compiler: Compiler, { node, bindings }: Annotation, type: ts.Type): readonly ts.Type[] {
  const { ts, checker } = compiler;
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword) {
    const keys = typeOf(compiler, { node: node.type, bindings }).getProperties();
    return keys.map(({ name }) => checker.getStringLiteralType(name));
  }
  if (ts.isIndexedAccessTypeNode(node)) {
    const owner = typeOf(compiler, { node: node.objectType, bindings });
    // A tuple is a reference whose arguments are its elements.
    if (checker.isTupleType(owner)) return checker.getTypeArguments(owner as ts.TypeReference);
    // Properties without a type annotation, in declaration order.
    return owner.getProperties().map((property) => checker.getTypeOfSymbol(property));
  }
  if (!type.isUnion()) return [];
  return (type.flags & ts.TypeFlags.EnumLiteral) !== 0
    ? enumOrder(ts, checker, type)
    : inOwnOrder(type.types);
}

function enumOrder(ts_: typeof ts, checker: ts.TypeChecker, { symbol }: ts.Type): readonly ts.Type[] {
  const members = (symbol.declarations ?? [])
    .filter(ts_.isEnumDeclaration)
    .flatMap((declaration) => [...declaration.members]);
  return members.map((member) => checker.getTypeAtLocation(member));
}

/** Built-in types have no declaration, and keep the checker's fixed order. */
function byDeclaration(a: ts.Type, b: ts.Type): number {
  const [left, right] = [a, b].map(firstDeclaration);
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined);
  return compareText(fileOf(left), fileOf(right)) || left.pos - right.pos;
}

/** Returns a sort key that puts library files first, wherever the project is located. */
function fileOf(declaration: ts.Declaration): string {
  const { fileName } = declaration.getSourceFile();
  return isLibraryFile(fileName) ? ` ${fileName}` : fileName;
}

function firstDeclaration({ aliasSymbol, symbol }: ts.Type): ts.Declaration | undefined {
  // At run time, a type may lack the symbol that the TypeScript types promise.
  const named: ts.Symbol | undefined = aliasSymbol ?? symbol;
  return named?.declarations?.[0];
}

function byValue(a: ts.Type, b: ts.Type): number {
  if (a.isNumberLiteral() && b.isNumberLiteral()) return a.value - b.value;
  if (a.isStringLiteral() && b.isStringLiteral()) return a.value < b.value ? -1 : 1;
  return a.isNumberLiteral() ? -1 : 1;
}
