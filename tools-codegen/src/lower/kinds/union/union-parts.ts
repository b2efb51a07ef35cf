import { type Compiler, isAbsent, isUntrustedTag } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isImpossible, isWithoutElements } from '../../impossible.js';
import type { Annotation } from '../../written/annotation.js';
import { inOwnOrder, visitDeclared } from '../../written/declared-order.js';

/** A member of a union as written: a single type, or a named union or enum. */
export interface UnionPart {
  readonly type: ts.Type;
  readonly annotation: Annotation | undefined;
}

/** Returns the members of a union in source order, without `undefined`. The checker has flattened nested unions. */
export function unionParts(
  compiler: Compiler,
  union: ts.UnionType,
  annotation: Annotation | undefined,
): UnionPart[] {
  const { ts } = compiler;
  const remaining = new Set(
    union.types.filter(
      (type) =>
        !isAbsent(ts, type) &&
        !isUntrustedTag(type) &&
        !isImpossible(compiler, type) &&
        !isWithoutElements(compiler, type),
    ),
  );
  const parts: UnionPart[] = [];

  const take = (type: ts.Type, written: Annotation | undefined): boolean => {
    // An alias of an instance of another alias refers to this same union, so the search continues with its members.
    const members = type === union ? [] : groupMembers(ts, type);
    if (members.length === 0 || !members.every((member) => remaining.has(member))) return false;
    for (const member of members) remaining.delete(member);
    parts.push({ type, annotation: written });
    return true;
  };

  if (annotation !== undefined) {
    visitDeclared(compiler, annotation, (type, written) => remaining.size === 0 || take(type, written));
  }
  for (const type of inOwnOrder([...remaining])) {
    if (remaining.has(type) && !takeWhole(compiler, type, take)) take(type, undefined);
  }
  return parts;
}

/** Returns the members that a type groups together: all members of a named union, an enum or `boolean`. */
function groupMembers(ts_: typeof ts, type: ts.Type): readonly ts.Type[] {
  if (!type.isUnion()) return [type];
  const named =
    type.aliasSymbol !== undefined ||
    (type.flags & (ts_.TypeFlags.EnumLiteral | ts_.TypeFlags.Boolean)) !== 0;
  return named ? type.types.filter((member) => !isAbsent(ts_, member) && !isUntrustedTag(member)) : [];
}

/** Replaces a remaining member that no annotation shows with its whole enum or `boolean`. */
function takeWhole(
  { ts, checker }: Compiler,
  type: ts.Type,
  take: (type: ts.Type, annotation: undefined) => boolean,
): boolean {
  if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) return take(checker.getBooleanType(), undefined);
  if ((type.flags & ts.TypeFlags.EnumLiteral) === 0) return false;
  const [member] = type.symbol.declarations ?? [];
  const parent =
    member === undefined || !ts.isEnumMember(member)
      ? undefined
      : checker.getSymbolAtLocation(member.parent.name);
  return parent !== undefined && take(checker.getDeclaredTypeOfSymbol(parent), undefined);
}
