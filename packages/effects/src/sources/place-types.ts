import type { Compiler } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { CodeTypes } from './code-types.js';

/** Determines whether values become code where a type is expected. Results are cached by type. */
export interface PlaceTypes {
  /** Whether values of a type are called, or are or contain objects with methods that the program declares. */
  becomesCode(type: ts.Type): boolean;
  /** Whether values of a type may contain unknown functions or objects. */
  mayHoldCode(type: ts.Type): boolean;
}

/** Maximum depth of object members. */
const MAX_MEMBERS = 2;
/** Maximum depth if everything deeper is treated as code. */
const MAX_HELD = 3;
/** Maximum depth of nested lists. */
const MAX_ELEMENTS = 4;

export function createPlaceTypes(
  { ts, checker }: Compiler,
  types: CodeTypes,
  isOwn: (file: ts.SourceFile) => boolean,
): PlaceTypes {
  const { TypeFlags, ObjectFlags } = ts;
  const isObject = ({ flags }: ts.Type): boolean => (flags & TypeFlags.Object) !== 0;
  const isClassOfProgram = (type: ts.Type): boolean => {
    const declared = type.getSymbol()?.declarations?.[0];
    return declared !== undefined && isOwn(declared.getSourceFile());
  };
  /** Returns the element types of lists, maps and promises, and the member types of mapped types. */
  const elementsOf = (type: ts.Type): readonly ts.Type[] => {
    const elements = checker.getIndexInfosOfType(type).map((info) => info.type);
    const flags = 'objectFlags' in type ? Number(type.objectFlags) : 0;
    if (flags & ObjectFlags.Mapped)
      elements.push(...checker.getPropertiesOfType(type).map((member) => checker.getTypeOfSymbol(member)));
    if ((flags & ObjectFlags.Reference) === 0 || isClassOfProgram(type)) return elements;
    // The flag shows that the type is a reference.
    return [...elements, ...checker.getTypeArguments(type as ts.TypeReference)];
  };
  const isCode = (type: ts.Type, members: number, elements: number): boolean => {
    if (types.isAny(type)) return false;
    if (type.isUnionOrIntersection()) return type.types.some((part) => isCode(part, members, elements));
    if (types.isCallable(type) || types.holdsCode(type)) return true;
    if (type.flags & TypeFlags.TypeParameter) {
      const bound = checker.getBaseConstraintOfType(type);
      return bound !== undefined && bound !== type && isCode(bound, members, elements);
    }
    if (!isObject(type)) return false;
    if (elements > 0 && elementsOf(type).some((element) => isCode(element, members, elements - 1)))
      return true;
    return (
      members > 0 && checker.getPropertiesOfType(type).some((member) => isCodeMember(member, members - 1))
    );
  };
  const isCodeMember = ({ declarations }: ts.Symbol, members: number): boolean => {
    const declaration = declarations?.[0];
    if (declaration === undefined || !isOwn(declaration.getSourceFile())) return false;
    if (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)) return true;
    return isCode(checker.getTypeAtLocation(declaration), members, MAX_ELEMENTS);
  };
  const holds = (type: ts.Type, depth: number): boolean => {
    if (type.isUnion()) return type.types.some((part) => holds(part, depth));
    if ((type.flags & (TypeFlags.StructuredOrInstantiable | TypeFlags.NonPrimitive)) === 0) return false;
    if (depth === 0 || !isObject(type) || types.isCallable(type) || types.holdsCode(type)) return true;
    const members = checker.getPropertiesOfType(type).map((member) => checker.getTypeOfSymbol(member));
    return [...elementsOf(type), ...members].some((one) => holds(one, depth - 1));
  };
  return {
    becomesCode: remembered((type) => isCode(type, MAX_MEMBERS, MAX_ELEMENTS)),
    mayHoldCode: remembered((type) => holds(type, MAX_HELD)),
  };
}

function remembered(answer: (type: ts.Type) => boolean): (type: ts.Type) => boolean {
  const known = new Map<ts.Type, boolean>();
  return (type) => {
    const found = known.get(type) ?? answer(type);
    known.set(type, found);
    return found;
  };
}
