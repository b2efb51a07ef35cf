import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createScratchProject } from '../../packages/program/src/testing/scratch-project.test.support.js';
import type { GenerateResult } from './generate-result.js';
import { generateUncached } from './testing/generate-uncached.test.support.js';
import { typeCheck } from './testing/type-check.test.support.js';

const MONEY = `export class Money {
  private constructor(readonly cents: number) {}
  static fromJSON(cents: number): Money { return new Money(cents); }
  toJSON(): number { return this.cents; }
}
`;
const MONEY_TYPES = `export declare class Money {
  private constructor();
  readonly cents: number;
  static fromJSON(cents: number): Money;
  toJSON(): number;
}
`;
const PAY = (imports: string): string =>
  `import { tool } from 'toolwright';\n${imports}\n/** Pays. */\nexport const pay = tool(function pay(price: Money, times: number) {});\n`;

/** The method `use` makes the class one that plain data cannot replace. */
const TAKE = (type: string, members: string): string =>
  `import { tool } from 'toolwright';
export class C<T = unknown> { v?: T; use(): void {} ${members} }
/** Takes. */
export const take = tool(function take(value: ${type}, times: number) {});\n`;

function generate(files: Readonly<Record<string, string>>): GenerateResult & { dir: string } {
  const { dir } = createScratchProject(files);
  return { ...generateUncached({ cwd: dir }), dir };
}

function codesOf({ diagnostics }: GenerateResult): string[] {
  return diagnostics.map(({ code }) => code);
}

/** A dependency with each class in its own module. */
const DEPENDENCY = {
  'node_modules/money-kit/package.json': JSON.stringify({
    name: 'money-kit',
    type: 'module',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './more': { types: './dist/more.d.ts', default: './dist/more.js' },
    },
  }),
  'node_modules/money-kit/dist/index.d.ts':
    "export { Money as Amount } from './money.js';\nexport interface Order { price: import('./money.js').Money }\n",
  'node_modules/money-kit/dist/more.d.ts': "export type { Money } from './money.js';\n",
  'node_modules/money-kit/dist/money.d.ts': MONEY_TYPES,
};

describe('a class with fromJSON and toJSON', () => {
  it("of a dependency is imported with the project's specifier, even if only a type leads to it", () => {
    const direct = generate({
      ...DEPENDENCY,
      'package.json': '{ "type": "module" }',
      'src/tools.ts': PAY("import { Amount as Money } from 'money-kit';"),
    });
    expect(direct.diagnostics).toEqual([]);
    expect(direct.output).toContain("import { Amount as Money } from 'money-kit';");
    expect(direct.output).toContain('classes: { Money: () => Money }');
    expect(typeCheck(direct.dir, new Map([[direct.outFile, direct.output]]))).toEqual([]);
    const within = generate({
      ...DEPENDENCY,
      'src/tools.ts': PAY("import type { Order } from 'money-kit';\ntype Money = Order['price'];"),
    });
    expect(within.output).toContain("import { Amount as Money } from 'money-kit';");
  });

  it('of a dependency that exports only its type is refused', () => {
    const result = generate({
      ...DEPENDENCY,
      'src/tools.ts': PAY("import type { Money } from 'money-kit/more';"),
    });
    expect(codesOf(result)).toEqual(['TW2026']);
  });

  it('is missing in a class of a dependency, which the user cannot change', () => {
    const result = generate({
      ...DEPENDENCY,
      'node_modules/money-kit/dist/money.d.ts': MONEY_TYPES.replace('static fromJSON', 'static parse'),
      'src/tools.ts': PAY("import { Amount as Money } from 'money-kit';"),
    });
    expect(result.diagnostics).toEqual([
      expect.objectContaining({
        code: 'TW2024',
        hint: "Wrap it in a class of your own with `toJSON()` and `static fromJSON(json)`; or take its data, such as `Pick<Money, 'cents'>`.",
      }),
    ]);
  });

  it('may be written in JavaScript with a declaration file', () => {
    const result = generate({
      'src/money.js': '',
      'src/money.d.ts': MONEY_TYPES,
      'src/tools.ts': PAY("import { Money } from './money.js';"),
    });
    expect(result.diagnostics).toEqual([]);
    expect(result.output).toContain("import { Money } from './money.js';");
  });

  it.each([
    ['a class without code', `export declare ${MONEY_TYPES.slice('export declare '.length)}`],
    ['a class in a namespace', `export namespace Shop {\n${MONEY}}\ntype Money = Shop.Money;\n`],
    ['a class that is exported only as a type', `${MONEY.replace('export ', '')}export type { Money };\n`],
    [
      'a class in a variable',
      `const Base = ${MONEY.replace('export ', '').replace('private ', '')};\ntype Money = InstanceType<typeof Base>;\n`,
    ],
  ])('is refused as %s, with a solution', (_, code) => {
    const result = generate({ 'src/tools.ts': PAY(code) });
    expect(result.diagnostics).toEqual([
      expect.objectContaining({
        code: 'TW2026',
        hint: 'Export the class `Money` from its module, not only its type.',
      }),
    ]);
  });

  // B7
  it.each([
    [
      'fromJSON returns any',
      'TW2025',
      'C',
      'static fromJSON(j: number): any { return j; } toJSON(): number { return 1; }',
    ],
    [
      'fromJSON makes another instantiation',
      'TW2025',
      'C<string>',
      'static fromJSON(j: { n: number | string }): C<number> { return new C(); } toJSON(): { n: T } { return { n: this.v! }; }',
    ],
    [
      'toJSON of the instantiation does not fit fromJSON',
      'TW2025',
      'C<string>',
      'static fromJSON(j: number): C<any> { return new C(); } toJSON(): T { return this.v!; }',
    ],
    [
      'toJSON has a type that does not resolve',
      'TW2003',
      'C',
      'static fromJSON(j: number): C { return new C(); } toJSON(): Gone { return 1; }',
    ],
    [
      'fromJSON takes a type that does not resolve',
      'TW2003',
      'C',
      'static fromJSON(j: Gone): C { return new C(); } toJSON(): number { return 1; }',
    ],
    [
      'fromJSON returns a type that does not resolve',
      'TW2003',
      'C',
      'static fromJSON(j: number): Gone { return 1; } toJSON(): number { return 1; }',
    ],
    [
      'toJSON writes a member that fromJSON does not take',
      'TW2025',
      'C',
      'static fromJSON(j: { n: number }): C { return new C(); } toJSON(): { n: number; extra: Date } { return { n: 1, extra: new Date() }; }',
    ],
    [
      'toJSON writes such a member deep inside',
      'TW2025',
      'C',
      'static fromJSON(j: { a: { n: number }[] }): C { return new C(); } toJSON(): { a: { n: number; extra: Date }[] } { return { a: [] }; }',
    ],
    [
      'toJSON may return undefined',
      'TW2025',
      'C',
      'static fromJSON(j: number | undefined): C { return new C(); } toJSON(): number | undefined { return 1; }',
    ],
  ])('is refused if %s', (_, code, type, members) => {
    expect(codesOf(generate({ 'src/tools.ts': TAKE(type, members) }))).toEqual([code]);
  });

  // B7
  it.each([
    [
      'an overload of fromJSON fits',
      'C',
      'static fromJSON(j: string): C; static fromJSON(j: number): C; static fromJSON(j: unknown): C { return new C(); } toJSON(): number { return 1; }',
    ],
    [
      'fromJSON has a rest parameter',
      'C',
      'static fromJSON(...j: number[]): C { return new C(); } toJSON(): number { return 1; }',
    ],
    [
      'fromJSON makes the instantiation that is asked for',
      'C<number>',
      'static fromJSON(j: number): C<number> { return new C(); } toJSON(): T { return this.v!; }',
    ],
  ])('is accepted if %s', (_, type, members) => {
    const { diagnostics, tools } = generate({ 'src/tools.ts': TAKE(type, members) });
    expect(diagnostics).toEqual([]);
    expect(tools[0]?.parameters.properties.value).toEqual({ type: 'number' });
  });

  // B7
  it('is accepted if one of several shapes of fromJSON has the members of toJSON', () => {
    const members =
      "static fromJSON(j: { k: 'a'; n: number } | { k: 'b'; at: Date }): C { return new C(); } toJSON(): { k: 'b'; at: Date } { return { k: 'b', at: new Date() }; }";
    expect(generate({ 'src/tools.ts': TAKE('C', members) }).diagnostics).toEqual([]);
  });

  it('works in JavaScript, as ES modules and as CommonJS', () => {
    for (const type of ['module', 'commonjs'] as const) {
      const isModule = type === 'module';
      const { diagnostics, output, outFile } = generate({
        'tsconfig.json':
          '{ "compilerOptions": { "allowJs": true, "noEmit": true, "module": "nodenext" }, "include": ["src"] }',
        'package.json': JSON.stringify({ type }),
        'src/money.js': `${isModule ? 'export ' : ''}class Money {
  constructor(cents) { this.cents = /** @type {number} */ (cents); }
  /** @param {number} cents */
  static fromJSON(cents) { return new Money(cents); }
  toJSON() { return this.cents; }
}
${isModule ? '' : 'module.exports = { Money };'}`,
        'src/tools.js': `${isModule ? "import { Money } from './money.js';" : "const { Money } = require('./money.js');"}
/**
 * Pays.
 * @tool
 * @param {Money} price Costs
 * @param {number} times How often
 */
${isModule ? 'export ' : ''}function pay(price, times) { return price; }
${isModule ? '' : 'module.exports = { pay };'}`,
      });
      expect(diagnostics).toEqual([]);
      mkdirSync(path.dirname(outFile), { recursive: true });
      writeFileSync(outFile, output);
      const load = isModule
        ? `(await import(${JSON.stringify(outFile)}))`
        : `require(${JSON.stringify(outFile)})`;
      const print = `console.log(${load}.manifest.tools[0].codecs.classes.Money().fromJSON(5).cents)`;
      const flags = isModule ? ['--input-type=module'] : [];
      expect(execFileSync(process.execPath, [...flags, '-e', print], { encoding: 'utf8' })).toBe('5\n');
    }
  });

  it('has its own JSON as a default and in tags', () => {
    const { tools, diagnostics } = generate({
      'src/tools.ts': `import { tool } from 'toolwright';\n${MONEY}
/**
 * Pays.
 * @param price Costs
 * @default price 5
 * @minimum price 1
 */
export const pay = tool(function pay(price: Money = Money.fromJSON(5), times = 1) {});\n`,
    });
    expect(diagnostics).toEqual([]);
    expect(tools[0]?.parameters.properties.price).toEqual({
      type: 'number',
      minimum: 1,
      default: 5,
      description: 'Costs',
    });
  });
});

describe('a class with methods', () => {
  it('is left out as an optional member, and may be a result', () => {
    const result = generate({
      'src/tools.ts': `import { tool } from 'toolwright';
export class Cart { items: string[] = []; clear(): void {} }
/** Buys. */
export const buy = tool(function buy(order: { name: string; cart?: Cart }, times: number): Cart { return new Cart(); });\n`,
    });
    expect(codesOf(result)).toEqual(['TW2020']);
    expect(result.tools[0]?.parameters.properties.order).toMatchObject({ properties: { name: {} } });
    expect(result.tools[0]?.output).toMatchObject({ properties: { items: {} }, additionalProperties: false });
  });

  it('is refused as a type with a schema', () => {
    const result = generate({
      'src/tools.ts': '/** @schema */\nexport class Cart { items: string[] = []; clear(): void {} }\n',
    });
    expect(codesOf(result)).toEqual(['TW2024']);
  });
});
