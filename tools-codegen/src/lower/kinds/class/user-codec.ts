import { type Compiler, isInstance } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** The methods that convert objects of a type to JSON and back. */
export interface UserCodec {
  readonly toJson: ts.Signature;
  /** The signatures of the class's static `fromJSON`; undefined if the class has no such member. */
  readonly fromJson: readonly ts.Signature[] | undefined;
}

/** Returns undefined for types without `toJSON`, which are most types. */
export function findUserCodec(compiler: Compiler, type: ts.Type): UserCodec | undefined {
  const toJson = findToJson(compiler, type);
  if (toJson === undefined) return undefined;
  const next = (each: ts.Type): readonly ts.Type[] => {
    const written = findToJson(compiler, each)?.getReturnType();
    return written === undefined ? [] : [written];
  };
  // `toJSON(): this` does not declare what the JSON looks like.
  if (leadsTo(compiler, toJson.getReturnType(), type, next)) return undefined;
  return { toJson, fromJson: findStatic(compiler, type, 'fromJSON') };
}

/** Whether a class converts its instances to JSON and back. */
export function isCodecClass(compiler: Compiler, type: ts.Type): boolean {
  return findUserCodec(compiler, type)?.fromJson !== undefined;
}

/** Whether a parameter of `fromJSON` refers to the class itself, as in `fromJSON(value: Money | MoneyJson)`. */
export function takesItself(compiler: Compiler, parameter: ts.Type, type: ts.Type): boolean {
  return leadsTo(compiler, parameter, type, (each) => {
    const signatures = [findToJson(compiler, each), ...(findStatic(compiler, each, 'fromJSON') ?? [])];
    return signatures.flatMap((signature) => {
      const [taken] = signature?.getParameters() ?? [];
      const types = signature === undefined ? [] : [signature.getReturnType()];
      return taken === undefined ? types : [...types, compiler.checker.getTypeOfSymbol(taken)];
    });
  });
}

function findToJson({ ts, checker }: Compiler, type: ts.Type): ts.Signature | undefined {
  const method = type.getProperty('toJSON');
  if (method === undefined || (method.flags & ts.SymbolFlags.Optional) !== 0) return undefined;
  return checker.getTypeOfSymbol(method).getCallSignatures()[0];
}

/** Finds a static member of an instance's class. A library may declare a class as an interface and a constant. */
function findStatic(
  { ts, checker }: Compiler,
  type: ts.Type,
  name: string,
): readonly ts.Signature[] | undefined {
  if (!isInstance(ts, type) || (type.symbol.flags & ts.SymbolFlags.Value) === 0) return undefined;
  const statics = checker.getTypeOfSymbol(type.symbol);
  const isClass = (type.symbol.flags & ts.SymbolFlags.Class) !== 0;
  if (!isClass && statics.getConstructSignatures().length === 0) return undefined;
  const member = statics.getProperty(name);
  return member && checker.getTypeOfSymbol(member).getCallSignatures();
}

/** Maximum number of steps from one codec to the next. Only types that expand endlessly take more. */
const MAX_STEPS = 50;

/** Whether a value of one type may be an object of the other type, or become one during conversion to JSON. */
function leadsTo(
  { ts }: Compiler,
  start: ts.Type,
  target: ts.Type,
  next: (type: ts.Type) => readonly ts.Type[],
): boolean {
  const open = [start];
  const seen = new Set<ts.Type>();
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    if (type === target || seen.size > MAX_STEPS) return true;
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.isUnion()) open.push(...type.types);
    else if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0) open.push(...next(type));
  }
  return false;
}
