import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { constrain } from '../../docs/constraint.js';
import type { TypeNode } from '../../ir/type-node.js';
import { isImpossible } from '../impossible.js';
import { cannotCarry, isFailure, joinFailures, type Lowered, mustSettle } from '../problem.js';
import type { Walk } from '../walk.js';
import type { Annotation } from '../written/annotation.js';
import { lowerObject } from './lower-object.js';
import { runtimeKind } from './runtime-types.js';
import { bothPatterns } from './template-pattern.js';
import { isFunction, isObjectType } from './type-kinds.js';
import { isTypeTag, readTypeTag, type TagConstraint } from './type-tags.js';
import { isCodecClass } from './user-codec.js';

/** Only members: the intersection is one object with all of them. */
export function isObjectIntersection(compiler: Compiler, type: ts.IntersectionType): boolean {
  return type.types.every((part) => isPlain(compiler, part));
}

/** Objects merged, primitives with brands and type tags. */
export function lowerIntersection(
  walk: Walk,
  type: ts.IntersectionType,
  annotation: Annotation | undefined,
): Lowered {
  if (isImpossible(walk.compiler, type)) return never();
  const tags = type.types
    .filter((part) => isTypeTag(part))
    .flatMap((part) => readTypeTag(walk.compiler, part));
  if (isObjectIntersection(walk.compiler, type))
    return tagged(lowerObject(walk, type, annotation), tags, walk);
  const carriers = type.types.filter((part) => !isPlain(walk.compiler, part));
  const members = type.types.filter((part) => isPlain(walk.compiler, part) && !isTypeTag(part));
  const primitive = carriers.every((part) => !isObjectType(walk.compiler.ts, part));
  if (!primitive && members.some((part) => !isBrand(part))) {
    return mustSettle('TW2013', 'is an array or a built-in object with extra members');
  }
  const lowered = carriers.map((part) => walk.lower(part, carrierAnnotation(walk, part, annotation)));
  const failures = lowered.filter(isFailure);
  if (failures.length > 0) return joinFailures(failures);
  return tagged(both(lowered.filter((node) => !isFailure(node))), tags, walk);
}

function never(): Lowered {
  return cannotCarry('TW2005', 'has the type `never`: no value fits it');
}

function isPlain(compiler: Compiler, part: ts.Type): boolean {
  const { ts, checker } = compiler;
  return (
    isObjectType(ts, part) &&
    !checker.isArrayType(part) &&
    !checker.isTupleType(part) &&
    !isFunction(part) &&
    runtimeKind(compiler, part) === undefined &&
    !isCodecClass(compiler, part)
  );
}

/** Nominal typing leaves properties that no value has: keyed by a symbol, or named `__brand` and the like. */
function isBrand(part: ts.Type): boolean {
  return part.getProperties().every(({ escapedName }) => String(escapedName).startsWith('__'));
}

/** Several carriers must be strings with patterns. Other combinations have no common schema. */
function both(nodes: readonly TypeNode[]): Lowered {
  const [first, ...others] = nodes;
  if (first === undefined) return never();
  if (others.length === 0) return first;
  const templates = nodes.map((node) => (node.kind === 'string' ? node.template : undefined));
  const [one, ...more] = templates.filter((template) => template !== undefined);
  if (one === undefined || more.length < others.length) {
    return mustSettle('TW2018', 'combines types that have no schema in common');
  }
  return { kind: 'string', template: more.reduce(bothPatterns, one) };
}

function tagged(lowered: Lowered, tags: readonly TagConstraint[], { definitions }: Walk): Lowered {
  let node = lowered;
  for (const { label, constraint } of tags) {
    if (isFailure(node)) return node;
    if (typeof constraint === 'string')
      return mustSettle('TW2031', `has the tag \`${label}\`, which needs ${constraint}`);
    const constrained = constrain(node, constraint, definitions);
    if (constrained === undefined)
      return mustSettle('TW2030', `has the tag \`${label}\`, which does not fit its type`);
    node = constrained;
  }
  return node;
}

/** The annotation of a carrier, so that an alias in it keeps its documentation. */
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
