import {
  type JsonSchema,
  MANIFEST_VERSION,
  type ManifestTool,
  type ObjectSchema,
  type ToolSpec,
} from '@toolwright/contract';
import { ToolRegistry } from '@toolwright/tools';
import * as runtime from '@toolwright/tools/validators';
import fc from 'fast-check';
import { ts } from 'ts-morph';
import { arbitraryType } from '../emit/arbitrary-type.test.support.js';
import { emitSchema } from '../emit/schema.js';
import { emitValidators } from './emit-validators.js';
import { validatorNames } from './validator-names.js';

type Properties = ObjectSchema['properties'];

function specOf(name: string, properties: Properties, more: Partial<ObjectSchema> = {}): ToolSpec {
  return {
    name,
    description: 'Finds.',
    parameters: { type: 'object', properties, additionalProperties: false, ...more },
    annotations: {},
    source: { file: 'src/find.ts', line: 1 },
  };
}

/** The exports of an emitted module, with its import resolved to the sources and no other modules available. */
function load(text: string): Record<string, (args: unknown) => boolean> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exports = {};
  const require = (specifier: string): unknown => {
    if (specifier === 'toolwright/validators') return runtime;
    throw new Error(`${specifier} is not to be imported.`);
  };
  new Function('exports', 'require', outputText)(exports, require);
  return exports;
}

function emit(...tools: ToolSpec[]): string {
  return emitValidators(tools, 'toolwright/validators');
}

/** Two registries with one tool: one compiles its schema, one has its emitted validator. */
function registries(spec: ToolSpec): readonly [ToolRegistry, ToolRegistry] {
  const [validate] = Object.values(load(emit(spec)));
  if (validate === undefined) throw new Error('There is no validator.');
  const [compiled, emitted] = [{}, { validate }].map((more: Pick<ManifestTool, 'validate'>) => {
    const fn = (): void => undefined;
    const entry = { spec, target: () => fn, call: { parameters: ['args'], whole: true }, ...more } as const;
    return new ToolRegistry({ version: MANIFEST_VERSION, tools: [entry] }).register(fn);
  });
  if (compiled === undefined || emitted === undefined) throw new Error('There are two.');
  return [compiled, emitted];
}

const verdict = (registry: ToolRegistry, args: unknown) => registry.validate('find', args);

const text = { type: 'string' } as const;
const closed = { type: 'object', additionalProperties: false } as const;

describe('an emitted validator', () => {
  it.each<[string, Properties, unknown, unknown]>([
    ['minLength, by characters', { a: { ...text, minLength: 2 } }, { a: '💡💡' }, { a: '💡' }],
    [
      'a format that is a function',
      { a: { ...text, format: 'date-time' } },
      { a: '2026-01-31T00:00:00Z' },
      { a: '2026' },
    ],
    ['a format with a hyphen', { a: { ...text, format: 'json-pointer' } }, { a: '/a' }, { a: 'a' }],
    ['a format of another kind', { a: { ...text, format: 'uri' } }, { a: 'https://a.b/' }, { a: 'a' }],
    [
      'uniqueItems',
      { a: { type: 'array', items: { ...closed, properties: { b: text } }, uniqueItems: true } },
      { a: [{ b: 'x' }, {}] },
      { a: [{ b: 'x' }, { b: 'x' }] },
    ],
    [
      'items with members that every object inherits',
      { a: { type: 'array', uniqueItems: true } },
      { a: [{ toString: 1 }, {}] },
      { a: [{ toString: 1 }, { toString: 1 }] },
    ],
    [
      'repeated texts that every object inherits as names',
      { a: { type: 'array', items: text, uniqueItems: true } },
      { a: ['__proto__', 'toString'] },
      { a: ['__proto__', '__proto__'] },
    ],
    ['a constant object', { a: { const: { b: [1] } } }, { a: { b: [1] } }, { a: { b: [2] } }],
    [
      'a pattern with odd characters',
      { a: { ...text, pattern: '^"\\\\\\n\u2028/`$' } },
      { a: '"\\\n\u2028/`' },
      { a: 'x' },
    ],
    [
      'patterns of members',
      {
        a: { type: 'object', patternProperties: { '^x-': { type: 'number' } }, additionalProperties: false },
      },
      { a: { 'x-1': 1 } },
      { a: { y: 1 } },
    ],
    ['inherited names', { constructor: text, toString: text }, { constructor: 'x' }, { toString: 1 }],
    [
      'texts like code',
      {
        a: {
          enum: [
            'require("ajv/dist/runtime/equal").default',
            '};\nvalidate0.errors = [{instancePath}];\nreturn true;',
          ],
        },
      },
      { a: 'require("ajv/dist/runtime/equal").default' },
      { a: 'x' },
    ],
    [
      'unions',
      { a: { anyOf: [{ ...closed, properties: { k: { const: 1 } }, required: ['k'] }, { type: 'null' }] } },
      { a: { k: 1 } },
      { a: { k: 2 } },
    ],
    ['one of several', { a: { oneOf: [{ minimum: 3 }, { maximum: 5 }] } }, { a: 1 }, { a: 4 }],
    ['no members', {}, {}, { a: 1 }],
  ])('supports %s', (_, properties, valid, invalid) => {
    const [compiled, emitted] = registries(specOf('find', properties));
    for (const args of [valid, invalid]) expect(verdict(emitted, args)).toEqual(verdict(compiled, args));
    expect(verdict(emitted, valid)).toMatchObject({ ok: true });
    expect(verdict(emitted, invalid)).toMatchObject({ ok: false });
  });

  it('follows circular references', () => {
    const Tree = {
      ...closed,
      properties: {
        next: { $ref: '#/$defs/Tree' },
        list: { type: 'array', items: { $ref: '#/$defs/Tree' } },
      },
    } as const;
    const spec = specOf('find', { tree: { $ref: '#/$defs/Tree' } }, { $defs: { Tree } });
    const [, emitted] = registries(spec);
    expect(verdict(emitted, { tree: { next: { list: [{}, { next: {} }] } } })).toMatchObject({ ok: true });
    expect(verdict(emitted, { tree: { next: { list: [{}, { next: { wrong: 1 } }] } } })).toEqual({
      ok: false,
      errors: [{ path: 'tree.next.list[1].next', message: expect.stringMatching(/^Unknown member 'wrong'/) }],
      message: "Unknown member 'wrong' in tree.next.list[1].next. Allowed: next, list.",
    });
  });

  it('follows chains of references to their end, however long', () => {
    const length = 400;
    const $defs: Record<string, JsonSchema> = {};
    for (let index = 0; index < length; index += 1) {
      const next = { $ref: `#/$defs/T${(index + 1) % length}` };
      $defs[`T${index}`] = { ...closed, properties: { v: { ...text, minLength: 1 }, next } };
    }
    const [validate] = Object.values(load(emit(specOf('find', { head: { $ref: '#/$defs/T0' } }, { $defs }))));
    const nested = (innermost: unknown): unknown => {
      let value = innermost;
      for (let level = 0; level < 1_500; level += 1) value = { v: 'x', next: value };
      return { head: value };
    };
    expect(validate?.(nested({ v: 'x' }))).toBe(true);
    expect(validate?.(nested({ v: '' }))).toBe(false);
  });

  it('gives the same verdicts and messages as a validator that is compiled at run time', () => {
    let refused = 0;
    const sample = fc.tuple(arbitraryType(2), arbitraryType(1)).chain(([type, other]) =>
      fc.record({
        spec: fc.constant({ type, other }),
        values: fc.tuple(type.values, other.values, fc.jsonValue({ maxDepth: 2 })),
      }),
    );
    fc.assert(
      fc.property(sample, ({ spec: { type, other }, values }) => {
        const definitions = new Map(
          [...type.definitions, ...other.definitions].map((one) => [one.id, one] as const),
        );
        const { $defs = {}, ...schema } = emitSchema(type.node, definitions);
        const { $defs: others = {}, ...second } = emitSchema(other.node, definitions);
        fc.pre(Object.keys($defs).every((name) => !(name in others)));
        const spec = specOf(
          'find',
          { a: schema, b: second },
          { required: ['a'], $defs: { ...$defs, ...others } },
        );
        const [compiled, emitted] = registries(spec);
        for (const a of values) {
          for (const args of [{ a }, { b: a }, { a, b: values[1] }, a]) {
            const said = verdict(compiled, args);
            expect(verdict(emitted, args)).toEqual(said);
            if (!said.ok) refused += 1;
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(refused).toBeGreaterThan(100);
  });
});

describe('the module of validators', () => {
  const schema: Properties = { a: { ...text, minLength: 1, description: 'A secret word.', title: 'Word' } };

  it('imports only what it calls', () => {
    const emitted = emit(specOf('find', schema));
    expect(emitted.match(/\b(?:import|require|eval|Function)\b.*/g)).toEqual([
      "import { codePointLength } from 'toolwright/validators';",
    ]);
    expect(emit(specOf('find', { a: text }))).not.toContain('import');
  });

  it('contains no documentation and no error messages', () => {
    const emitted = emit(specOf('find', schema));
    expect(emitted).not.toMatch(/secret|Word|instancePath:|schemaPath/);
  });

  it('is deterministic, and an added or removed tool does not change the others', () => {
    const tools = ['a', 'b', 'c'].map((name) => specOf(name, schema));
    const all = emit(...tools);
    expect(emit(...tools)).toBe(all);
    const [first = '', , third = ''] = tools.map((tool) =>
      emit(tool).slice(emit(tool).indexOf('/** Whether')),
    );
    expect(all).toContain(first);
    expect(all).toContain(third);
    expect(emit(...tools.slice(1))).toContain(third);
  });

  it('exports one function for each tool, also for equal and unusual names', () => {
    const names = ['find', 'find', 'find-all', 'find.all', 'Find', '__proto__', 'delete', '2fa'];
    const exported = load(emit(...names.map((name) => specOf(name, schema))));
    const specs = names.map((name) => specOf(name, schema));
    expect(Object.keys(exported)).toEqual(validatorNames(specs));
    const [{ hash = '' } = {}] = validatorNames(specs).map(
      (name) => /_(?<hash>[0-9a-f]{8})$/.exec(name)?.groups,
    );
    expect(validatorNames(specs).map((name) => name.replace(hash, 'HASH'))).toEqual([
      'validateFind_HASH',
      'validateFind_HASH_2',
      'validateFind_all_HASH',
      'validateFind_all_HASH_2',
      'validateFind_HASH_3',
      'validate__proto___HASH',
      'validateDelete_HASH',
      'validate2fa_HASH',
    ]);
    for (const validate of Object.values(exported))
      expect([validate({}), validate(1)]).toEqual([true, false]);
  });

  it('has another name for another schema, but not for another description', () => {
    const [own, described, other] = [
      specOf('find', schema),
      specOf('find', schema, { description: 'Finds it.' }),
      specOf('find', { other: {} }),
    ].map((spec) => validatorNames([spec]));
    expect(described).toEqual(own);
    expect(other).not.toEqual(own);
  });

  it('is a module even without tools', () => {
    expect(emit()).toMatch(/^\/\/ Generated by toolwright codegen[\s\S]*\nexport \{\};\n$/);
  });

  it('reports which tool has a schema that AJV refuses', () => {
    const broken = specOf('find', { a: { $ref: '#/$defs/Gone' } });
    expect(() => emit(broken)).toThrow(
      expect.objectContaining({ code: 'CODEGEN_FAILED', message: expect.stringMatching(/'find'.*Gone/) }),
    );
  });
});

describe('a pattern', () => {
  it('is left to the engine if it takes linear time; otherwise the registry matches it', () => {
    const text = (pattern: string): JsonSchema => ({ type: 'string', pattern });
    const spec = specOf('find', { fine: text('^[a-z]+-\\d{2}$'), slow: text('^(a+)+"?$') });
    expect(emit(spec)).toContain('new RegExp("^[a-z]+-\\\\d{2}$", "u")');
    expect(emit(spec)).toContain('compilePattern("^(a+)+\\"?$")');
    const [, emitted] = registries(spec);
    expect(verdict(emitted, { fine: 'ab-12', slow: 'aaa"' })).toMatchObject({ ok: true });
    expect(verdict(emitted, { slow: `${'a'.repeat(50_000)}!` })).toMatchObject({ ok: false });
  });
});
