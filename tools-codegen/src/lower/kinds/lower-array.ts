import type { ts } from 'ts-morph';
import type { TupleNode, TypeNode } from '../../ir/type-node.js';
import { type Failure, isFailure, joinFailures, type Lowered, mustSettle, within } from '../problem.js';
import type { Walk } from '../walk.js';
import { type Annotation, writtenArguments } from '../written/annotation.js';
import { orNull } from './lower-union.js';
import { canBeAbsent } from './type-kinds.js';

/** `T[]`, `readonly T[]`, `Array<T>`, `ReadonlyArray<T>`. */
export function lowerArray(walk: Walk, type: ts.TypeReference, annotation: Annotation | undefined): Lowered {
  const [element] = walk.compiler.checker.getTypeArguments(type);
  if (element === undefined) return { kind: 'array', items: { kind: 'unknown' } };
  const items = lowerElement(walk, element, elementAnnotation(walk, annotation));
  return isFailure(items) ? within('[]', items) : { kind: 'array', items };
}

/** Tuples with their names, optional elements and a rest at the end. */
export function lowerTuple(walk: Walk, type: ts.TypeReference, annotation: Annotation | undefined): Lowered {
  const { ts, checker } = walk.compiler;
  // `isTupleType` was asked before: the target of the reference is a tuple.
  const { elementFlags, labeledElementDeclarations } = type.target as ts.TupleType;
  const elements: TupleNode['elements'][number][] = [];
  const failures: Failure[] = [];
  let rest: TypeNode | undefined;
  for (const [index, element] of checker.getTypeArguments(type).entries()) {
    const flags = elementFlags[index] ?? ts.ElementFlags.Required;
    if (rest !== undefined) return mustSettle('TW2010', 'has elements after its rest element');
    if ((flags & ts.ElementFlags.Variadic) !== 0) {
      return mustSettle('TW2007', 'spreads a type parameter that nothing determines');
    }
    const isRest = (flags & ts.ElementFlags.Rest) !== 0;
    const lowered = lowerElement(walk, element, tupleAnnotation(walk, annotation, index, isRest));
    if (isFailure(lowered)) failures.push(within(`[${isRest ? '' : index}]`, lowered));
    else if (isRest) rest = lowered;
    else {
      const name = elementName(ts, labeledElementDeclarations?.[index]);
      const optional = (flags & ts.ElementFlags.Optional) !== 0;
      elements.push({ type: lowered, optional, ...(name === undefined ? {} : { name }) });
    }
  }
  if (failures.length > 0) return joinFailures(failures);
  return { kind: 'tuple', elements, ...(rest === undefined ? {} : { rest }) };
}

/** In a result, an undefined element becomes null. A model cannot send undefined. */
function lowerElement(walk: Walk, type: ts.Type, annotation: Annotation | undefined): Lowered {
  const lowered = walk.lower(type, annotation);
  if (isFailure(lowered) || walk.position === 'input' || !canBeAbsent(walk.compiler.ts, type)) return lowered;
  return orNull(lowered);
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
