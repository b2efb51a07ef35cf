import type { JsonArray, JsonValue } from '@toolwright/contract';
import type { Comparing, Condition } from './comparing.js';
import { missingFrom } from './opaque.js';
import type { ArrayShape, Conjunction } from './shape.js';

/** Yields the conditions under which every array of a shape also has the target shape. */
export function* matchArray(
  shape: ArrayShape,
  target: ArrayShape,
  comparing: Comparing,
): Generator<Condition> {
  yield* lengths(shape, target, comparing);
  yield* items(shape, target, comparing);
}

function* lengths(shape: ArrayShape, target: ArrayShape, comparing: Comparing): Generator<Condition> {
  const { sampler } = comparing;
  const sample = (length: number) => () => sampler.arrays(shape, length);
  if (shape.range.min < target.range.min) {
    yield { goal: comparing.refuted('an array may have fewer items', sample(shape.range.min)) };
  }
  if (shape.range.max > target.range.max) {
    const length = Math.max(shape.range.min, target.range.max + 1);
    yield { goal: comparing.refuted('an array may have more items', sample(length)) };
  }
  if (target.isUnique && !shape.isUnique && shape.range.max > 1) {
    yield { goal: comparing.refuted('items may repeat', () => sampler.repeated(shape)) };
  }
  const missing = missingFrom(shape.opaque, target.opaque);
  if (missing !== undefined) yield { goal: comparing.refuted(missing, sample(shape.range.min)) };
}

function* items(shape: ArrayShape, target: ArrayShape, comparing: Comparing): Generator<Condition> {
  const length = Math.max(shape.prefix.length, target.prefix.length);
  for (let index = 0; index <= length; index += 1) {
    if (index >= shape.range.max) return;
    const [inner, outer] = [itemAt(shape, index), itemAt(target, index)];
    if (outer.isEverything) continue;
    yield {
      goal: comparing.pair({ inner, outer }),
      embed: (value) =>
        replaced(comparing.sampler.arrays(shape, Math.max(shape.range.min, index + 1))[0], index, value),
    };
  }
}

function itemAt({ prefix, rest }: ArrayShape, index: number): Conjunction {
  return prefix[index] ?? rest;
}

function replaced(array: JsonArray | undefined, index: number, value: JsonValue): JsonArray | undefined {
  return array?.map((item, place) => (place === index ? value : item));
}
