import { isBoolean, isFunction, isObjectType, isSecretType, isThisType } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { cannotCarry, type Lowered, mustSettle } from '../problem.js';
import type { Walk } from '../walk.js';
import type { Annotation } from '../written/annotation.js';
import { isForeign } from '../written/is-foreign.js';
import { lowerClass } from './class/lower-class.js';
import { lowerArray } from './lower-array.js';
import { computed, lowerEnum, lowerLiteral } from './lower-literal.js';
import { lowerObject } from './lower-object.js';
import { lowerPrimitive } from './lower-primitive.js';
import { lowerRuntime } from './lower-runtime.js';
import { runtimeKind } from './runtime-types.js';
import { templatePattern } from './template-pattern.js';
import { lowerIntersection } from './union/lower-intersection.js';
import { lowerUnion } from './union/lower-union.js';
import { reportLostDocs } from './union/union-docs.js';

/** Lowers a type by dispatching on its kind, without looking up types that have already been lowered. */
export function lowerKind(walk: Walk, type: ts.Type, annotation: Annotation | undefined): Lowered {
  const { ts, checker } = walk.compiler;
  const { TypeFlags } = ts;
  const has = (flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0;
  if (isBoolean(ts, type)) {
    reportLostDocs(walk, annotation, []);
    return { kind: 'boolean' };
  }
  if (type.isUnion())
    return has(TypeFlags.EnumLiteral) ? lowerEnum(walk, type) : lowerUnion(walk, type, annotation);
  if (has(TypeFlags.StringLiteral | TypeFlags.NumberLiteral | TypeFlags.BooleanLiteral))
    return lowerLiteral(walk, type);
  if (has(TypeFlags.Enum)) return computed();
  if (type.isIntersection() && isSecretType(type)) return secretFound();
  if (type.isIntersection()) return lowerIntersection(walk, type, annotation);
  if (has(TypeFlags.Any) && isForeign(walk.compiler, walk.source)) {
    walk.onForeign();
    return { kind: 'unknown', foreign: true };
  }
  if (isObjectType(ts, type)) return lowerObjectKind(walk, type, annotation);
  if (has(TypeFlags.TemplateLiteral | TypeFlags.StringMapping)) return lowerTemplate(ts, type);
  const constraint = isThisType(type) ? checker.getBaseConstraintOfType(type) : undefined;
  if (constraint !== undefined) return walk.lower(constraint, undefined);
  if (has(TypeFlags.Instantiable))
    return mustSettle('TW2007', 'depends on a type parameter that is not bound to a type');
  return lowerPrimitive(walk, type);
}

function lowerObjectKind(walk: Walk, type: ts.ObjectType, annotation: Annotation | undefined): Lowered {
  const { checker } = walk.compiler;
  if (isSecretType(type)) return secretFound();
  const isArray = checker.isArrayType(type) || checker.isTupleType(type);
  const runtime = isArray ? undefined : runtimeKind(walk.compiler, type);
  if (runtime !== undefined) return lowerRuntime(walk, type, runtime, annotation);
  const known = (isArray ? undefined : lowerClass(walk, type)) ?? lowerArray(walk, type, annotation);
  if (known !== undefined) return known;
  if (type.getConstructSignatures().length > 0)
    return cannotCarry('TW2001', 'is a class constructor, which JSON cannot carry', instanceHint(type));
  if (isFunction(type)) return cannotCarry('TW2001', 'is a function, which JSON cannot carry');
  return lowerObject(walk, type, annotation);
}

/** Fails even for an optional member: the schema could omit it, but the value would still be there. */
function secretFound(): Lowered {
  return mustSettle('TW2050', 'is a secret, which models must neither read nor write');
}

function instanceHint({ symbol }: ts.Type): string | undefined {
  const name: string | undefined = symbol?.name;
  if (name === undefined || name.startsWith('__')) return undefined;
  return `Use \`${name}\`, the instance type, instead of \`typeof ${name}\`.`;
}

function lowerTemplate(ts_: typeof ts, type: ts.Type): Lowered {
  const template = templatePattern(ts_, type);
  return template === undefined
    ? mustSettle('TW2018', 'is a string type that no pattern describes')
    : { kind: 'string', template };
}
