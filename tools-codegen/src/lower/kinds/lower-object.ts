import { type Compiler, isInstance } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { LostPart, PropertyNode, TypeNode } from '../../ir/type-node.js';
import { leftOutMessage } from '../left-out.js';
import { cannotCarry, type Failure, joinFailures, type Lowered, within } from '../problem.js';
import type { Walk } from '../walk.js';
import type { Annotation } from '../written/annotation.js';
import { inKeyOrder } from '../written/key-order.js';
import { type MemberAnnotations, memberAnnotations } from '../written/member-annotation.js';
import { type Behaviour, findBehaviour, findOwnBehaviour } from './behaviour.js';
import { arrivesWithout, codecHint } from './class/lower-class.js';
import { isSymbolKeyed, membersOf } from './data-members.js';
import { lowerIndexes } from './lower-index.js';
import { lowerProperty, ownDeclaration, shownMember } from './lower-property.js';

/** Lowers interfaces, type literals, mapped types, classes as data, and intersections of these. */
export function lowerObject(walk: Walk, type: ts.Type, annotation: Annotation | undefined): Lowered {
  const unresolved = findUnresolved(walk, type);
  if (unresolved !== undefined) return unresolved;
  const { data: members, others } = membersOf(walk.compiler, type);
  if (members.length === 0 && isClassWithMembers(walk.compiler, type)) {
    const says = `is the class \`${type.symbol.name}\`, which has no public data`;
    return cannotCarry('TW2008', says, codecHint(walk, type));
  }
  const isInput = walk.position === 'input';
  const missing = isInput && others.length > 0 ? findBehaviour(walk.compiler, others) : undefined;
  if (missing !== undefined) return arrivesWithout(walk, type, missing);
  const written = isInput || others.length === 0 ? [] : findOwnBehaviour(walk.compiler, others);
  const parts = partsOf(walk, type, annotation);
  const { properties, failures, hidden, lost } = lowerMembers(
    walk,
    type,
    inWrittenOrder(walk, members, parts),
    parts,
  );
  const indexes = lowerIndexes(
    walk,
    type,
    parts.map(({ annotations }) => annotations),
    properties,
  );
  if (indexes.kind === 'failure') return joinFailures([...failures, indexes]);
  failures.push(...functionFields(written));
  if (failures.length > 0) return joinFailures(failures);
  reportPrivate(walk, type, written);
  if (isInput) reportSymbolKeys(walk, type, parts);
  // A result still contains its hidden and private members, so its schema must stay open.
  const isOpen = (hidden || written.length > 0) && !isInput;
  const additional = indexes.additional ?? (isOpen ? unknownNode : undefined);
  return {
    kind: 'object',
    properties,
    ...(additional === undefined ? {} : { additional }),
    ...(indexes.patterns.length === 0 ? {} : { patterns: indexes.patterns }),
    ...(lost.length === 0 ? {} : { lost }),
  };
}

/** An object type, or one of the object types of an intersection, with the annotations of its members. */
interface Part {
  readonly type: ts.Type;
  readonly annotations: MemberAnnotations;
}

interface LoweredMembers {
  readonly properties: readonly PropertyNode[];
  readonly failures: Failure[];
  /** Whether `@hidden` omits some members. */
  readonly hidden: boolean;
  readonly lost: readonly LostPart[];
}

const unknownNode: TypeNode = { kind: 'unknown' };

/** Returns failures for fields with functions: such a result would be refused when the tool returns it. */
function functionFields(written: readonly Behaviour[]): Failure[] {
  const functions = written.filter(({ kind }) => kind === 'method');
  return functions.map(({ name, declaration }) => {
    const hint = `Make \`${name}\` a method, which results do not contain, or give the class \`toJSON()\`.`;
    const failure = cannotCarry('TW2001', 'is a function, which JSON cannot carry', hint);
    return within(`.${name}`, failure, declaration);
  });
}

/** Warns of `private` members in results: `private` has no effect at run time. */
function reportPrivate({ report }: Walk, type: ts.Type, written: readonly Behaviour[]): void {
  // An intersection has no symbol, although the TypeScript types promise one.
  const owner: ts.Symbol | undefined = type.aliasSymbol ?? type.symbol;
  for (const { name, declaration } of written) {
    const message = `The private member \`${name}\` of \`${owner?.name ?? 'an intersection'}\` is written to the result, where the model reads it.`;
    report({ code: 'TW2027', node: declaration, message });
  }
}

/** Reports data members with symbol keys, which JSON cannot contain. In an intersection, a type with only such members is a brand. */
function reportSymbolKeys(walk: Walk, type: ts.Type, parts: readonly Part[]): void {
  const { ts } = walk.compiler;
  for (const { type: part } of parts) {
    const members = part.getProperties();
    const keyed = members.filter(isSymbolKeyed);
    if (parts.length > 1 && keyed.length === members.length) continue;
    for (const member of keyed) {
      const node = ownDeclaration(walk, member);
      const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
      if (
        isOptional ||
        node === undefined ||
        !(ts.isPropertySignature(node) || ts.isPropertyDeclaration(node))
      )
        continue;
      const says = 'has a symbol as its key, which JSON does not support';
      const message = leftOutMessage(undefined, [{ part: shownMember(type, member.name), says }]);
      walk.report({ code: 'TW2047', node, message });
    }
  }
}

function isClassWithMembers({ ts }: Compiler, type: ts.Type): boolean {
  return (
    isInstance(ts, type) &&
    (type.symbol.flags & ts.SymbolFlags.Class) !== 0 &&
    type.getProperties().length > 0
  );
}

/** Finds unresolved base types, whose members would be missing. */
function findUnresolved({ unresolved }: Walk, type: ts.Type): Failure | undefined {
  for (const part of type.isIntersection() ? type.types : [type]) {
    const failure = unresolved.inObject(part);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function partsOf(walk: Walk, type: ts.Type, annotation: Annotation | undefined): readonly Part[] {
  return (type.isIntersection() ? type.types : [type]).map((part) => ({
    type: part,
    annotations: memberAnnotations(walk.compiler, part, partAnnotation(walk, part, annotation)),
  }));
}

function inWrittenOrder(
  { compiler }: Walk,
  members: readonly ts.Symbol[],
  parts: readonly Part[],
): readonly ts.Symbol[] {
  const [sole, ...others] = parts;
  const keys = others.length === 0 ? sole?.annotations.keys : undefined;
  return keys === undefined ? members : inKeyOrder(compiler, members, keys);
}

function lowerMembers(
  walk: Walk,
  type: ts.Type,
  members: readonly ts.Symbol[],
  parts: readonly Part[],
): LoweredMembers {
  const properties: PropertyNode[] = [];
  const failures: Failure[] = [];
  const lost: LostPart[] = [];
  let hidden = false;
  for (const member of members) {
    const owner =
      parts.length === 1 ? parts[0] : parts.find((part) => part.type.getProperty(member.name) !== undefined);
    const lowered = lowerProperty(walk, type, member, owner?.annotations);
    if (lowered === 'hidden') hidden = true;
    else if (lowered === 'absent') continue;
    else if (lowered.kind === 'failure') failures.push(lowered);
    else if (lowered.kind === 'lost') lost.push(...lowered.parts);
    else properties.push(lowered.property);
  }
  return { properties, failures, hidden, lost };
}

function partAnnotation(
  { compiler: { ts, checker } }: Walk,
  part: ts.Type,
  annotation: Annotation | undefined,
): Annotation | undefined {
  if (annotation === undefined || !ts.isIntersectionTypeNode(annotation.node)) return annotation;
  const node = annotation.node.types.find((written) => checker.getTypeFromTypeNode(written) === part);
  return node === undefined ? undefined : { node, bindings: annotation.bindings };
}
