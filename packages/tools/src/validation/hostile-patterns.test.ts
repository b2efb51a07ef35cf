import type { JsonSchema, ObjectSchema } from '@toolwright/contract';
import { growth } from '../../../../scripts/growth.mjs';
import { FunctionTool, ToolRegistry } from '../index.js';
import { createValidator } from './ajv/create-validator.js';
import { loadFormats } from './ajv/formats.js';
import { SchemaCompiler } from './ajv/schema-compiler.js';
import { coerce } from './arguments/coerce.js';
import { matchesFormat } from './keywords/matches-format.js';
import { SchemaChecker } from './schema-checker.js';

const EXPONENTIAL = '^(a+)+$';
const text = `${'a'.repeat(50_000)}!`;

describe('a pattern that takes exponential time', () => {
  // B2
  it('delays neither a call nor its error', async () => {
    const parameters: ObjectSchema = {
      type: 'object',
      properties: { name: { type: 'string', pattern: EXPONENTIAL } },
      patternProperties: { [EXPONENTIAL]: { type: 'number' } },
      additionalProperties: false,
    };
    const tool = new FunctionTool({ name: 'find', description: 'Finds.', parameters, fn: () => 'done' });
    const registry = new ToolRegistry().register(tool);
    expect((await registry.execute('find', { name: 'aaa', aa: '1' })).error).toBeNull();
    const { error } = await registry.execute('find', { name: text, [text]: 1 });
    expect(error).toContain(`name must be a string that matches ${EXPONENTIAL}; got "aaa`);
    expect(error).toMatch(/Unknown argument 'a{80}…'/);
  });

  it.each<[string, (schema: JsonSchema) => (value: unknown) => boolean]>([
    ['compiled', (schema) => createValidator(schema, new SchemaCompiler())],
    ['read', (schema) => (value) => new SchemaChecker(schema, false).accepts(value)],
  ])('is matched quickly at any place in a schema: %s', (_, create) => {
    const accepts = create({
      anyOf: [
        { type: 'string', pattern: EXPONENTIAL },
        { type: 'object', propertyNames: { pattern: EXPONENTIAL } },
        { type: 'array', items: { patternProperties: { [EXPONENTIAL]: { type: 'string' } } } },
      ],
    });
    expect(['aaa', text].map(accepts)).toEqual([true, false]);
    expect([{ aaa: 1 }, { [text]: 1 }].map(accepts)).toEqual([true, false]);
    expect([[{ aaa: 1 }], [{ [text]: 1 }]].map(accepts)).toEqual([false, true]);
  });

  it('does not delay the repair of types', () => {
    const schema: JsonSchema = { type: 'object', patternProperties: { [EXPONENTIAL]: { type: 'number' } } };
    expect(coerce({ aa: '1', [text]: '1' }, schema, schema)).toEqual({ aa: 1, [text]: '1' });
  });
});

describe('a format', () => {
  const PIECES = `a a. 1 0 - a- %41 @ a@ / a/ :// :: 1: P1D {a} { [ ~0 /~ A= T1 + ! a: é [a (a . 1. 0000: x{ # ? http://a. // = ~`;
  const BEGINNINGS = ['', 'http://', 'a@', '2026-01-31T', '/', '{', 'urn:', 'P'];
  const names = Object.entries(loadFormats()).filter(([, format]) => typeof format !== 'boolean');

  it.each(names.map(([name]) => name))('%s takes time in proportion to the text', async (name) => {
    for (const begin of BEGINNINGS) {
      for (const piece of PIECES.split(' ')) {
        const match = (length: number) =>
          matchesFormat(`${begin}${piece.repeat(length / piece.length)}\0`, name);
        expect(await growth(match, [1_400, 5_600, 22_400])).toBe('linear');
      }
    }
  });

  it('url accepts the same texts as before', () => {
    const accepted = [
      'http://a.de',
      'https://u:p@example.com:8080/x?y#z',
      'ftp://EXAMPLE.com',
      'http://münchen.de/ß',
    ];
    const refused = ['http://', 'http://10.0.0.1', 'a.de', 'http://a b.de', 'http://-a.de', 'http://::'];
    for (const validate of [
      (value: string) => matchesFormat(value, 'url'),
      createValidator({ type: 'string', format: 'url' }, new SchemaCompiler()),
    ]) {
      expect(accepted.filter((value) => !validate(value))).toEqual([]);
      expect(refused.filter((value) => validate(value))).toEqual([]);
    }
  });
});
