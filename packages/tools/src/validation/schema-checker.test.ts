import type { JsonSchema } from '@toolwright/contract';
import { schemaTraits } from '@toolwright/json-schema';
import { cases } from '../../../../scripts/thorough.mjs';
import { SchemaCompiler } from './ajv/schema-compiler.js';
import { arbitraryForeignSchema, expectSameVerdicts } from './arbitrary-schema.test.fixture.js';
import { assertInterpretable } from './assert-interpretable.js';
import { createExplainer } from './explain/create-explainer.js';
import { ARGUMENTS } from './explain/issue-sentences.js';
import { findUninterpretable, isKnownSchema, isSupportedKeyword } from './is-known-schema.js';
import { SchemaChecker } from './schema-checker.js';

describe('SchemaChecker', () => {
  it('gives the same verdicts as AJV, with a sentence for each refusal', () => {
    expectSameVerdicts(cases(400, 20_000), (schema) => {
      const checker = new SchemaChecker(schema, schemaTraits(schema).namesInherited);
      const explain = createExplainer(schema, new SchemaCompiler(false), ARGUMENTS);
      return [
        new SchemaCompiler(false).compile(schema),
        (value) => {
          const isValid = checker.accepts(value);
          expect(explain(value).length > 0).toBe(!isValid);
          return isValid;
        },
      ];
    });
  });

  it('gives the same verdicts as AJV for the keywords of other schemas (M2)', () => {
    const judges = (schema: JsonSchema) => {
      expect(findUninterpretable(schema)).toEqual([]);
      assertInterpretable(schema, isSupportedKeyword);
      const checker = new SchemaChecker(schema, schemaTraits(schema).namesInherited);
      return [new SchemaCompiler(false).compile(schema), (value: unknown) => checker.accepts(value)] as const;
    };
    expectSameVerdicts(cases(300, 20_000), judges, arbitraryForeignSchema);
  });

  it('finds repeated items in a long list quickly', () => {
    const texts = Array.from({ length: 100_000 }, (_, index) => `t${index}`);
    const checker = new SchemaChecker({ type: 'array', uniqueItems: true }, false);
    expect(checker.accepts(texts)).toBe(true);
    expect([...checker.violations([...texts, 't5'])]).toMatchObject([{ params: { i: 5, j: 100_000 } }]);
    expect(
      checker.accepts([
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ]),
    ).toBe(false);
    expect(checker.accepts([1, '1', true, null, [1], [[1]], {}])).toBe(true);
  });
});

describe('isKnownSchema', () => {
  it.each<[JsonSchema]>([
    [{ type: 'object', properties: { if: { type: 'string' } }, required: ['if'] }],
    [{ $ref: '#/$defs/A', $defs: { A: { $ref: '#' } } }],
    [{ anyOf: [{ const: { if: 1 } }], default: { else: 2 } }],
  ])('is true for keywords of the type: %j', (schema) => {
    expect(isKnownSchema(schema)).toBe(true);
  });

  it.each([
    [{ if: { type: 'string' } }],
    [{ properties: { a: { contains: {} } } }],
    [{ anyOf: [{ not: { unevaluatedProperties: false } }] }],
    [{ $ref: 'https://example.com/schema' }],
    [{ $ref: '#anchor' }],
    [{ $ref: '#/$defs/Missing' }],
    [{ properties: { a: null } }],
  ])('is false for others: %j', (schema) => {
    expect(isKnownSchema(schema as JsonSchema)).toBe(false);
  });
});
