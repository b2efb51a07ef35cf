import {
  type Compiler,
  isAbsent,
  isBoolean,
  isFunction,
  isObjectType,
  isReference,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { runtimeKind } from '../kinds/runtime-types.js';
import { isObjectIntersection } from '../kinds/union/lower-intersection.js';
import { findTypeName, namingSymbol } from './type-name.js';

/** A type's identity, independent of how its uses are written. */
export interface Identity {
  /** The declaration that names or instantiates the type. */
  readonly symbol: ts.Symbol | undefined;
  /** The type's name as a definition; undefined if the type is inlined. */
  readonly name: string | undefined;
  /** Whether the type may be recursive, or is large and often used. */
  readonly shared: boolean;
  /** Whether `any` is a type argument of the type. Whether that is an error depends on who wrote it. */
  readonly holdsAny: boolean;
}

/** Determines each type's identity once. */
export function createIdentities(compiler: Compiler): (type: ts.Type) => Identity {
  const identities = new Map<ts.Type, Identity>();
  return (type) => {
    const known = identities.get(type);
    if (known !== undefined) return known;
    const name = isDefinable(compiler, type) ? findTypeName(compiler, type) : undefined;
    const holdsAny = hasAnyArgument(compiler, type);
    const shared =
      name !== undefined || (isObjectType(compiler.ts, type) && !holdsAny) || type.isIntersection();
    const identity = { symbol: namingSymbol(compiler, type), name, shared, holdsAny };
    identities.set(type, identity);
    return identity;
  };
}

/** Named objects, enums and real unions get a definition. Aliases of simpler types are inlined. */
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

/** Maximum depth of nested arrays; `type Nested = Nested[]` is infinite. */
const MAX_NESTED = 3;

/** Whether a type argument is `any`, as in `any[]`, `Record<string, any>` and `Page<any>`, or contains it, as in `any[][]`. */
function hasAnyArgument(compiler: Compiler, type: ts.Type, depth = 0): boolean {
  const { ts, checker } = compiler;
  const own = isReference(ts, type) ? checker.getTypeArguments(type) : [];
  return [...own, ...(type.aliasTypeArguments ?? [])].some((argument) => {
    if ((argument.flags & ts.TypeFlags.Any) !== 0) return true;
    const isList = checker.isArrayType(argument) || checker.isTupleType(argument);
    return isList && depth < MAX_NESTED && hasAnyArgument(compiler, argument, depth + 1);
  });
}

function isNull(ts_: typeof ts, { flags }: ts.Type): boolean {
  return (flags & ts_.TypeFlags.Null) !== 0;
}
