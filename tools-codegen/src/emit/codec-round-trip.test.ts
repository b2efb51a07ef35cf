import { compileCodec } from '@toolwright/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { arbitraryType, comparable } from './arbitrary-type.test.support.js';
import { findCodecAmbiguities } from './codec-ambiguity.js';
import { emitCodecs } from './codec-plan.js';
import { emitSchema } from './schema.js';

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictTuples: false,
  allowUnionTypes: true,
  ownProperties: true,
});
addFormats.default(ajv);

const typeAndValue = arbitraryType().chain(({ node, definitions, values }) =>
  values.map((value) => ({ node, definitions: new Map(definitions.map((each) => [each.id, each])), value })),
);

/** Types whose unions can be told apart; the others are errors of codegen. */
const decidable = typeAndValue.filter(
  ({ node, definitions }) => findCodecAmbiguities(node, definitions).length === 0,
);

describe('codecs of random types', () => {
  it('give every value back after a journey as JSON text that the canonical schema accepts', () => {
    fc.assert(
      fc.property(decidable, ({ node, definitions, value }) => {
        const codecs = emitCodecs({ result: node }, definitions);
        const codec = codecs?.result && compileCodec(codecs.result, codecs.definitions);
        const before = comparable(value);
        const encoded = codec === undefined ? value : codec.encode(value);
        const json: unknown = JSON.parse(JSON.stringify(encoded));
        const validate = ajv.compile(emitSchema(node, definitions));
        expect([validate(json), validate.errors]).toEqual([true, null]);
        const decoded = codec === undefined ? json : codec.decode(json);
        expect(comparable(decoded)).toEqual(before);
        expect(comparable(value)).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  it('do not change what is decoded', () => {
    fc.assert(
      fc.property(decidable, ({ node, definitions, value }) => {
        const codecs = emitCodecs({ result: node }, definitions);
        if (codecs?.result === undefined) return;
        const codec = compileCodec(codecs.result, codecs.definitions);
        const text = JSON.stringify(codec.encode(value));
        const json: unknown = JSON.parse(text);
        codec.decode(json);
        expect(JSON.stringify(json)).toBe(text);
      }),
    );
  });
});
