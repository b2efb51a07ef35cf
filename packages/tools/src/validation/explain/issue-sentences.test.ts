import { didYouMean, type JsonSchema, type ObjectSchema } from '@toolwright/contract';
import {
  cat,
  check,
  dog,
  filters,
  number,
  text,
  verdict,
} from '../arguments/check-arguments.test.fixture.js';

// A6
describe('the sentences of validation', () => {
  it.each<[unknown, Record<string, JsonSchema>, Partial<ObjectSchema>, string]>([
    [{ days: 5 }, { days: { enum: [1, 3, 7] } }, {}, 'days must be one of 1, 3, 7; got 5.'],
    [
      { unit: 'K' },
      { unit: { type: 'string', enum: ['C', 'F'] } },
      {},
      'unit must be one of "C", "F"; got "K".',
    ],
    [{ days: '5' }, { days: number }, {}, 'days must be a number; got "5".'],
    [{ days: 1.5 }, { days: { type: 'integer' } }, {}, 'days must be a whole number; got 1.5.'],
    [{ on: 'yes' }, { on: { type: 'boolean' } }, {}, 'on must be true or false; got "yes".'],
    [{ a: 1 }, { a: { type: ['string', 'null'] } }, {}, 'a must be a string or null; got 1.'],
    [{}, { city: text }, { required: ['city'] }, 'city is required (a string).'],
    [
      { citty: 'x' },
      { city: text },
      { required: ['city'] },
      `city is required (a string). Unknown argument 'citty'. ${didYouMean('citty', ['city'])}`,
    ],
    [{ wind: 1 }, { city: text, days: number }, {}, "Unknown argument 'wind'. Allowed: city, days."],
    [{ wind: 1 }, {}, {}, "Unknown argument 'wind'. None is allowed."],
    [
      { filters: [{ field: 'a' }, { fild: 1 }] },
      { filters },
      {},
      `filters[1].field is required (a string). Unknown member 'fild' in filters[1]. ${didYouMean('fild', ['field'])}`,
    ],
    [
      { filters: [{ field: 'a', 'full name': 1 }] },
      { filters },
      {},
      'filters[0]["full name"] must be a string; got 1.',
    ],
    [
      { when: 'soon' },
      { when: { ...text, format: 'date-time' } },
      {},
      'when must be in the format date-time, like "2026-01-31T09:30:00Z"; got "soon".',
    ],
    [
      { a: 'x' },
      { a: { ...text, pattern: '^\\d+$' } },
      {},
      'a must be a string that matches ^\\d+$; got "x".',
    ],
    [{ a: '' }, { a: { ...text, minLength: 1 } }, {}, 'a must be at least 1 character long; got "".'],
    [{ a: 'xyz' }, { a: { ...text, maxLength: 2 } }, {}, 'a must be at most 2 characters long; got "xyz".'],
    [{ a: 0 }, { a: { ...number, minimum: 1 } }, {}, 'a must be at least 1; got 0.'],
    [{ a: 9 }, { a: { ...number, maximum: 5 } }, {}, 'a must be at most 5; got 9.'],
    [{ a: 0 }, { a: { ...number, exclusiveMinimum: 0 } }, {}, 'a must be more than 0; got 0.'],
    [{ a: 1 }, { a: { ...number, exclusiveMaximum: 1 } }, {}, 'a must be less than 1; got 1.'],
    [{ a: 3 }, { a: { ...number, multipleOf: 2 } }, {}, 'a must be a multiple of 2; got 3.'],
    [
      { a: [] },
      { a: { type: 'array', items: text, minItems: 1 } },
      {},
      'a must have at least 1 item; got 0.',
    ],
    [
      { a: ['x', 'y'] },
      { a: { type: 'array', items: text, maxItems: 1 } },
      {},
      'a must have at most 1 item; got 2.',
    ],
    [
      { a: ['x', 'x'] },
      { a: { type: 'array', items: text, uniqueItems: true } },
      {},
      'a must not repeat an item; items 0 and 1 are equal.',
    ],
    [
      { a: ['x', 1, 2] },
      { a: { type: 'array', prefixItems: [text, number], items: false, minItems: 2 } },
      {},
      'a must have at most 2 items; got 3.',
    ],
    [
      { a: {} },
      { a: { type: 'object', minProperties: 1, additionalProperties: number } },
      {},
      'a must have at least 1 member; got 0.',
    ],
    [
      { a: { B: 1 } },
      { a: { type: 'object', propertyNames: { pattern: '^[a-z]$' }, additionalProperties: number } },
      {},
      'a must not have a member named "B".',
    ],
    [{ a: 'b' }, { a: { const: 'a' } }, {}, 'a must be "a"; got "b".'],
    [{ a: [1] }, { a: { type: 'array', items: false } }, {}, 'a must have at most 0 items; got 1.'],
    [{ a: 5 }, { a: { not: number } }, {}, 'a must not be 5.'],
    [{ a: 5 }, { a: { type: 'string', enum: ['x'] } }, {}, 'a must be one of "x"; got 5.'],
    [5, { a: text }, {}, 'The arguments must be an object; got 5.'],
    [{ a: 'x'.repeat(500) }, { a: number }, {}, `a must be a number; got "${'x'.repeat(60)}…".`],
    [{ a: new Date(0) }, { a: text }, {}, 'a must be a string; got a Date.'],
    [{ a: 5n }, { a: text }, {}, 'a must be a string; got 5n.'],
  ])('%#: %j', (value, properties, more, expected) => {
    expect(verdict(value, properties, more)).toBe(expected);
  });

  it('cover all mistakes of a call, up to a limit', () => {
    const wrong = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`x${index}`, 1]));
    const message = verdict(wrong, { city: text }, { required: ['city'] });
    expect(message).toMatch(/^city is required \(a string\)\. Unknown argument 'x0'\. Allowed: city\./);
    expect(message).toMatch(/And 5 more\.$/);
  });

  it('stay few for a hostile list', () => {
    const hostile = { a: Array.from({ length: 200_000 }, () => 'x') };
    const checked = check(hostile, { a: { type: 'array', items: number } });
    expect(checked).toMatchObject({ ok: false, message: 'a[0] must be a number; got "x".' });
  });
});

describe('keywords that only AJV knows', () => {
  const positive = { if: text, else: { minimum: 1 } } as JsonSchema;

  it('are applied, together with the sentences for other issues', () => {
    expect(verdict({ a: 1 }, { a: positive })).toBe('ok');
    expect(verdict({ a: 0, b: 1 }, { a: positive, b: text })).toBe(
      'a must be at least 1; got 0. a must match "else" schema; got 0. b must be a string; got 1.',
    );
    expect(verdict({ a: { b: true } }, { a: { anyOf: [text, number], ...positive } })).toBe(
      'a must be a string or a number; got {"b":true}.',
    );
  });

  it('stay few for a hostile list', () => {
    const hostile = { a: Array.from({ length: 200_000 }, () => 0) };
    expect(verdict(hostile, { a: { type: 'array', items: positive } })).toMatch(/^a\[0\] must .*; got 0\.$/);
  });
});

describe('errors of unions', () => {
  const union = { pet: { anyOf: [cat, dog] } };

  it('are those of the member with that tag', () => {
    expect(verdict({ pet: { kind: 'cat' } }, union)).toBe('pet.lives is required (a number).');
    expect(verdict({ pet: { kind: 'dog', name: 1 } }, union)).toBe('pet.name must be a string; got 1.');
  });

  it('list the tags if the tag is wrong', () => {
    expect(verdict({ pet: { kind: 'cow' } }, union)).toBe('pet.kind must be one of "cat", "dog"; got "cow".');
    expect(verdict({ pet: {} }, union)).toBe('pet.kind must be one of "cat", "dog"; it is missing.');
  });

  it('list the accepted types if the type is wrong', () => {
    expect(verdict({ a: true }, { a: { anyOf: [text, number] } })).toBe(
      'a must be a string or a number; got true.',
    );
    expect(verdict({ a: 5 }, { a: { anyOf: [{ enum: ['x', 'y'] }, { type: 'null' }] } })).toBe(
      'a must be one of "x", "y" or null; got 5.',
    );
  });

  it('are found through references, recursion and nesting', () => {
    const $defs: Record<string, JsonSchema> = {
      Cat: cat,
      Dog: { ...dog, properties: { ...dog.properties, friend: { $ref: '#/$defs/Pet' } } },
      Pet: { anyOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }] },
    };
    const pets = { pets: { type: 'array', items: { $ref: '#/$defs/Pet' } } } as const;
    const friend = { kind: 'dog', name: 'b', friend: { kind: 'cat', lives: 'nine' } };
    expect(verdict({ pets: [{ kind: 'dog', name: 'a', friend }] }, pets, { $defs })).toBe(
      'pets[0].friend.friend.lives must be a number; got "nine".',
    );
    expect(verdict({ pets: [{ kind: 'cat', lives: 1 }, { kind: 'cat' }] }, pets, { $defs })).toBe(
      'pets[1].lives is required (a number).',
    );
  });

  it('do not hide errors elsewhere', () => {
    const message = verdict({ pet: { kind: 'cat' }, days: 'x' }, { ...union, days: number });
    expect(message).toMatch(/pet\.lives is required/);
    expect(message).toMatch(/days must be a number/);
  });
});
