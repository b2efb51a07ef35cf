import { type Compiler, canBeAbsent, readDocs, reportLooseDocs } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { applyDocs } from '../../docs/apply-docs.js';
import type { LostPart, TupleNode, TypeNode } from '../../ir/type-node.js';
import { canLeaveOut, leaveOut, withLost } from '../left-out.js';
import { cannotCarry, type Failure, isFailure, joinFailures, type Lowered, within } from '../problem.js';
import type { Walk } from '../walk.js';
import type { Annotation } from '../written/annotation.js';
import { addedMembers, withoutPlace } from './array-subtype.js';
import { arrayOf, readSequence } from './read-sequence.js';
import { type Element, joinSequences, type Sequence, sequenceOfMembers } from './sequence.js';
import { orNull } from './union/lower-union.js';

/** Lowers `T[]`, tuples, and classes and interfaces that extend them. Returns undefined for other types. */
export function lowerArray(
  walk: Walk,
  type: ts.Type,
  annotation: Annotation | undefined,
): Lowered | undefined {
  const sequence = readSequence(walk, type, annotation);
  return sequence === undefined || isFailure(sequence) ? sequence : lowerSequence(walk, sequence);
}

/**
 * Lowers an intersection of array types. @param members The other types of the intersection, such as `{ 0: Tag }` or `{ [index: number]:
 * Tag }`.
 */
export function lowerArrays(
  walk: Walk,
  type: ts.Type,
  arrays: readonly Element[],
  members: readonly ts.Type[],
): Lowered {
  const sequences: Sequence[] = [];
  const lost: LostPart[] = [];
  const add = (read: Sequence | Failure | undefined): Failure | undefined => {
    if (read === undefined || isFailure(read)) return read;
    sequences.push(read);
    return undefined;
  };
  for (const array of arrays) {
    const failure = add(readSequence(walk, array.type, array.annotation));
    if (failure !== undefined) return failure;
  }
  for (const member of members) {
    const { places, others } = addedMembers(walk.compiler, member, undefined);
    const failure = withoutPlace(walk, member, others, lost) ?? add(sequenceOfMembers(walk.compiler, places));
    if (failure !== undefined) return failure;
    const indexed = walk.compiler.checker.getIndexTypeOfType(member, walk.compiler.ts.IndexKind.Number);
    if (indexed !== undefined) sequences.push(arrayOf(indexed, undefined));
  }
  const joined = joinSequences(walk.compiler, type, sequences);
  return isFailure(joined) ? joined : lowerSequence(walk, { ...joined, lost });
}

const FOLLOWS = cannotCarry('TW2047', 'follows an element that is omitted');

function lowerSequence(walk: Walk, sequence: Sequence): Lowered {
  const { elements, rest, min, max } = sequence;
  const failures: Failure[] = [];
  const lost = [...(sequence.lost ?? [])];
  const { compiler, definitions, report } = walk;
  const lower = ({ type, annotation, declaration }: Element, step: string): TypeNode | undefined => {
    const lowered = lowerElement(walk, type, annotation);
    // The JSDoc of a parameter belongs to its function.
    const isMember = declaration !== undefined && compiler.ts.isNamedTupleMember(declaration);
    if (isMember) reportLooseDocs(compiler, declaration, report);
    const documented = isMember ? declaration : tupleElement(compiler, annotation);
    if (!isFailure(lowered))
      return documented === undefined
        ? lowered
        : applyDocs(lowered, readDocs(compiler, documented), definitions, report);
    // Elements after an optional element may also be absent.
    if (elements.length > 0 && Number(step || elements.length) >= min && canLeaveOut(walk, lowered))
      lost.push(...leaveOut(walk, lowered, type, declaration ?? annotation?.node));
    else failures.push(within(`[${step}]`, lowered));
    return undefined;
  };
  const lowered: TupleNode['elements'][number][] = [];
  let isCut = false;
  for (const [index, element] of elements.entries()) {
    const type = lower(element, String(index));
    const { name } = element;
    if (type === undefined) isCut = true;
    else if (isCut)
      lost.push(...leaveOut(walk, FOLLOWS, element.type, element.declaration ?? element.annotation?.node));
    else lowered.push({ type, optional: index >= min, ...(name === undefined ? {} : { name }) });
  }
  const items = rest && lower(rest, '');
  if (rest && items && isCut)
    lost.push(...leaveOut(walk, FOLLOWS, rest.type, rest.declaration ?? rest.annotation?.node));
  if (failures.length > 0) return joinFailures(failures);
  if (elements.length > 0 || items === undefined) {
    const tuple = { kind: 'tuple', elements: lowered, ...(items && !isCut ? { rest: items } : {}) } as const;
    return withLost(tuple, lost);
  }
  const limits = {
    ...(min > 0 ? { minItems: min } : {}),
    ...(Number.isFinite(max) ? { maxItems: max } : {}),
  };
  return withLost({ kind: 'array', items, ...limits }, lost);
}

function tupleElement({ ts }: Compiler, annotation: Annotation | undefined): ts.TypeNode | undefined {
  const node = annotation?.node;
  // Nodes that the compiler synthesizes have no parent.
  const parent: ts.Node | undefined = node?.parent;
  return parent !== undefined && ts.isTupleTypeNode(parent) ? node : undefined;
}

/** Lowers an element. In a result, an undefined element becomes null; a model cannot send undefined. */
function lowerElement(walk: Walk, type: ts.Type, annotation: Annotation | undefined): Lowered {
  const lowered = walk.lower(type, annotation);
  if (isFailure(lowered) || walk.position === 'input' || !canBeAbsent(walk.compiler.ts, type)) return lowered;
  return orNull(lowered);
}
