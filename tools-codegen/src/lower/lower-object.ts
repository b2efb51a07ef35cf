import type { ts } from 'ts-morph';
import type { ObjectNode } from '../ir.js';
import type { Annotation } from './annotation.js';
import { dataMembers } from './data-members.js';
import { inKeyOrder } from './key-order.js';
import { lowerIndexes } from './lower-index.js';
import { lowerProperty } from './lower-property.js';
import { memberAnnotations } from './member-annotation.js';
import { cannotCarry, type Failure, joinFailures, type Lowered } from './problem.js';
import type { Walk } from './walk.js';

/** Interfaces, type literals, mapped types, classes as data, and intersections of these. */
export function lowerObject(walk: Walk, type: ts.Type, annotation: Annotation | undefined): Lowered {
  const { compiler } = walk;
  const members = dataMembers(compiler, type);
  if (members.length === 0 && type.isClass() && type.getProperties().length > 0) {
    return cannotCarry('TW2008', `is the class \`${type.symbol.name}\`, which has no public data`);
  }
  const parts = (type.isIntersection() ? type.types : [type]).map((part) => ({
    part,
    annotations: memberAnnotations(compiler, part, partAnnotation(walk, part, annotation)),
  }));
  const [sole] = parts;
  const ordered =
    parts.length === 1 && sole?.annotations.keys !== undefined
      ? inKeyOrder(compiler, members, sole.annotations.keys)
      : members;

  const properties: ObjectNode['properties'][number][] = [];
  const failures: Failure[] = [];
  let hidden = false;
  for (const member of ordered) {
    const owner = parts.find(({ part }) => part.getProperty(member.name) !== undefined) ?? sole;
    const lowered = lowerProperty(walk, type, member, owner?.annotations);
    if (lowered === 'hidden') hidden = true;
    else if (lowered === 'absent') continue;
    else if (lowered.kind === 'failure') failures.push(lowered);
    else properties.push(lowered.property);
  }
  const indexes = lowerIndexes(
    walk,
    type,
    parts.map(({ annotations }) => annotations),
    properties,
  );
  if (indexes.kind === 'failure') failures.push(indexes);
  if (failures.length > 0 || indexes.kind === 'failure') return joinFailures(failures);
  // A result has its hidden members all the same, so it must not be closed.
  const additional =
    indexes.additional ?? (hidden && walk.position === 'output' ? { kind: 'unknown' as const } : undefined);
  return {
    kind: 'object',
    properties,
    ...(additional === undefined ? {} : { additional }),
    ...(indexes.patterns.length === 0 ? {} : { patterns: indexes.patterns }),
  };
}

/** The written part of an intersection that stands for one of its types. */
function partAnnotation(
  { compiler: { ts, checker } }: Walk,
  part: ts.Type,
  annotation: Annotation | undefined,
): Annotation | undefined {
  if (annotation === undefined || !ts.isIntersectionTypeNode(annotation.node)) return annotation;
  const node = annotation.node.types.find((written) => checker.getTypeFromTypeNode(written) === part);
  return node === undefined ? undefined : { node, bindings: annotation.bindings };
}
