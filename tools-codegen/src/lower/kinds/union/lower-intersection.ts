import { type Compiler, isFunction, isNoInfer, isObjectType } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { constrain } from '../../../docs/constraint.js';
import type { TypeNode } from '../../../ir/type-node.js';
import { isImpossible } from '../../impossible.js';
import {
  cannotCarry,
  type Failure,
  isFailure,
  joinFailures,
  type Lowered,
  mustSettle,
} from '../../problem.js';
import type { Walk } from '../../walk.js';
import type { Annotation } from '../../written/annotation.js';
import { isArrayLike } from '../array-subtype.js';
import { nameOf } from '../class/class-reader.js';
import { isCodecClass } from '../class/user-codec.js';
import { lowerArrays } from '../lower-array.js';
import { lowerObject } from '../lower-object.js';
import { runtimeKind } from '../runtime-types.js';
import { noCommonSchema } from '../sequence.js';
import { bothPatterns } from '../template-pattern.js';
import { isTypeTag, readTypeTag, type TagConstraint } from '../type-tags.js';

/**
 * Whether all members are objects, so that the intersection is one object with all of their members. `object` adds nothing, as in `object &
 * { a: string }`.
 */
export function isObjectIntersection(compiler: Compiler, type: ts.IntersectionType): boolean {
  const { NonPrimitive } = compiler.ts.TypeFlags;
  const parts = partsOf(compiler, type).filter(({ flags }) => (flags & NonPrimitive) === 0);
  const hasMembers = parts.length === type.types.length || parts.some((part) => !isBrand(compiler, part));
  return hasMembers && parts.every((part) => isPlain(compiler, part));
}

/** Lowers an intersection: merges objects, and combines primitives with brands and type tags. */
export function lowerIntersection(
  walk: Walk,
  type: ts.IntersectionType,
  annotation: Annotation | undefined,
): Lowered {
  if (isImpossible(walk.compiler, type)) return never();
  const parts = partsOf(walk.compiler, type);
  const tags = parts.filter(isTypeTag).flatMap((part) => readTypeTag(walk.compiler, part));
  if (isObjectIntersection(walk.compiler, type))
    return tagged(lowerObject(walk, type, annotation), tags, walk);
  const carriers = parts.filter((part) => !isPlain(walk.compiler, part));
  const members = parts.filter((part) => isPlain(walk.compiler, part) && !isTypeTag(part));
  const extra = members.filter((part) => !isBrand(walk.compiler, part));
  const written = carriers.map((part) => ({
    type: part,
    annotation: carrierAnnotation(walk, part, annotation),
  }));
  const lowered = written.map((carrier) => walk.lower(carrier.type, carrier.annotation));
  const failures = lowered.filter(isFailure);
  if (failures.length > 0) return joinFailures(failures);
  const nodes = lowered.filter((node) => !isFailure(node));
  if (nodes.length + extra.length > 1 && carriers.every((part) => isArrayLike(walk.compiler, part)))
    return tagged(withLimits(lowerArrays(walk, type, written, extra), nodes, walk), tags, walk);
  const primitive = carriers.every((part) => !isObjectType(walk.compiler.ts, part));
  if (!primitive && extra.length > 0) return withMembers(walk.compiler, carriers);
  const isBranded = members.some((part) => part.getProperties().length > 0);
  const common = both(nodes) ?? withoutCommon(walk.compiler, carriers);
  return tagged(isBranded ? branded(common) : common, tags, walk);
}

function withMembers(compiler: Compiler, carriers: readonly ts.Type[]): Failure {
  const instance = carriers.find((part) => isCodecClass(compiler, part));
  const subject =
    instance === undefined
      ? 'a built-in object'
      : `an instance of the class \`${nameOf(compiler, instance)}\``;
  return mustSettle('TW2013', `is ${subject} with extra members`);
}

function withoutCommon({ checker }: Compiler, carriers: readonly ts.Type[]): Failure {
  const [last, ...others] = carriers.map((type) => `\`${checker.typeToString(type)}\``).reverse();
  const list = `${others.reverse().join(', ')} and ${last}`;
  return mustSettle('TW2036', `combines ${list}, which no single schema can describe`);
}

function branded(lowered: Lowered): Lowered {
  return lowered.kind === 'string' ? { ...lowered, branded: true } : lowered;
}

function partsOf({ ts }: Compiler, { types }: ts.IntersectionType): readonly ts.Type[] {
  return types.map((part) => (isNoInfer(ts, part) ? part.baseType : part));
}

function never(): Lowered {
  return cannotCarry('TW2005', 'has the type `never`, which has no values');
}

function isPlain(compiler: Compiler, part: ts.Type): boolean {
  const { ts } = compiler;
  return (
    isObjectType(ts, part) &&
    !isArrayLike(compiler, part) &&
    !isFunction(part) &&
    runtimeKind(compiler, part) === undefined &&
    !isCodecClass(compiler, part)
  );
}

/** Whether a part exists only for nominal typing: its properties never have values, and have symbol keys or names such as `__brand`. */
function isBrand({ ts, checker }: Compiler, part: ts.Type): boolean {
  return (
    part.getProperties().every(({ escapedName }) => String(escapedName).startsWith('__')) &&
    checker.getIndexTypeOfType(part, ts.IndexKind.Number) === undefined
  );
}

/**
 * Joins carriers, the parts of an intersection that are not plain objects. Several carriers must be strings with patterns; otherwise, they
 * have no common schema, and the result is undefined.
 */
function both(nodes: readonly TypeNode[]): Lowered | undefined {
  const [first, ...others] = nodes;
  if (first === undefined) return never();
  if (others.length === 0) return first;
  const templates = nodes.map((node) => (node.kind === 'string' ? node.template : undefined));
  const [one, ...more] = templates.filter((template) => template !== undefined);
  if (one === undefined || more.length < others.length) return undefined;
  return { kind: 'string', template: more.reduce(bothPatterns, one) };
}

/** Applies the limits and the JSDoc of the arrays to their intersection. */
function withLimits(lowered: Lowered, parts: readonly TypeNode[], { definitions }: Walk): Lowered {
  if (isFailure(lowered)) return lowered;
  const arrays = [lowered, ...parts].map((part) =>
    part.kind === 'ref' ? (definitions.get(part.id)?.node ?? part) : part,
  );
  const docs = [lowered, ...parts, ...arrays].find((part) => part.docs !== undefined)?.docs;
  const described = docs === undefined ? lowered : { ...lowered, docs };
  const required = described.kind === 'tuple' ? described.elements.filter(({ optional }) => !optional) : [];
  const limited = arrays.filter((part) => part.kind === 'array');
  const minItems = Math.max(...limited.map((part) => part.minItems ?? 0));
  const maxItems = Math.min(...limited.map((part) => part.maxItems ?? Number.POSITIVE_INFINITY));
  const isUnique = limited.some((part) => part.uniqueItems === true);
  // Tuples support no such limits.
  if (described.kind !== 'array')
    return isUnique || minItems > required.length || Number.isFinite(maxItems) ? noCommonSchema() : described;
  return {
    ...described,
    ...(minItems > 0 ? { minItems } : {}),
    ...(Number.isFinite(maxItems) ? { maxItems } : {}),
    ...(isUnique ? { uniqueItems: true } : {}),
  };
}

function tagged(lowered: Lowered, tags: readonly TagConstraint[], { definitions }: Walk): Lowered {
  let node = lowered;
  for (const { label, constraint } of tags) {
    if (isFailure(node)) return node;
    if (typeof constraint === 'string')
      return mustSettle(
        'TW2031',
        `has the tag \`${label}\`, which takes ${constraint}`,
        'Correct the argument of the type tag.',
      );
    const constrained = constrain(node, constraint, definitions);
    if (constrained === undefined)
      return mustSettle('TW2030', `has the tag \`${label}\`, which does not apply to its type`);
    node = constrained;
  }
  return node;
}

/** Finds the annotation of a carrier, so that an alias in it keeps its documentation. */
function carrierAnnotation(
  { compiler: { ts, checker } }: Walk,
  carrier: ts.Type,
  annotation: Annotation | undefined,
): Annotation | undefined {
  if (annotation === undefined || !ts.isIntersectionTypeNode(annotation.node)) return undefined;
  const node = annotation.node.types.find((part) => {
    const type = checker.getTypeFromTypeNode(part);
    return type === carrier || (type.isIntersection() && type.types.includes(carrier));
  });
  return node === undefined ? undefined : { node, bindings: annotation.bindings };
}
