import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Determines whether values of a type contain functions. */
export interface CodeTypes {
  isAny(type: ts.Type): boolean;
  isCallable(type: ts.Type): boolean;
  /** Whether a value is callable, or is a collection whose callable values cannot be told apart, such as a `Map` of functions. */
  holdsCode(type: ts.Type): boolean;
  /** Whether a value may be an object of any class: `unknown`, `object`, or a type parameter. */
  isOpaque(type: ts.Type): boolean;
}

/** Types whose code runs later: when a value is requested, or when someone subscribes. */
const PAUSED: ReadonlySet<string> = new Set([
  ...['Observable', 'ConnectableObservable'],
  ...['Generator', 'AsyncGenerator', 'IteratorObject', 'AsyncIteratorObject'],
]);

/** Types of loggers, which write to destinations that their creator chooses. */
const LOGGER = /^(?:Base)?Logger$/;
const LOGGER_FILE = /\/node_modules\/(?:pino|winston)\//;

/** Maximum depth of nested collections. */
const MAX_DEPTH = 4;

/** Results are cached by type. */
export function createCodeTypes({ ts, checker }: Compiler): CodeTypes {
  const { TypeFlags, ObjectFlags } = ts;
  const known = new Map<ts.Type, boolean>();
  const isAny = ({ flags }: ts.Type): boolean => (flags & TypeFlags.Any) !== 0;
  const isCallable = (type: ts.Type): boolean => {
    if (type.isUnion()) return type.types.some(isCallable);
    if (!(type.flags & (TypeFlags.StructuredOrInstantiable | TypeFlags.NonPrimitive))) return false;
    const apparent = checker.getApparentType(type);
    if (apparent.getCallSignatures().length > 0) return true;
    const name = apparent.getSymbol()?.name;
    return name === 'Function' || name === 'CallableFunction' || name === 'NewableFunction';
  };
  /** Examines one level after another, so that the result depends only on the type, not on earlier queries. */
  const holds = (whole: ts.Type): boolean => {
    const seen = new Set<ts.Type>();
    let level: readonly ts.Type[] = [whole];
    for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
      const fresh = level.flatMap(membersOf).filter((type) => !seen.has(type));
      for (const type of fresh) seen.add(type);
      if (fresh.some((type) => isCallable(type) || isPaused(type))) return true;
      level = depth < MAX_DEPTH ? fresh.flatMap(partsOf) : [];
    }
    return false;
  };
  /** Returns the members of a union or an intersection that may contain code. */
  const membersOf = (type: ts.Type): readonly ts.Type[] => {
    if (type.isUnionOrIntersection()) return type.types.flatMap(membersOf);
    return type.flags & TypeFlags.StructuredOrInstantiable ? [type] : [];
  };
  /** Whether the code behind a value continues later, as that of a generator does when its next value is requested. */
  const isPaused = (type: ts.Type): boolean => {
    const symbol = type.getSymbol();
    if (PAUSED.has(symbol?.name ?? '')) return true;
    const file = LOGGER.test(symbol?.name ?? '') && symbol?.declarations?.[0]?.getSourceFile().fileName;
    return typeof file === 'string' && LOGGER_FILE.test(file);
  };
  /** Returns the types of elements. Named members are skipped, because they are resolved where they are used. */
  const partsOf = (type: ts.Type): readonly ts.Type[] => {
    const elements = checker.getIndexInfosOfType(type).map((info) => info.type);
    const flags = 'objectFlags' in type ? Number(type.objectFlags) : 0;
    if (flags & ObjectFlags.Mapped)
      elements.push(...checker.getPropertiesOfType(type).map((member) => checker.getTypeOfSymbol(member)));
    if (!(flags & ObjectFlags.Reference) || isOwnClass(type)) return elements;
    // The flag shows that the type is a reference.
    return [...elements, ...checker.getTypeArguments(type as ts.TypeReference)];
  };
  const isOwnClass = (type: ts.Type): boolean =>
    type.getSymbol()?.valueDeclaration?.getSourceFile().isDeclarationFile === false;
  return {
    isAny,
    isCallable,
    holdsCode: (type) => {
      const answer = known.get(type) ?? holds(type);
      known.set(type, answer);
      return answer;
    },
    isOpaque: (type) =>
      (type.flags &
        (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive | TypeFlags.TypeParameter)) !==
      0,
  };
}
