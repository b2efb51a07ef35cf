import type { JsonSchema, ToolSpec } from '@toolwright/contract';
import ts from 'typescript';
import { createCheck } from '../check/checker.js';
import { describeProblems } from '../check/describe-problems.js';
import { createPlanReader } from '../check/plan.js';
import { type DeclaredTool, printTools } from './print-tools.js';

const check = createCheck(ts, createPlanReader(ts));
const accepts = (code: string, tools: readonly DeclaredTool[]): string => {
  const checked = check(code, printTools(tools).text);
  return checked.ok ? '' : describeProblems(checked);
};
const tool = (
  name: string,
  output: JsonSchema,
  codecs?: DeclaredTool['codecs'],
): DeclaredTool & { readonly spec: ToolSpec } => ({
  spec: {
    name,
    description: '',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    output,
    annotations: {},
  },
  codecs,
});
const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

// J1
describe('types of several tools', () => {
  it('are shared only if all that they refer to is equal', () => {
    const of = (type: 'string' | 'number'): JsonSchema => ({
      ...ref('X'),
      $defs: { X: object({ y: ref('Y') }), Y: { type } },
    });
    const tools = [tool('a', of('string')), tool('b', of('number')), tool('c', of('string'))];
    expect(
      accepts('const s: string = (await tools.a()).y; const n: number = (await tools.b()).y;', tools),
    ).toBe('');
    expect(accepts('const s: string = (await tools.b()).y;', tools)).toContain('not assignable');
    expect(printTools(tools).text.match(/^type (?!Tool).*/gm)).toEqual([
      'type Y = string',
      'type X = {',
      'type Y2 = number',
      'type X2 = {',
    ]);
  });

  it('are shared only if all on their circle is equal', () => {
    const of = (type: 'string' | 'number'): JsonSchema => ({
      ...ref('A'),
      $defs: {
        A: object({ b: { anyOf: [ref('B'), { type: 'null' }] } }),
        B: object({ a: ref('A'), v: { type } }),
      },
    });
    const tools = [tool('a', of('string')), tool('b', of('number')), tool('c', of('number'))];
    expect(accepts('const v: number | undefined = (await tools.c()).b?.a.b?.v;', tools)).toBe('');
    expect(accepts('const v: number | undefined = (await tools.a()).b?.a.b?.v;', tools)).not.toBe('');
    expect(printTools(tools).text.match(/^type (?!Tool)/gm)).toHaveLength(4);
  });

  it('are shared only if their values are', () => {
    const $defs = { Order: object({ bought: { type: 'string', format: 'date-time' } }) };
    const output = { ...ref('Order'), $defs };
    const codecs = {
      result: { kind: 'ref', name: 'Order' },
      definitions: { Order: { kind: 'object', properties: { bought: { kind: 'date' } } } },
    } as const;
    const tools = [tool('mine', output, codecs), tool('theirs', output)];
    expect(
      accepts('(await tools.mine()).bought.getTime(); (await tools.theirs()).bought.length;', tools),
    ).toBe('');
    expect(accepts('(await tools.theirs()).bought.getTime();', tools)).toContain("on type 'string'");
  });

  it('have JSON where programs get JSON: beside instances of classes', () => {
    const output = object({ at: { type: 'string', format: 'date-time' }, price: { type: 'string' } });
    const at = { at: { kind: 'date' } } as const;
    const plan = { kind: 'object', properties: { ...at, price: { kind: 'class' } } } as const;
    const tools = [
      tool('a', output, { result: plan }),
      tool('b', output, { result: { ...plan, properties: at } }),
    ];
    expect(accepts('(await tools.a()).at.length; (await tools.b()).at.getTime();', tools)).toBe('');
  });

  it('may have values of their own type, but not be nothing but themselves', () => {
    const json: JsonSchema = {
      anyOf: [
        { type: 'string' },
        { type: 'array', items: ref('J') },
        { type: 'object', additionalProperties: ref('J') },
      ],
    };
    const tools = [
      tool('json', { ...ref('J'), $defs: { J: json } }),
      tool('self', { ...ref('A'), $defs: { A: ref('A') } }),
      tool('pair', {
        ...ref('B'),
        $defs: { B: { anyOf: [ref('C'), { type: 'string' }] }, C: { allOf: [ref('B')] } },
      }),
    ];
    expect(accepts('return await tools.json();', tools)).toBe('');
    expect(accepts('return (await tools.json()).foo;', tools)).toContain("'foo' does not exist");
    expect(accepts('return (await tools.self()).foo;', tools)).toContain("is of type 'unknown'");
    expect(accepts('return (await tools.pair()).foo;', tools)).toContain("is of type 'unknown'");
  });

  it('are declared in time proportional to their number', () => {
    const chain = (count: number): DeclaredTool =>
      tool('t', {
        ...ref('D0'),
        $defs: Object.fromEntries(
          [...Array(count).keys()].map((n) => [`D${n}`, object({ next: ref(`D${(n + 1) % count}`) })]),
        ),
      });
    const time = (count: number): number => {
      const start = performance.now();
      expect(printTools([chain(count)]).text.match(/^type (?!Tool)/gm)).toHaveLength(count);
      return performance.now() - start;
    };
    time(1_000);
    const small = time(2_000);
    expect(time(20_000)).toBeLessThan(40 * small + 200);
  });

  it('may be as many as a schema holds', () => {
    const names = [...Array(130_000).keys()].map((n) => `D${n}`);
    const all = { anyOf: names.map(ref) };
    const $defs = Object.fromEntries(names.map((name) => [name, ref('All')]));
    const { text } = printTools([tool('t', { ...ref('All'), $defs: { ...$defs, All: all } })]);
    expect(text.match(/^type (?!Tool)/gm)).toHaveLength(130_001);
  });
});
