import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { namingSymbol } from '../identity/type-name.js';
import { type Annotation, followAnnotation, referencedSymbol, writtenArguments } from './annotation.js';
import { isForeign } from './is-foreign.js';

/**
 * Finds the symbols that document a value. The documentation of a generic helper type describes the helper, so that of its type argument is
 * used instead: for `Simplify<Box>`, that of `Box`. Tags of the argument that do not fit the helper's result have no effect.
 * @param written The type as written, if known.
 */
export function describingSymbols(
  compiler: Compiler,
  symbols: readonly ts.Symbol[],
  type: ts.Type,
  written: Annotation | undefined,
  depth = 0,
): readonly Describing[] {
  return symbols.flatMap((symbol): readonly Describing[] => {
    if (!isHelper(compiler, symbol)) return [{ symbol, isArgument: depth > 0 }];
    if (depth > MAX_DEPTH) return [];
    const argument = type.aliasSymbol === symbol ? type.aliasTypeArguments?.[0] : undefined;
    // A union member is described where it is lowered.
    if (argument !== undefined && type.isUnion() && type.types.includes(argument)) return [];
    const named = argument && namingSymbol(compiler, argument);
    if (argument !== undefined && named !== undefined)
      return describingSymbols(compiler, [named], argument, undefined, depth + 1);
    const inner = argumentOf(compiler, symbol, written);
    if (inner === undefined) return [];
    return describingSymbols(compiler, namesOf(compiler, inner), type, inner, depth + 1);
  });
}

/** A declaration whose documentation applies to a value. */
export interface Describing {
  readonly symbol: ts.Symbol;
  /** Whether the symbol is the type argument of a helper. */
  readonly isArgument: boolean;
}

/** Maximum depth of nested helpers. Handwritten types are never this deep. */
const MAX_DEPTH = 20;

/** Finds the first type argument of an alias on the way to a type. */
function argumentOf(
  compiler: Compiler,
  alias: ts.Symbol,
  written: Annotation | undefined,
): Annotation | undefined {
  const use = written && followAnnotation(compiler, written, alias).annotation;
  const [node] = use === undefined ? [] : writtenArguments(compiler.ts, use.node);
  return use && node && { node, bindings: use.bindings };
}

/** Returns the aliases that lead to a type, and the type's own name. */
function namesOf(compiler: Compiler, written: Annotation): readonly ts.Symbol[] {
  const { annotation, aliases } = followAnnotation(compiler, written);
  const own = referencedSymbol(compiler, annotation.node);
  return own === undefined ? aliases : [...aliases, own];
}

/** Whether an alias is generic and either comes from a package or only transforms its argument. */
function isHelper(compiler: Compiler, symbol: ts.Symbol): boolean {
  const known = helpers.get(symbol);
  if (known !== undefined) return known;
  const { ts } = compiler;
  const alias = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  const isGeneric = alias?.typeParameters !== undefined;
  // Stops the search in circular aliases.
  helpers.set(symbol, isGeneric);
  const found = isGeneric && (isPackages(compiler, alias) || transforms(compiler, alias.type));
  helpers.set(symbol, found);
  return found;
}

/** Whether a package declares an alias. The standard library's aliases, such as `Record`, have no relevant documentation. */
function isPackages(compiler: Compiler, node: ts.Node): boolean {
  return isForeign(compiler, node) && !compiler.program.isSourceFileDefaultLibrary(node.getSourceFile());
}

const helpers = new WeakMap<ts.Symbol, boolean>();

/** Whether a generic type only transforms its argument and adds no members. */
function transforms(compiler: Compiler, node: ts.TypeNode): boolean {
  const { ts } = compiler;
  if (ts.isParenthesizedTypeNode(node)) return transforms(compiler, node.type);
  if (ts.isConditionalTypeNode(node) || ts.isIndexedAccessTypeNode(node)) return true;
  if (ts.isTypeOperatorNode(node)) return node.operator === ts.SyntaxKind.KeyOfKeyword;
  if (ts.isMappedTypeNode(node)) return readsMembers(compiler, node);
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node))
    return node.types.every((part) => saysNothing(ts, part) || transforms(compiler, part));
  if (!ts.isTypeReferenceNode(node)) return false;
  const symbol = referencedSymbol(compiler, node);
  if (symbol === undefined) return false;
  if ((symbol.flags & ts.SymbolFlags.TypeParameter) !== 0) return true;
  return node.typeArguments !== undefined && isHelper(compiler, symbol);
}

/** Whether a type carries no information: `{}`, `null` or `undefined`. */
function saysNothing(ts_: typeof ts, node: ts.TypeNode): boolean {
  return (
    (ts_.isTypeLiteralNode(node) && node.members.length === 0) ||
    node.kind === ts_.SyntaxKind.UndefinedKeyword ||
    (ts_.isLiteralTypeNode(node) && node.literal.kind === ts_.SyntaxKind.NullKeyword)
  );
}

/** Whether a mapped type takes its members' types from another type, with `T[K]`. */
function readsMembers({ ts, checker }: Compiler, { typeParameter, type }: ts.MappedTypeNode): boolean {
  const key = checker.getSymbolAtLocation(typeParameter.name);
  const reads = (node: ts.Node): boolean =>
    (ts.isIndexedAccessTypeNode(node) && mentions(node.indexType)) || (ts.forEachChild(node, reads) ?? false);
  const mentions = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && checker.getSymbolAtLocation(node) === key) ||
    (ts.forEachChild(node, mentions) ?? false);
  return type !== undefined && reads(type);
}
