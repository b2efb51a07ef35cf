import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { imported, proofOf, removeSaved } from './import-openapi.test.support.js';

afterAll(removeSaved);

const SCHEMAS = {
  Address: { $anchor: 'addr', type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
  Obj: { type: 'object', properties: { a: { type: 'integer', maximum: 5 }, b: { $ref: '#addr' } } },
  Num: { type: 'integer', minimum: 1 },
  Word: { type: 'string', enum: ['x', 'yy', ''], minLength: 1 },
};
const of = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
/** What differs if a reference is misread. */
const CASES: Readonly<Record<string, object>> = {
  anchor: { $ref: '#addr' },
  within: { type: 'object', properties: { b: { $ref: '#addr' }, a: of('Word') } },
  limit: { ...of('Num'), maximum: 5 },
  needs: { ...of('Obj'), required: ['b'] },
  merges: { ...of('Obj'), properties: { a: { minimum: 1 } } },
  parts: { allOf: [of('Obj'), { type: 'object', required: ['a'] }] },
  maybe: { anyOf: [of('Num'), { $ref: '#addr' }, { type: 'null' }] },
  list: { type: 'array', items: { ...of('Num'), maximum: 5 } },
};

const scalar = fc.constantFrom<unknown>(0, 1, 5, 6, 1.5, 'x', 'yy', '', null, true);
const record = fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalar);
const value = fc.oneof(
  scalar,
  record,
  fc.array(scalar, { maxLength: 3 }),
  fc.record({ a: scalar, b: record }, { requiredKeys: [] }),
);

// N1
describe('a client and its document', () => {
  // AJV follows the references of the document itself.
  it('accept the same results', async () => {
    const paths = Object.fromEntries(
      Object.entries(CASES).map(([name, schema]) => {
        const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
        return [`/${name}`, { get: { operationId: name, responses } }];
      }),
    );
    const components = { schemas: SCHEMAS };
    const proof = await proofOf(await imported(paths, components, {}, { openapi: '3.1.0' }));
    expect([proof.errors, proof.differences]).toEqual([[], []]);
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'https://example.com/document', paths, components });
    for (const name of Object.keys(CASES)) {
      const place = `/paths/~1${name}/get/responses/200/content/application~1json/schema`;
      const promised = ajv.compile({ $ref: `https://example.com/document#${place}` });
      const found = new Ajv2020({ strict: false }).compile(
        proof.lock.find((tool) => tool.name === name)?.output ?? false,
      );
      const verdicts = fc.sample(value, { numRuns: 400, seed: 1 }).map((sample) => {
        const verdict = promised(sample);
        expect([name, sample, found(sample)]).toEqual([name, sample, verdict]);
        return verdict;
      });
      expect([name, new Set(verdicts).size]).toEqual([name, 2]);
    }
  });
});
