import {
  type Compiler,
  canBeAbsent,
  isErrorType,
  isNoInfer,
  isUntrustedAlias,
  readSymbolDocs,
  untrustedValue,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { applyDocs } from '../docs/apply-docs.js';
import { createIdentities } from './identity/identity.js';
import type { SharedTypes } from './identity/shared-types.js';
import { pascalCase } from './identity/type-name.js';
import { lowerKind } from './kinds/lower-kind.js';
import { lowerPrimitive } from './kinds/lower-primitive.js';
import { isNotNull, NOT_NULL } from './kinds/union/not-null.js';
import type { VariantOf } from './kinds/union/variants.js';
import { type Failure, isFailure, type Lowered } from './problem.js';
import type { Walk } from './walk.js';
import {
  type Annotation,
  type Followed,
  followAnnotation,
  noBindings,
  writtenArguments,
} from './written/annotation.js';
import { type Describing, describingSymbols } from './written/describing-symbols.js';
import { isForeign } from './written/is-foreign.js';

/** Creates the central step of lowering, which all other steps call for inner types. */
export function createWalk(
  base: Omit<Walk, 'lower' | 'source' | 'losses'>,
  shared: SharedTypes,
  variantOf: VariantOf,
): Walk {
  const { compiler } = base;
  const identityOf = createIdentities(compiler);
  /** Unnamed types from which a part was omitted. The omission is reported wherever such a type is written. */
  const lossy = new Set<ts.Type>();

  const lower: Walk['lower'] = (type, written, place = 'Type', declared = undefined) => {
    if (isPlainKeyword(compiler.ts, type, written) || isErrorType(type))
      return lowerPrimitive(walk, type, written);
    if (isNotNull(compiler, type)) return NOT_NULL;
    if (isNoInfer(compiler.ts, type)) return lower(type.baseType, argumentOf(compiler.ts, written), place);
    const untrusted = untrustedValue(type);
    if (untrusted !== undefined) return lower(untrusted, argumentOf(compiler.ts, written), place);
    const { symbol, name, shared: isShared, holdsAny } = identityOf(type);
    const isNamed = name !== undefined;
    const annotation = saysNoMore(compiler.ts, written, symbol) ? undefined : written;
    const followed = annotation === undefined ? undefined : followAnnotation(compiler, annotation);
    const body = bodyAnnotation(compiler, type, followed);
    const use =
      writtenOutside(compiler, [followed?.annotation.node, annotation?.node]) ?? declared ?? walk.source;
    const source = (isNamed ? symbol?.declarations?.[0] : undefined) ?? use;
    const describing = (symbols: readonly ts.Symbol[], at = annotation): readonly Describing[] =>
      describingSymbols(compiler, symbols, type, at);
    /** Returns the symbols that describe the type: its name, and the aliases inside its declaration. */
    const ownNames = (): readonly Describing[] => {
      if (!isNamed || symbol === undefined) return [];
      const node = aliasedNode(compiler, type);
      const inside = node && { node, bindings: noBindings };
      const aliases = inside === undefined ? [] : followAnnotation(compiler, inside).aliases;
      return [...describing([symbol]), ...describing(aliases, inside)];
    };
    const inSource = (run: () => Lowered): Lowered => {
      const around = walk.source;
      walk.source = source;
      const lowered = run();
      walk.source = around;
      return lowered;
    };
    const build = (): Lowered => {
      const before = walk.losses;
      const built = inSource(() => withDocs(walk, lowerKind(walk, type, body), ownNames()));
      if (!isNamed && walk.losses > before) lossy.add(type);
      return built;
    };
    // An unnamed type with omitted parts is built again, to report them here too; inside itself, it is already known.
    const isAgain = lossy.delete(type);
    const lowered = isAgain
      ? build()
      : isShared
        ? shared.lower({
            type,
            variant: variantOf(body) + (holdsAny && isForeign(compiler, use) ? ' foreign' : ''),
            name,
            fallbackName: () => (type.aliasSymbol ?? followed?.aliases[0])?.name ?? pascalCase(place),
            origin: symbol ?? type.symbol,
            build,
          })
        : inSource(() => lowerKind(walk, type, type.aliasSymbol === undefined ? annotation : body));
    const nodes = [annotation?.node, followed?.annotation.node, aliasedNode(compiler, type)];
    const missing = findMissing(walk, nodes, isFailure(lowered) ? isComputed : mayVanish);
    if (missing !== undefined && !isOnlyFunction(lowered)) return missing;
    const aliases = usedAliases(compiler.ts, type, followed?.aliases ?? []).filter(
      (alias) => !isUntrustedAlias(alias),
    );
    const outer = isNamed ? outsideOf(symbol, aliases, annotation, aliasedNode(compiler, type)) : aliases;
    // A helper type may return its own argument.
    const isOwn = (one: Describing): boolean => isNamed && one.symbol === symbol;
    return withDocs(
      walk,
      lowered,
      describing(outer).filter((one) => !isOwn(one)),
    );
  };

  const walk: Walk = { ...base, source: undefined, losses: 0, lower };
  return walk;
}

/** Returns the first node outside the standard library: `Record` and other library types do not show who wrote a type. */
function writtenOutside({ program }: Compiler, nodes: readonly (ts.Node | undefined)[]): ts.Node | undefined {
  return nodes.find((node) => node && !program.isSourceFileDefaultLibrary(node.getSourceFile()));
}

function argumentOf(ts_: typeof ts, written: Annotation | undefined): Annotation | undefined {
  const node = written && writtenArguments(ts_, written.node)[0];
  return node && written && { node, bindings: written.bindings };
}

/** Whether a type is `string` or `number`, written or inferred: by far the most common types. */
function isPlainKeyword(
  { TypeFlags, SyntaxKind }: typeof ts,
  { flags }: ts.Type,
  written: Annotation | undefined,
): boolean {
  if ((flags & (TypeFlags.String | TypeFlags.Number)) === 0) return false;
  const kind = written?.node.kind;
  return kind === undefined || kind === SyntaxKind.StringKeyword || kind === SyntaxKind.NumberKeyword;
}

/** Finds an undeclared name in a computed type, whose own type does not show it. */
function findMissing(
  { compiler: { ts }, unresolved }: Walk,
  written: readonly (ts.TypeNode | undefined)[],
  concerns: (ts_: typeof ts, node: ts.TypeNode) => boolean,
): Failure | undefined {
  for (const node of written) {
    const missing = node && concerns(ts, node) ? unresolved.inType(node) : undefined;
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/** Union members that the checker resolves to `never` are not lowered. If lowering failed, the error already covers the members. */
function mayVanish(ts_: typeof ts, node: ts.TypeNode): boolean {
  return isComputed(ts_, node) || ts_.isUnionTypeNode(node) || ts_.isIntersectionTypeNode(node);
}

function isComputed(ts_: typeof ts, node: ts.TypeNode): boolean {
  return (
    ((ts_.isTypeReferenceNode(node) || ts_.isImportTypeNode(node)) && node.typeArguments !== undefined) ||
    ts_.isTypeOperatorNode(node) ||
    ts_.isTypeQueryNode(node) ||
    ts_.isIndexedAccessTypeNode(node) ||
    ts_.isConditionalTypeNode(node) ||
    ts_.isMappedTypeNode(node) ||
    ts_.isTemplateLiteralTypeNode(node)
  );
}

/** Whether the only problem is a function. An optional function member is omitted whatever its parameters are. */
function isOnlyFunction(lowered: Lowered): boolean {
  return isFailure(lowered) && lowered.problems.every(({ code }) => code === 'TW2001');
}

/** Whether an annotation only repeats the name of the type's own declaration, so that following it adds nothing. */
function saysNoMore(ts_: typeof ts, written: Annotation | undefined, symbol: ts.Symbol | undefined): boolean {
  if (written === undefined || symbol === undefined) return false;
  const { node } = written;
  if (!ts_.isTypeReferenceNode(node) || node.typeArguments !== undefined) return false;
  return ts_.isIdentifier(node.typeName) && node.typeName.text === symbol.name;
}

/** Returns the annotation inside the alias that names the type, or at the use of the type. */
function bodyAnnotation(
  compiler: Compiler,
  type: ts.Type,
  followed: Followed | undefined,
): Annotation | undefined {
  const { aliasSymbol } = type;
  if (aliasSymbol === undefined || followed?.aliases.includes(aliasSymbol) === true)
    return followed?.annotation;
  const node = aliasedNode(compiler, type);
  return node && followAnnotation(compiler, { node, bindings: noBindings }).annotation;
}

/** Returns the body of the alias that names the type. */
function aliasedNode({ ts }: Compiler, { aliasSymbol }: ts.Type): ts.TypeNode | undefined {
  return aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration)?.type;
}

/** Returns the aliases whose documentation applies to the type as a whole. */
function usedAliases(ts_: typeof ts, type: ts.Type, written: readonly ts.Symbol[]): readonly ts.Symbol[] {
  const { aliasSymbol: own } = type;
  if (own !== undefined) return written.includes(own) ? written : [...written, own];
  // In a union with `undefined`, the annotation describes only one member, which gets the documentation.
  return type.isUnion() && canBeAbsent(ts_, type) ? [] : written;
}

/** Returns the aliases that lead to the alias that names a type, but not those inside its declaration. */
function outsideOf(
  own: ts.Symbol | undefined,
  aliases: readonly ts.Symbol[],
  written: Annotation | undefined,
  declared: ts.TypeNode | undefined,
): readonly ts.Symbol[] {
  if (own === undefined || (declared !== undefined && written?.node === declared)) return [];
  const index = aliases.indexOf(own);
  return index < 0 ? aliases : aliases.slice(0, index);
}

/** @param describing Nearest first; the nearest takes precedence. */
function withDocs(
  { compiler, definitions, report }: Walk,
  lowered: Lowered,
  describing: readonly Describing[],
): Lowered {
  if (describing.length === 0 || isFailure(lowered)) return lowered;
  return describing.reduceRight(
    (node, { symbol, isArgument }) =>
      applyDocs(node, readSymbolDocs(compiler, symbol), definitions, isArgument ? () => {} : report),
    lowered,
  );
}
