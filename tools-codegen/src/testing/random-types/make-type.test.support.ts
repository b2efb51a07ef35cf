import {
  array,
  collection,
  conditional,
  discriminated,
  intersection,
  tuple,
  union,
} from './compounds.test.support.js';
import { mapped } from './mapped.test.support.js';
import { object, openObject, recursive } from './objects.test.support.js';
import type { RandomType, TypeScope } from './random-type.test.support.js';
import { scalar } from './scalars.test.support.js';

const COMPOUNDS = [
  object,
  object,
  openObject,
  recursive,
  array,
  tuple,
  union,
  union,
  discriminated,
  intersection,
  mapped,
  mapped,
  conditional,
  collection,
];

/** @param depth How many types may be inside one another. */
export function makeType(scope: TypeScope, depth: number): RandomType {
  const { random } = scope;
  if (depth === 0 || random.chance(0.15)) return scalar(scope);
  const make = (plain = scope.plain): RandomType =>
    makeType({ ...scope, plain: plain === true }, random.below(depth));
  return random.pick(scope.plain ? COMPOUNDS.filter((compound) => compound !== collection) : COMPOUNDS)(
    scope,
    make,
  );
}
