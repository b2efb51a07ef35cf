import type { Shape } from '@toolwright/contract';
import { shapesOverlap } from './shapes-overlap.js';

const text: Shape = { types: ['string'] };
const number: Shape = { types: ['number'] };
const object = (properties: Record<string, Shape>, more: Partial<Shape> = {}): Shape => ({
  types: ['object'],
  required: Object.keys(properties),
  properties,
  ...more,
});

describe('shapesOverlap', () => {
  it.each<[string, Shape, Shape]>([
    ['different types', text, number],
    ['different literals', { values: ['a'] }, { values: ['b', 1] }],
    ['a literal of another type', number, { types: ['string'], values: ['a'] }],
    ['a union of neither', { anyOf: [text, number] }, { types: ['boolean'] }],
    ['objects with different tags', object({ k: { values: ['a'] } }), object({ k: { values: ['b'] } })],
    ['objects whose members differ in type', object({ a: text }), object({ a: number })],
    ['a member that a closed object has not', object({ a: text }), object({}, { additional: false })],
    ['a member that a record has not', object({ a: text }), object({}, { additional: number })],
    [
      'arrays whose first items differ',
      { types: ['array'], prefix: [text], minItems: 1 },
      { types: ['array'], items: number },
    ],
    ['an array that must be longer', { types: ['array'], items: false }, { types: ['array'], minItems: 1 }],
  ])('distinguishes %s, in either order', (_name, one, other) => {
    expect(shapesOverlap(one, other)).toBe(false);
    expect(shapesOverlap(other, one)).toBe(false);
  });

  it.each<[string, Shape, Shape]>([
    ['anything and something', {}, text],
    ['a type and a union with it', text, { anyOf: [number, text] }],
    ['objects that may both be empty', object({}), object({}, { properties: { a: number } })],
    ['arrays that may both be empty', { types: ['array'], items: text }, { types: ['array'], items: number }],
    ['types of which one is common', { types: ['object', 'null'] }, { types: ['array', 'null'] }],
    ['a literal and its type', { values: ['a'] }, text],
  ])('does not distinguish %s', (_name, one, other) => {
    expect(shapesOverlap(one, other)).toBe(true);
    expect(shapesOverlap(other, one)).toBe(true);
  });
});
