import type { CodecPlan, ObjectSchema, ToolSpec } from '@toolwright/contract';
import fc from 'fast-check';
import ts from 'typescript';
import { createCheck } from '../check/checker.js';
import { describeProblems } from '../check/describe-problems.js';
import { createPlanReader } from '../check/plan.js';
import { type DeclaredTool, printTools } from './print-tools.js';

const check = createCheck(ts, createPlanReader(ts));
const tool = (spec: Partial<ToolSpec>, codecs?: DeclaredTool['codecs']): DeclaredTool => ({
  spec: {
    name: 'book',
    description: '',
    parameters: { type: 'object', properties: {} },
    annotations: {},
    ...spec,
  },
  codecs,
});
const object = (properties: ObjectSchema['properties'], required: string[] = []): ObjectSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const accepts = (code: string, tools: readonly DeclaredTool[]): string => {
  const checked = check(code, printTools(tools).text);
  return checked.ok ? '' : describeProblems(checked);
};

// J1
describe('declarations', () => {
  it('have the real values of a type whose plan is shared and whose schema is not', () => {
    const order = object({ bought: { type: 'string', format: 'date-time' } }, ['bought']);
    const codecs = {
      result: { kind: 'array', items: { kind: 'ref', name: 'Order' } },
      definitions: { Order: { kind: 'object', properties: { bought: { kind: 'date' } } } },
    } as const;
    const tools = [tool({ output: { type: 'array', items: order } }, codecs)];
    expect(accepts('return (await tools.book()).map(({ bought }) => bought.getTime());', tools)).toBe('');
    expect(accepts('return (await tools.book()).map(({ bought }) => bought.length);', tools)).not.toBe('');
  });

  it('have descriptions, defaults, constraints and results', () => {
    const parameters = object(
      {
        city: { type: 'string', description: 'Where to\nsleep', minLength: 2 },
        days: { type: 'integer', default: 1, minimum: 1 },
        kind: { enum: ['single', 'double', null] },
        nights: { type: 'integer', default: 3, maximum: 9, description: 'How many; by default, 3.' },
        room: { ...object({ floor: { type: 'number' } }), description: 'Which one' },
      },
      ['city'],
    );
    const output = { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] } as const;
    expect(printTools([tool({ description: 'Books a room.', parameters, output })]).text).toBe(
      `type Tool<Args, Result = unknown> = (args: Args) => Promise<Result>
declare const tools: {
book:Tool<{ // Books a room.
 city:string // Where to sleep (minLength 2)
 days?:number // (default 1, minimum 1)
 kind?:"single" | "double" | null
 nights?:number // How many; by default, 3. (maximum 9)
 room?:{ // Which one
  floor?:number
 }
}, {
 id:number
}>
}
`,
    );
  });

  it('name shared and recursive types once', () => {
    const $defs = {
      Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, additionalProperties: false },
      Unused: { type: 'string' },
    } as const;
    const parameters: ObjectSchema = { ...object({ node: { $ref: '#/$defs/Node' } }, ['node']), $defs };
    const { text } = printTools([tool({ parameters }), tool({ name: 'other', parameters })]);
    expect(text.match(/type Node = /g)).toHaveLength(1);
    expect(text).not.toContain('Unused');
    expect(
      accepts('await tools.book({ node: { next: { next: {} } } }); await tools.other({ node: {} });', [
        tool({ parameters }),
        tool({ name: 'other', parameters }),
      ]),
    ).toBe('');
  });

  it('keep different types of one name apart, and names that are no identifiers', () => {
    const of = (type: string, name: string): DeclaredTool =>
      tool({
        name,
        parameters: { ...object({ a: { $ref: '#/$defs/A-b' } }, ['a']), $defs: { 'A-b': { type } as never } },
      });
    const tools = [of('string', 'x'), of('number', 'y-z.1')];
    expect(accepts("await tools.x({ a: 'x' }); await tools['y-z.1']({ a: 1 });", tools)).toBe('');
    expect(accepts('await tools.x({ a: 1 as any as number });', tools)).toContain('not assignable');
  });

  it('have the types that values really have', () => {
    const parameters = object(
      {
        on: { type: 'string', format: 'date-time' },
        ids: { type: 'array', items: { type: 'string' } },
        names: { type: 'object', additionalProperties: { type: 'string' } },
        prices: {
          type: 'array',
          items: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
        },
        plain: { type: 'string', format: 'date-time' },
      },
      ['on', 'ids', 'names', 'prices', 'plain'],
    );
    const plan: CodecPlan = {
      kind: 'object',
      properties: {
        on: { kind: 'date' },
        ids: { kind: 'set', items: { kind: 'bigint' } },
        names: { kind: 'map', form: 'object' },
        prices: { kind: 'map', form: 'pairs', keys: { kind: 'date' } },
      },
    };
    const tools = [tool({ parameters }, { parameters: plan })];
    const good = `await tools.book({ on: new Date(0), ids: new Set([1n]), names: new Map([['a', 'b']]), prices: new Map([[new Date(0), 2]]), plain: '' });`;
    expect(accepts(good, tools)).toBe('');
    expect(printTools(tools).text).toMatch(/ on:Date\n[\s\S]* plain:string \/\/ \(format "date-time"\)\n/);
    expect(accepts(good.replace('new Date(0)', "''"), tools)).toContain("type 'Date'");
  });

  it.each([
    'ends */ declare const evil: any; /*',
    'line\u2028declare const evil: any;',
    'line\r\n*/ declare const evil: any;',
    '\u202eright to left',
    'two lines\n*\u200b/ declare const evil: any; /*',
    '\u0000\u001b[2J',
    '@ts-ignore',
    '/// <reference path="/etc/passwd" />',
    '\\*/ declare const evil: any;',
  ])('stay declarations with the description %j', (description) => {
    const parameters = object({ a: { type: 'string', description } });
    const tools = [tool({ description, parameters })];
    expect(accepts("await tools.book({ a: '' });", tools)).toBe('');
    expect(accepts('return evil;', tools)).toContain("Cannot find name 'evil'");
    expect(printTools(tools).text).not.toMatch(/\p{Cc}(?<!\n)|\p{Cf}|[\u2028\u2029]/u);
  });

  it('are valid for every schema', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom('class', '__proto__', 'a-b', '1', "'", '*/', 'Date'),
    );
    const { schema } = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(
          {},
          { type: 'string' },
          { type: ['integer', 'null'] },
          { const: '*/' },
          { enum: [1, 'a', null, {}] },
          { type: 'null' },
        ),
        fc.record({ type: fc.constant('array'), items: tie('schema') }),
        fc.record({
          type: fc.constant('array'),
          prefixItems: fc.array(tie('schema'), { maxLength: 3 }),
          minItems: fc.nat(3),
        }),
        fc.record({ anyOf: fc.array(tie('schema'), { maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { maxLength: 3 }) }),
        fc.record({
          type: fc.constant('object'),
          properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
          additionalProperties: fc.constantFrom(true, false),
        }),
        fc.constant({ $ref: '#/$defs/A' }),
        name.map((one) => ({ $ref: `#/$defs/${one}` })),
        fc.record({ description: name, type: fc.constant('string'), default: name }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
        schema,
        schema,
        schema,
        (names, a, b, output) => {
          const parameters = {
            type: 'object',
            properties: { a, b },
            $defs: { A: a, class: b },
          } as ObjectSchema;
          const tools = names.map((one) => tool({ name: one, description: one, parameters, output }));
          // Circular types of nothing but references have no values.
          const problems = accepts('return 1;', tools);
          expect(problems).toBe('');
          const declared = ts.createSourceFile('tools.d.ts', printTools(tools).text, ts.ScriptTarget.ES2022);
          expect((declared as { parseDiagnostics?: readonly ts.Diagnostic[] }).parseDiagnostics).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
