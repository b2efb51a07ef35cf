import { compileCodec } from '@toolwright/json-schema';
import fc from 'fast-check';
import { classes, comparable, Tagged, Wrapped } from '../emit/arbitrary-classes.test.support.js';
import { arbitraryType } from '../emit/arbitrary-type.test.support.js';
import { emitSchema } from '../emit/schema.js';
import type { Definitions, TypeNode } from '../ir/type-node.js';
import { strictAjv } from '../testing/strict-ajv.test.support.js';
import { AmbiguityFinder, findCodecAmbiguities } from './codec-ambiguity.js';
import { emitCodecs } from './emit-codecs.test.support.js';

const ajv = strictAjv();

const typeAndValue = arbitraryType().chain(({ node, definitions, values }) =>
  values.map((value) => ({ node, definitions: new Map(definitions.map((each) => [each.id, each])), value })),
);

/** Types whose unions can be distinguished; codegen refuses the others. */
const decidable = typeAndValue.filter(
  ({ node, definitions }) => findCodecAmbiguities(node, definitions).length === 0,
);

/** Those in which no built-in object arrives as text. */
const exact = decidable.filter(({ node, definitions }) => !arrivesAsText(node, definitions));

function arrivesAsText(node: TypeNode, definitions: Definitions): boolean {
  let isText = false;
  new AmbiguityFinder(definitions).find(node, () => {
    isText = true;
  });
  return isText;
}

/** Values of type `unknown` are written unchanged. */
const withoutUnknown = typeAndValue.filter(
  ({ node, definitions }) => !JSON.stringify([node, ...definitions.values()]).includes('"unknown"'),
);

describe('codecs of random types', () => {
  it('return every value after a round trip through JSON text that the canonical schema accepts', () => {
    fc.assert(
      fc.property(exact, ({ node, definitions, value }) => {
        const codecs = emitCodecs({ result: node }, definitions);
        const codec = codecs?.result && compileCodec(codecs.result, codecs.definitions, { classes });
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

  it('give values that mean the same JSON where a built-in object arrives as text', () => {
    let texts = 0;
    fc.assert(
      fc.property(decidable, ({ node, definitions, value }) => {
        const codecs = emitCodecs({ result: node }, definitions);
        if (codecs?.result === undefined) return;
        if (arrivesAsText(node, definitions)) texts += 1;
        const codec = compileCodec(codecs.result, codecs.definitions, { classes });
        const json: unknown = JSON.parse(JSON.stringify(codec.encode(value)));
        const validate = ajv.compile(emitSchema(node, definitions));
        expect([validate(json), validate.errors]).toEqual([true, null]);
        expect(JSON.parse(JSON.stringify(codec.encode(codec.decode(json))))).toEqual(json);
      }),
      { numRuns: 300 },
    );
    expect(texts).toBeGreaterThan(10);
  });

  it('do not change decoded values', () => {
    fc.assert(
      fc.property(decidable, ({ node, definitions, value }) => {
        const codecs = emitCodecs({ result: node }, definitions);
        if (codecs?.result === undefined) return;
        const codec = compileCodec(codecs.result, codecs.definitions, { classes });
        const text = JSON.stringify(codec.encode(value));
        const json: unknown = JSON.parse(text);
        codec.decode(json);
        expect(JSON.stringify(json)).toBe(text);
      }),
    );
  });

  it('write results of every type, even of unions that cannot be read back', () => {
    let unreadable = 0;
    fc.assert(
      fc.property(withoutUnknown, ({ node, definitions, value }) => {
        if (findCodecAmbiguities(node, definitions).length > 0) unreadable += 1;
        const codecs = emitCodecs({ result: node }, definitions);
        if (codecs?.result === undefined) return;
        const json = compileCodec(codecs.result, codecs.definitions, { classes }).encode(value);
        expect(json).toEqual(JSON.parse(JSON.stringify(json)));
        expect([isWrittenAs(value, json), value, json]).toEqual([true, value, json]);
      }),
      { numRuns: 300 },
    );
    expect(unreadable).toBeGreaterThan(10);
  });
});

/** Whether JSON is a correct form of a value, judged by the value alone. A map may be an object or pairs. Each built-in has a line here. */
function isWrittenAs(value: unknown, json: unknown): boolean {
  if (value instanceof Wrapped || value instanceof Tagged) return isWrittenAs(value.toJSON(), json);
  if (value instanceof Date) return typeof json === 'string' && value.toISOString().startsWith(json);
  if (value instanceof URL) return json === value.href;
  if (typeof value === 'bigint') return json === String(value);
  if (value instanceof RegExp) return typeof json === 'string' && json.includes(value.source);
  if (value instanceof Uint8Array) return json === Buffer.from(value).toString('base64');
  if (value instanceof Set) return areWrittenAs([...value], json);
  if (value instanceof Map) {
    if (Array.isArray(json)) return areWrittenAs([...value], json);
    return isObject(json) && areMembersWrittenAs(Object.fromEntries(value), json);
  }
  if (Array.isArray(value)) return areWrittenAs(value, json);
  return isObject(value) ? isObject(json) && areMembersWrittenAs(value, json) : Object.is(json, value);
}

function areWrittenAs(values: readonly unknown[], json: unknown): boolean {
  return (
    Array.isArray(json) &&
    json.length === values.length &&
    values.every((value, index) => isWrittenAs(value, json[index]))
  );
}

function areMembersWrittenAs(value: object, json: object): boolean {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const written = new Map<string, unknown>(Object.entries(json));
  return (
    members.length === written.size &&
    members.every(([name, member]) => written.has(name) && isWrittenAs(member, written.get(name)))
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
