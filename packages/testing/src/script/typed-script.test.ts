// L1
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkProgram } from '../../../tools/src/check-program.test.support.js';

/** Sixteen tools; three of them ask for a context. */
const PROGRAM = `
import type { Manifest, ToolContext } from '@toolwright/contract';
import { ToolRegistry } from '@toolwright/tools';
import { callMatchers, expectCalls, rawArguments, type ReplyOf, scriptedModel, type ToolsOfSource } from '../index.js';

interface Guest { readonly name: string; readonly born?: Date }
type Kind = 'single' | 'double';
enum Color { Red = 'red', Blue = 'blue' }
enum Level { Low = 1, High = 2 }
type Shape = { kind: 'circle'; r: number } | { kind: 'square'; side: number; label?: string };
declare const brand: unique symbol;
type Id = string & { readonly __brand: 'Id' };
type Euro = number & { readonly [brand]: 'Euro' };
type Order = \`o_\${string}\` & { readonly [brand]: 'Order' };
declare class Hotel {
  t0(city: string, on: Date): string;
  t1(guests: Guest[], kind: Kind): string;
  t2(prices: Map<string, number>): string;
  t3(tags: Set<string>): string;
  t4(total: bigint): string;
  t5(): string;
  t6(a?: number): string;
  t7(place: { lat: number; lon: number } | null): string;
  t8(range: [number, number]): string;
  t9(data: Uint8Array): string;
  t10(x: number, context: ToolContext<{ user: string }>): string;
  t11(x: number, context: ToolContext<{ db: number }>): string;
  t12(x: number, context: ToolContext<{ flag: boolean }>): string;
  t13(url: URL): string;
  t14(any: unknown): string;
  t16(shape: Shape, more: Shape[], times: Map<number, Date>): string;
  t15(color: Color, level: Level, id: Id, price: Euro, order?: Order): string;
}
type T<Name extends keyof Hotel, Args, More = unknown> = { args: Args; returns: string; of: Hotel } & More;
interface Types {
  t0: T<'t0', { city: string; on: Date }>;
  t1: T<'t1', { guests: Guest[]; kind: Kind }>;
  t2: T<'t2', { prices: Map<string, number> }>;
  t3: T<'t3', { tags: Set<string> }>;
  t4: T<'t4', { total: bigint }>;
  t5: T<'t5', Record<string, never>>;
  t6: T<'t6', { a?: number }>;
  t7: T<'t7', { place: { lat: number; lon: number } | null }>;
  t8: T<'t8', { range: [number, number] }>;
  t9: T<'t9', { data: Uint8Array }>;
  t10: T<'t10', { x: number }, { context: { user: string } }>;
  t11: T<'t11', { x: number }, { context: { db: number } }>;
  t12: T<'t12', { x: number }, { context: { flag: boolean } }>;
  t13: T<'t13', { url: URL }>;
  t14: T<'t14', { any: unknown }>;
  t16: T<'t16', { shape: Shape; more: Shape[]; times: Map<number, Date> }>;
  t15: T<'t15', { color: Color; level: Level; id: Id; price: Euro; order?: Order }>;
}
declare const manifest: Manifest<Types>;
const registry = new ToolRegistry(manifest).registerFrom(null! as Hotel);
type Registry = typeof registry;
declare const result: { toolCalls: readonly never[] };
`;

const check = (code: string): string[] => checkProgram(PROGRAM + code, import.meta.dirname).messages;

it('accepts the calls that the tools take, as JSON', () => {
  const calls = `[
    { name: 't0', arguments: { city: 'Oslo', on: '2026-11-30T00:00:00Z' } },
    { name: 't1', arguments: { guests: [{ name: 'Ada', born: '1815-12-10T00:00:00Z' }], kind: 'double' } },
    { name: 't2', arguments: { prices: { single: 5 } } },
    { name: 't2', arguments: { prices: [['single', 5]] } },
    { name: 't3', arguments: { tags: ['a'] } },
    { name: 't4', arguments: { total: '12345678901234567890' } },
    { name: 't5' },
    { name: 't6' },
    { name: 't6', arguments: { a: 1 } },
    { name: 't7', arguments: { place: null } },
    { name: 't7', arguments: { place: { lat: 1, lon: 2 } } },
    { name: 't8', arguments: { range: [1, 2] } },
    { name: 't9', arguments: { data: 'AAAA' } },
    { name: 't10', arguments: { x: 1 }, id: 'c' },
    { name: 't11', arguments: { x: 1 } },
    { name: 't12', arguments: rawArguments('{"x":') },
    { name: 't13', arguments: { url: 'https://example.com' } },
    { name: 't14', arguments: { any: { thing: 1 } } },
    { name: 't15', arguments: { color: 'red', level: 2, id: 'a', price: 5, order: 'o_1' } },
    { name: 't15', arguments: { color: Color.Red, level: Level.Low, id: null! as Id, price: null! as Euro } },
  ]`;
  const code = `
    scriptedModel<Registry>([{ toolCalls: ${calls} }, 'Done.', () => ({ toolCalls: [{ name: 't5' }] })]);
    scriptedModel.byInput<Registry>((input) => [{ text: input, toolCalls: [{ name: 't6', arguments: { a: 2 } }] }]);
    scriptedModel([{ toolCalls: [{ name: 'any', arguments: { thing: 1 } }] }, 'Done.']);
    expectCalls<Registry>(result).toContain('t0', { city: 'Oslo' }).toContain('t1', { guests: [{ name: 'Ada' }] })
      .toContain('t0', { on: { asymmetricMatch: () => true } })
      .inOrder('t5', ['t8', { range: [1, 2] }], ['t0', {}]).exactly('t5').none('t4').none();
    expectCalls<Registry>(result).toContain('t15', { color: 'blue', price: 1 })
      .exactly(['t0', { city: 'Oslo', on: { asymmetricMatch: () => true } }], ['t6', {}], ['t5', {}])
      .exactly(['t0', rawArguments('{}')], ['t14', { any: 1 }]);
    expectCalls(result).toContain('any', { thing: 1 });
    expectCalls<Registry>(result).toContain('t0', { on: new Date() }).none('t2', { prices: new Map([['a', 1]]) })
      .toContain('t3', { tags: new Set(['a']) }).none('t4', { total: 5n }).toContain('t9', { data: new Uint8Array(2) })
      .toContain('t13', { url: new URL('http://a') }).toContain('t1', { guests: [{ name: 'Ada', born: new Date() }] })
      .exactly(['t0', { city: 'Oslo', on: new Date() }], ['t4', { total: 5n }])
      .toContain('t16', { shape: { kind: 'circle' }, times: new Map([[1, new Date()]]) })
      .toContain('t16', { shape: { side: 1 }, times: [[1, '2026-01-01T00:00:00Z']] })
      .exactly(['t16', { shape: { kind: 'square', side: 1 }, more: [{ kind: 'circle', r: 1 }], times: { 1: new Date() } }]);
  `;
  expect(check(code)).toEqual([]);
});

const other = (argument: string) =>
  `{ name: 't15', arguments: { ...{ color: 'red', level: 1, id: 'a', price: 5 } as const, ${argument} } }`;
const answering = (call: string, type = '') =>
  `scriptedModel<Registry>([()${type} => ({ toolCalls: [${call}] })]);`;
const calling = (call: string) => `scriptedModel<Registry>([{ toolCalls: [${call}] }]);`;

it.each([
  [calling("{ name: 't00' }"), `Type '"t00"' is not assignable to type '"t0" | "t1" | "t2"`],
  [
    calling("{ name: 't0', arguments: { city: 1, on: '' } }"),
    "Type 'number' is not assignable to type 'string'.",
  ],
  [
    calling("{ name: 't1', arguments: { guests: [], kind: 'x' } }"),
    `Type '"x"' is not assignable to type 'Kind'.`,
  ],
  [calling("{ name: 't8', arguments: { range: [1] } }"), "Type '[number]' is not assignable"],
  [
    "scriptedModel.byInput<Registry>(() => [{ toolCalls: [{ name: 'none' }] }]);",
    `Type '"none"' is not assignable`,
  ],
  ["expectCalls<Registry>(result).toContain('book');", `Argument of type '"book"' is not assignable`],
  ["expectCalls<Registry>(result).none('t99');", `Argument of type '"t99"' is not assignable`],
  ["expectCalls<Registry>(result).toContain('t0', { city: 1 });", "Type 'number' is not assignable to type"],
  ["expectCalls<Registry>(result).toContain('t0', { town: 'Oslo' });", "'town' does not exist in type"],
  [calling(other("color: 'green'")), `Type '"green"' is not assignable to type '"red" | "blue"'.`],
  [calling(other('level: 3')), "Type '3' is not assignable to type '1 | 2'."],
  [calling(other('id: 5')), "Type 'number' is not assignable to type 'string'."],
  [calling(other("price: '5'")), "Type 'string' is not assignable to type 'number'."],
  [calling(other("order: 'x'")), `Type '"x"' is not assignable to type '\`o_\${string}\`'.`],
])('does not compile %s, and says so in the first line', (code, told) => {
  const messages = check(code);
  expect(messages).toHaveLength(1);
  expect(messages[0]?.split('\n')[0]).toContain(told);
});

it.each([
  [calling("{ name: 't0' }"), "Property 'arguments' is missing"],
  [calling("{ name: 't5', arguments: { x: 1 } }"), "'x' does not exist"],
  [
    "expectCalls<Registry>(result).inOrder('t5', ['t8', { range: ['a', 1] }]);",
    "Type 'string' is not assignable",
  ],
  [answering("{ name: 't5', arguments: { x: 1 } }"), 'has no properties in common'],
  [answering("{ name: 't6', arguments: { b: 1 } }"), 'has no properties in common'],
  [
    answering("{ name: 't10', arguments: { x: 1, y: 2 } }", ': ReplyOf<ToolsOfSource<Registry>>'),
    "'y' does not exist",
  ],
  [
    "expectCalls<Registry>(result).toContain('t16', { shape: { kind: 'circle', side: 1 } });",
    'not assignable',
  ],
  [
    "expectCalls<Registry>(result).none('t16', { more: [{ kind: 'circle', label: 'x' }] });",
    'not assignable',
  ],
  [
    "expectCalls<Registry>(result).exactly(['t16', { shape: { kind: 'circle', r: 1, side: 2 }, more: [], times: [] }]);",
    'not assignable',
  ],
  ["expectCalls<Registry>(result).toContain('t0', { on: new Map() });", 'not assignable'],
  ["expectCalls<Registry>(result).toContain('t2', { prices: new Map([['a', 'b']]) });", 'not assignable'],
  ["expectCalls<Registry>(result).toContain('t4', { total: new Date() });", 'not assignable'],
  [calling("{ name: 't4', arguments: { total: 5n } }"), "Type 'bigint' is not assignable"],
  [calling("{ name: 't0', arguments: { city: '', on: new Date() } }"), "Type 'Date' is not assignable"],
  // All arguments, because that is what is compared.
  ["expectCalls<Registry>(result).exactly(['t0', {}]);", "Type '{}' is not assignable to type"],
  ["expectCalls<Registry>(result).exactly(['t0', { city: 'Oslo' }]);", "Property 'on' is missing"],
  [
    "callMatchersOf.toHaveCalledExactly(['t0', {}]); declare const callMatchersOf: import('../index.js').CallMatchers<Registry>;",
    "Type '{}' is not assignable to type",
  ],
])('does not compile %s', (code, told) => {
  const messages = check(code);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain(told);
});

it('has types for the matchers of a test runner, as docs/testing.md adds them', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/testing.md'), 'utf8');
  const block = /```typescript\n((?:(?!```)[\s\S])*namespace jest[\s\S]*?)```/.exec(page)?.[1] ?? '';
  const setup = block.replaceAll(/^import .*\n/gm, '').replaceAll('typeof toolRegistry', 'Registry');
  const reference = '/// <reference types="jest" />\n';
  const checked = (code: string) =>
    checkProgram(
      `${reference}import type { CallMatchers } from '../index.js';${PROGRAM}${setup}${code}`,
      import.meta.dirname,
    ).messages;
  expect(
    checked(
      "expect(result).toHaveCalled('t0', { city: 'Oslo' }); expect(result).not.toHaveCalledExactly('t5');",
    ),
  ).toEqual([]);
  expect(checked("expect(result).toHaveCalled('t0', { town: 'Oslo' });")[0]).toContain(
    "'town' does not exist",
  );
  expect(checked("expect(result).toHaveCalled('gone');")[0]).toContain('not assignable');
});
