import { isReference } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { LostPart } from '../../ir/type-node.js';
import { type Failure, isFailure, mustSettle } from '../problem.js';
import type { Walk } from '../walk.js';
import { type Annotation, followAnnotation, writtenArguments } from '../written/annotation.js';
import { memberAnnotations } from '../written/member-annotation.js';
import { addedMembers, findArrayBase, isArrayLikeObject, withoutPlace } from './array-subtype.js';
import { type Element, joinSequences, type Sequence, sequenceOfMembers } from './sequence.js';

/** Reads the elements of an array type. Returns undefined for other types. */
export function readSequence(
  walk: Walk,
  type: ts.Type,
  annotation: Annotation | undefined,
): Sequence | Failure | undefined {
  const { ts, checker } = walk.compiler;
  if (isReference(ts, type) && checker.isTupleType(type)) return readTuple(walk, type, annotation);
  if (isReference(ts, type) && (checker.isArrayType(type) || isArrayLikeObject(walk.compiler, type))) {
    const [element] = checker.getTypeArguments(type);
    return element && arrayOf(element, elementAnnotation(walk, annotation), restMember(ts, annotation));
  }
  return readSubtype(walk, type, annotation);
}

export function arrayOf(type: ts.Type, annotation: Annotation | undefined, declaration?: ts.Node): Sequence {
  const rest = { type, annotation, declaration };
  return { kind: 'sequence', elements: [], rest, min: 0, max: Number.POSITIVE_INFINITY };
}

/** Reads a tuple: its names, optional elements and a rest element at the end. */
function readTuple(
  walk: Walk,
  type: ts.TypeReference,
  annotation: Annotation | undefined,
): Sequence | Failure {
  const { ts, checker } = walk.compiler;
  // The caller has checked `isTupleType`, so the target of the reference is a tuple.
  const { elementFlags, labeledElementDeclarations, minLength } = type.target as ts.TupleType;
  const elements: Element[] = [];
  let rest: Element | undefined;
  for (const [index, element] of checker.getTypeArguments(type).entries()) {
    const flags = elementFlags[index] ?? ts.ElementFlags.Required;
    if (rest !== undefined) return mustSettle('TW2010', 'has elements after its rest element');
    if ((flags & ts.ElementFlags.Variadic) !== 0) {
      return mustSettle('TW2007', 'spreads a type parameter that is not bound to a type');
    }
    const isRest = (flags & ts.ElementFlags.Rest) !== 0;
    const declaration = labeledElementDeclarations?.[index];
    const read = { type: element, annotation: tupleAnnotation(walk, annotation, index, isRest), declaration };
    if (isRest) rest = read;
    else elements.push({ ...read, name: elementName(ts, declaration) });
  }
  const max = rest === undefined ? elements.length : Number.POSITIVE_INFINITY;
  return { kind: 'sequence', elements, rest, min: minLength, max };
}

/** Reads a class or interface that extends an array or a tuple. */
function readSubtype(
  walk: Walk,
  type: ts.Type,
  annotation: Annotation | undefined,
): Sequence | Failure | undefined {
  const { compiler } = walk;
  const base = findArrayBase(compiler, type);
  if (base === undefined) return undefined;
  const { places, others } = addedMembers(compiler, type, base.type);
  const lost: LostPart[] = [];
  const failure = walk.unresolved.inObject(type) ?? withoutPlace(walk, type, others, lost);
  if (failure !== undefined) return failure;
  const { bindings } = memberAnnotations(compiler, type, annotation);
  const written = base.node && followAnnotation(compiler, { node: base.node, bindings }).annotation;
  const inherited = readBase(walk, type, base.type, written);
  const own = sequenceOfMembers(compiler, places);
  if (isFailure(inherited)) return inherited;
  const joined =
    own === undefined || isFailure(own)
      ? (own ?? inherited)
      : joinSequences(compiler, type, [own, inherited]);
  return isFailure(joined) ? joined : { ...joined, lost };
}

/** Reads the elements that a type inherits from its base, with its own type arguments. */
function readBase(
  walk: Walk,
  type: ts.Type,
  base: ts.Type,
  annotation: Annotation | undefined,
): Sequence | Failure {
  const { ts, checker } = walk.compiler;
  if (checker.isArrayType(base)) {
    const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    return arrayOf(element ?? checker.getAnyType(), elementAnnotation(walk, annotation));
  }
  if (isReference(ts, type) && (type.target.typeParameters ?? []).length > 0)
    return mustSettle('TW2007', 'extends a tuple in a generic type', 'Use the tuple type itself.');
  // The base of a type is an array or a tuple, and both are references.
  return readTuple(walk, base as ts.TypeReference, annotation);
}

/** Returns the member of `[...names: string[]]`, which the checker treats as an array. */
function restMember(ts_: typeof ts, annotation: Annotation | undefined): ts.Node | undefined {
  return annotation && ts_.isTupleTypeNode(annotation.node) ? annotation.node.elements[0] : undefined;
}

function elementAnnotation(
  { compiler: { ts } }: Walk,
  annotation: Annotation | undefined,
): Annotation | undefined {
  if (annotation === undefined) return undefined;
  const { node, bindings } = annotation;
  const element = ts.isArrayTypeNode(node) ? node.elementType : writtenArguments(ts, node)[0];
  return element === undefined ? undefined : { node: element, bindings };
}

function tupleAnnotation(
  walk: Walk,
  annotation: Annotation | undefined,
  index: number,
  isRest: boolean,
): Annotation | undefined {
  const { ts } = walk.compiler;
  if (annotation === undefined || !ts.isTupleTypeNode(annotation.node)) return undefined;
  const { bindings } = annotation;
  const node = annotation.node.elements[index];
  if (node === undefined) return undefined;
  if (!isRest) return ts.isRestTypeNode(node) ? undefined : { node, bindings };
  const spread = ts.isRestTypeNode(node) || ts.isNamedTupleMember(node) ? node.type : node;
  return elementAnnotation(walk, { node: spread, bindings });
}

function elementName(ts_: typeof ts, declaration: ts.Node | undefined): string | undefined {
  if (declaration === undefined || !(ts_.isNamedTupleMember(declaration) || ts_.isParameter(declaration)))
    return undefined;
  return ts_.isIdentifier(declaration.name) ? declaration.name.text : undefined;
}
