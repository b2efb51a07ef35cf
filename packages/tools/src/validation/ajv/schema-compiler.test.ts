import type { JsonSchema } from '@toolwright/contract';
import { ToolRegistry } from '../../index.js';
import { expectSameVerdicts } from '../arbitrary-schema.test.fixture.js';
import { SchemaValidator } from '../schema-validator.js';
import { SchemaCompiler } from './schema-compiler.js';

const closed = { type: 'object', additionalProperties: false } as const;
const text = { type: 'string', minLength: 1 } as const;

/** Definitions in which each refers to the next, and in a circle the last one to the first. */
function chain(length: number, { circle = false, of = text as JsonSchema } = {}): Record<string, JsonSchema> {
  const $defs: Record<string, JsonSchema> = {};
  for (let index = 0; index < length; index += 1) {
    const isLast = index === length - 1;
    const next = isLast && !circle ? of : { $ref: `#/$defs/T${isLast ? 0 : index + 1}` };
    $defs[`T${index}`] = { ...closed, properties: { v: of, next }, required: ['v'] };
  }
  return $defs;
}

function nested(depth: number, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 0; level < depth; level += 1) value = { v: 'x', next: value };
  return value;
}

const parametersOf = ($defs: Record<string, JsonSchema>) => ({
  ...closed,
  properties: { head: { $ref: '#/$defs/T0' } },
  required: ['head'],
  $defs,
});

describe('values with inherited member names', () => {
  const open = { type: 'object', additionalProperties: true } as const;

  it.each<[JsonSchema, unknown, unknown]>([
    [
      { type: 'array', items: open, uniqueItems: true },
      [{ toString: 1 }, {}],
      [{ toString: 1 }, { toString: 1 }],
    ],
    [
      { type: 'array', uniqueItems: true },
      [{ valueOf: 1 }, { valueOf: 2 }],
      [{ valueOf: 1 }, { valueOf: 1 }],
    ],
    [
      { type: 'array', items: { type: 'string' }, uniqueItems: true },
      ['__proto__', 'toString'],
      ['__proto__', '__proto__'],
    ],
    [{ type: 'object', required: ['toString'] }, { toString: 1 }, {}],
    [{ const: { b: 1 } }, { b: 1 }, { toString: 1 }],
    [{ enum: [{ b: 1 }, { toString: 1 }] }, { toString: 1 }, { toString: 2 }],
  ])('are compared as JSON, and no method is called: %j', (schema, valid, invalid) => {
    const validator = new SchemaValidator(schema);
    expect(validator.accepts(valid)).toBe(true);
    expect(validator.issues(invalid)).toHaveLength(1);
  });
});

describe('chains of definitions', () => {
  const length = 2_000;

  it('are followed to their end, however long they are', async () => {
    const registry = new ToolRegistry().register({
      name: 'walk',
      description: 'Walks.',
      parameters: parametersOf(chain(length)),
      execute: () => 'done',
    });
    const good = { head: nested(length - 1, { v: 'x', next: 'end' }) };
    const bad = { head: nested(length - 1, { v: '', next: 'end' }) };
    expect(await registry.call('walk', good)).toBe('done');
    expect(await registry.execute('walk', JSON.stringify(good))).toEqual({ result: 'done', error: null });
    const path = `head${'.next'.repeat(length - 1)}.v`;
    const errors = [{ path, message: `${path} must be at least 1 character long; got "".` }];
    expect(registry.validate('walk', bad)).toMatchObject({ ok: false, errors });
    expect(registry.validate('walk', JSON.stringify(bad))).toMatchObject({ ok: false, errors });
    expect(await registry.execute('walk', bad)).toMatchObject({
      result: null,
      error: expect.stringMatching(/^Invalid arguments for 'walk': head\.next\.next/),
    });
  });

  it('may lead back to their beginning', () => {
    const validator = new SchemaValidator(parametersOf(chain(300, { circle: true })));
    expect(validator.accepts({ head: nested(400, { v: 'x' }) })).toBe(true);
    expect(validator.issues({ head: nested(400, { v: 'x', wrong: 1 }) })).toEqual([
      { path: `head${'.next'.repeat(400)}`, message: expect.stringMatching(/^Unknown member 'wrong'/) },
    ]);
  });

  it('may have any keyword if their parts can be compiled one by one; an error then has general words', async () => {
    const parameters = parametersOf(chain(length, { of: { dependentRequired: { a: ['b'] } } as JsonSchema }));
    const registry = new ToolRegistry().register({
      name: 'walk',
      description: 'Walks.',
      parameters,
      execute: () => 'done',
    });
    expect(await registry.call('walk', { head: nested(200, { v: 'x' }) })).toBe('done');
    const missing = { head: nested(200, { v: { a: 1 } }) };
    const error = "Invalid arguments for 'walk': The arguments are nested too deeply.";
    expect(await registry.execute('walk', missing)).toEqual({ result: null, error });
  });

  it('that only AJV can follow are refused with an explanation beforehand', () => {
    const parameters = parametersOf(chain(length, { of: { unevaluatedProperties: false } as JsonSchema }));
    const tool = { name: 'walk', description: 'Walks.', parameters, execute: () => 'done' };
    expect(() => new ToolRegistry().register(tool)).toThrow(
      expect.objectContaining({
        code: 'INVALID_TOOL',
        message: expect.stringContaining('it is nested too deeply, or its references are circular'),
      }),
    );
  });

  it('that are empty are refused with a message, before compilation', () => {
    const circle = { ...closed, properties: { a: { $ref: '#/$defs/A' } } };
    for (const $defs of [
      { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } },
      { A: { $ref: '#/$defs/A' } },
    ]) {
      expect(() => new SchemaValidator({ ...circle, $defs }).compile()).toThrow(
        expect.objectContaining({
          code: 'INVALID_CONFIG',
          message: expect.stringContaining('references are circular'),
        }),
      );
    }
  });
});

it('a schema with many definitions gives the same verdicts as one with few', () => {
  const filler = chain(160);
  expectSameVerdicts(100, (schema) => [
    new SchemaCompiler(false).compile(schema),
    new SchemaCompiler(false).compile({ ...schema, $defs: { ...schema.$defs, ...filler } }),
  ]);
});
