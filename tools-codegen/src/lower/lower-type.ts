import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { applyDocs } from '../docs/apply-docs.js';
import { readSymbolDocs } from '../docs/jsdoc.js';
import { type Annotation, type Followed, followAnnotation, noBindings } from './annotation.js';
import { isThisType } from './compiler-internals.js';
import { lowerArray, lowerTuple } from './lower-array.js';
import { isObjectIntersection, lowerIntersection } from './lower-intersection.js';
import { computed, lowerEnum, lowerLiteral } from './lower-literal.js';
import { lowerObject } from './lower-object.js';
import { lowerPrimitive } from './lower-primitive.js';
import { lowerRuntime } from './lower-runtime.js';
import { lowerUnion } from './lower-union.js';
import { cannotCarry, isFailure, type Lowered, mustSettle } from './problem.js';
import { runtimeKind } from './runtime-types.js';
import type { SharedTypes } from './shared-types.js';
import { templatePattern } from './template-pattern.js';
import { canBeAbsent, isAbsent, isFunction, isObjectType, isReference } from './type-kinds.js';
import { findTypeName, namingSymbol } from './type-name.js';
import type { VariantOf } from './variants.js';
import type { Walk } from './walk.js';

/** What a type is, apart from how it is written where it is used. */
interface Identity {
  /** The declaration that names it, or from which it is made. */
  readonly symbol: ts.Symbol | undefined;
  /** Its name as a definition; undefined for what stands in place. */
  readonly name: string | undefined;
  /** Can be cyclic, or is large and used often. */
  readonly shared: boolean;
}

/** The step that all others come back to for the types inside theirs. */
export function createWalk(base: Omit<Walk, 'lower'>, shared: SharedTypes, variantOf: VariantOf): Walk {
  const { compiler } = base;
  const identities = new Map<ts.Type, Identity>();

  const identityOf = (type: ts.Type): Identity => {
    const known = identities.get(type);
    if (known !== undefined) return known;
    const name = isDefinable(walk, type) ? findTypeName(compiler, type) : undefined;
    const isShared = name !== undefined || isObjectType(compiler.ts, type) || type.isIntersection();
    const identity = { symbol: namingSymbol(compiler, type), name, shared: isShared };
    identities.set(type, identity);
    return identity;
  };

  const lower = (type: ts.Type, annotation: Annotation | undefined, fallbackName = 'Type'): Lowered => {
    const { symbol, name, shared: isShared } = identityOf(type);
    const followed = annotation === undefined ? undefined : followAnnotation(compiler, annotation);
    const body = bodyAnnotation(compiler, type, followed);
    const lowered = isShared
      ? shared.lower({
          type,
          variant: variantOf(body),
          name,
          fallbackName: (type.aliasSymbol ?? followed?.aliases[0])?.name ?? fallbackName,
          origin: symbol ?? type.symbol,
          build: () =>
            withDocs(
              walk,
              lowerKind(walk, type, body),
              name === undefined || symbol === undefined ? [] : [symbol],
            ),
        })
      : lowerKind(walk, type, type.aliasSymbol === undefined ? annotation : body);
    const aliases = usedAliases(compiler.ts, type, followed?.aliases ?? []);
    return withDocs(
      walk,
      lowered,
      name === undefined ? aliases : aliases.filter((alias) => alias !== symbol),
    );
  };

  const walk: Walk = { ...base, lower };
  return walk;
}

/** What was written inside the alias that names the type, or where the type is used. */
function bodyAnnotation(
  compiler: Compiler,
  { aliasSymbol }: ts.Type,
  followed: Followed | undefined,
): Annotation | undefined {
  if (aliasSymbol === undefined || followed?.aliases.includes(aliasSymbol) === true)
    return followed?.annotation;
  const declaration = aliasSymbol.declarations?.find(compiler.ts.isTypeAliasDeclaration);
  if (declaration === undefined) return undefined;
  return followAnnotation(compiler, { node: declaration.type, bindings: noBindings }).annotation;
}

/** The aliases whose documentation holds for the type as a whole. */
function usedAliases(ts_: typeof ts, type: ts.Type, written: readonly ts.Symbol[]): readonly ts.Symbol[] {
  const { aliasSymbol: own } = type;
  if (own !== undefined) return written.includes(own) ? written : [...written, own];
  // With `undefined` mixed in, what was written is one member of the union and gets its documentation there.
  return type.isUnion() && canBeAbsent(ts_, type) ? [] : written;
}

/** @param aliases The nearest first: it has the last word. */
function withDocs(
  { compiler, definitions, report }: Walk,
  lowered: Lowered,
  aliases: readonly ts.Symbol[],
): Lowered {
  if (isFailure(lowered)) return lowered;
  return aliases.reduceRight(
    (node, alias) => applyDocs(node, readSymbolDocs(compiler, alias), definitions, report),
    lowered,
  );
}

/** Objects, enums and real unions get a definition when they have a name; aliases of anything simpler stand in place. */
function isDefinable(walk: Walk, type: ts.Type): boolean {
  const { ts, checker } = walk.compiler;
  if (type.isUnion())
    return (
      type.types.filter((member) => !isAbsent(ts, member) && !isNull(ts, member)).length > 1 &&
      !isBoolean(ts, type)
    );
  if (type.isIntersection()) return isObjectIntersection(walk, type);
  if (!isObjectType(ts, type) || checker.isArrayType(type) || checker.isTupleType(type)) return false;
  return !isFunction(type) && runtimeKind(walk.compiler, type) === undefined;
}

function isNull(ts_: typeof ts, { flags }: ts.Type): boolean {
  return (flags & ts_.TypeFlags.Null) !== 0;
}

function isBoolean(ts_: typeof ts, { flags }: ts.Type): boolean {
  return (flags & ts_.TypeFlags.Boolean) !== 0;
}

function lowerKind(walk: Walk, type: ts.Type, annotation: Annotation | undefined): Lowered {
  const { ts, checker } = walk.compiler;
  const { TypeFlags } = ts;
  const has = (flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0;
  if (isBoolean(ts, type)) return { kind: 'boolean' };
  if (type.isUnion())
    return has(TypeFlags.EnumLiteral) ? lowerEnum(walk, type) : lowerUnion(walk, type, annotation);
  if (has(TypeFlags.StringLiteral | TypeFlags.NumberLiteral | TypeFlags.BooleanLiteral))
    return lowerLiteral(walk, type);
  if (has(TypeFlags.Enum)) return computed();
  if (type.isIntersection()) return lowerIntersection(walk, type, annotation);
  if (isObjectType(ts, type)) return lowerObjectKind(walk, type, annotation);
  if (has(TypeFlags.TemplateLiteral | TypeFlags.StringMapping)) return lowerTemplate(ts, type);
  const constraint = isThisType(type) ? checker.getBaseConstraintOfType(type) : undefined;
  if (constraint !== undefined) return walk.lower(constraint, undefined);
  if (has(TypeFlags.Instantiable))
    return mustSettle('TW2007', 'depends on a type parameter that nothing determines');
  return lowerPrimitive(walk, type);
}

function lowerObjectKind(walk: Walk, type: ts.ObjectType, annotation: Annotation | undefined): Lowered {
  const { ts, checker } = walk.compiler;
  if (isReference(ts, type) && checker.isArrayType(type)) return lowerArray(walk, type, annotation);
  if (isReference(ts, type) && checker.isTupleType(type)) return lowerTuple(walk, type, annotation);
  const runtime = runtimeKind(walk.compiler, type);
  if (runtime !== undefined) return lowerRuntime(walk, type, runtime, annotation);
  if (type.getConstructSignatures().length > 0)
    return cannotCarry('TW2001', 'is a class itself, which JSON cannot carry');
  if (isFunction(type)) return cannotCarry('TW2001', 'is a function, which JSON cannot carry');
  return lowerObject(walk, type, annotation);
}

function lowerTemplate(ts_: typeof ts, type: ts.Type): Lowered {
  const template = templatePattern(ts_, type);
  return template === undefined
    ? mustSettle('TW2018', 'is a text type that no pattern describes')
    : { kind: 'string', template };
}
