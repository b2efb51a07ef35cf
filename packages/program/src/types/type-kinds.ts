import type { ts } from 'ts-morph';

/** A type guard, because the compiler has none for this flag. */
export function isObjectType(ts_: typeof ts, type: ts.Type): type is ts.ObjectType {
  return (type.flags & ts_.TypeFlags.Object) !== 0;
}

export function isReference(ts_: typeof ts, type: ts.Type): type is ts.TypeReference {
  return isObjectType(ts_, type) && (type.objectFlags & ts_.ObjectFlags.Reference) !== 0;
}

export function isMapped(ts_: typeof ts, type: ts.Type): boolean {
  return isObjectType(ts_, type) && (type.objectFlags & ts_.ObjectFlags.Mapped) !== 0;
}

export function isTemplateLiteral(ts_: typeof ts, type: ts.Type): type is ts.TemplateLiteralType {
  return (type.flags & ts_.TypeFlags.TemplateLiteral) !== 0;
}

export function isStringMapping(ts_: typeof ts, type: ts.Type): type is ts.StringMappingType {
  return (type.flags & ts_.TypeFlags.StringMapping) !== 0;
}

/** Whether a type is `NoInfer<T>` of an object type. For other types, the checker returns `T` itself. */
export function isNoInfer(ts_: typeof ts, type: ts.Type): type is ts.SubstitutionType {
  return (type.flags & ts_.TypeFlags.Substitution) !== 0;
}

/** Whether a type is `undefined` or `void`. */
export function isAbsent(ts_: typeof ts, type: ts.Type): boolean {
  return (type.flags & (ts_.TypeFlags.Undefined | ts_.TypeFlags.Void)) !== 0;
}

export function canBeAbsent(ts_: typeof ts, type: ts.Type): boolean {
  return type.isUnion() ? type.types.some((member) => isAbsent(ts_, member)) : isAbsent(ts_, type);
}

/** Whether a type is an instance of a class or interface, not the class itself. */
export function isInstance(ts_: typeof ts, type: ts.Type): boolean {
  return type.isClassOrInterface() || (isReference(ts_, type) && type.target.isClassOrInterface());
}

export function isFunction(type: ts.Type): boolean {
  return type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
}

export function isBoolean(ts_: typeof ts, { flags }: ts.Type): boolean {
  return (flags & ts_.TypeFlags.Boolean) !== 0;
}
