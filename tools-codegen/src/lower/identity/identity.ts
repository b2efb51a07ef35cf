import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { isObjectIntersection } from '../kinds/lower-intersection.js';
import { runtimeKind } from '../kinds/runtime-types.js';
import { isAbsent, isBoolean, isFunction, isObjectType } from '../kinds/type-kinds.js';
import { findTypeName, namingSymbol } from './type-name.js';

/** What a type is, apart from how it is written where it is used. */
export interface Identity {
  /** The declaration that names it, or from which it is made. */
  readonly symbol: ts.Symbol | undefined;
  /** Its name as a definition; undefined for what stands in place. */
  readonly name: string | undefined;
  /** Can be cyclic, or is large and used often. */
  readonly shared: boolean;
}

/** Works out each type's identity once. */
export function createIdentities(compiler: Compiler): (type: ts.Type) => Identity {
  const identities = new Map<ts.Type, Identity>();
  return (type) => {
    const known = identities.get(type);
    if (known !== undefined) return known;
    const name = isDefinable(compiler, type) ? findTypeName(compiler, type) : undefined;
    const shared = name !== undefined || isObjectType(compiler.ts, type) || type.isIntersection();
    const identity = { symbol: namingSymbol(compiler, type), name, shared };
    identities.set(type, identity);
    return identity;
  };
}

/** Objects, enums and real unions get a definition when they have a name; aliases of anything simpler stand in place. */
function isDefinable(compiler: Compiler, type: ts.Type): boolean {
  const { ts, checker } = compiler;
  if (type.isUnion())
    return (
      type.types.filter((member) => !isAbsent(ts, member) && !isNull(ts, member)).length > 1 &&
      !isBoolean(ts, type)
    );
  if (type.isIntersection()) return isObjectIntersection(compiler, type);
  if (!isObjectType(ts, type) || checker.isArrayType(type) || checker.isTupleType(type)) return false;
  return !isFunction(type) && runtimeKind(compiler, type) === undefined;
}

function isNull(ts_: typeof ts, { flags }: ts.Type): boolean {
  return (flags & ts_.TypeFlags.Null) !== 0;
}
