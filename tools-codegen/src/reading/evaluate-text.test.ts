import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

function generate(text: string) {
  const { dir } = createScratchProject({ 'src/a.ts': text });
  const { output, diagnostics } = generateUncached({ cwd: dir });
  return { output, found: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

/** Constants of which each holds the one before it twice. */
const doubling = (depth: number): string =>
  [
    "const S0 = 'ab'; const A0 = [1]; const O0 = { a: 1 };",
    ...Array.from(
      { length: depth },
      (_, index) =>
        `const S${index + 1}: string = S${index} + S${index}; const A${index + 1} = [...A${index}, ...A${index}]; const O${index + 1} = { a: O${index}, b: O${index} };`,
    ),
  ].join('\n');

it('states a default of constants that are short, and refuses one that grows without bound', () => {
  const tool = (depth: number): string => `
/**
 * Goes.
 * @param s One.
 * @default s S${depth}
 * @param a Two.
 * @default a A${depth}
 * @param o Three.
 * @default o O${depth}
 */
export const go = tool((s?: string, a?: number[], o?: object, i = S${depth}) => \`\${s} \${a} \${o} \${i}\`);`;
  const source = (depth: number): string =>
    `import { tool } from 'toolwright';\n${doubling(depth)}${tool(depth)}`;
  expect(generate(source(2)).output).toContain("default: 'abababab'");
  expect(generate(source(2)).found).toEqual([]);
  const started = process.cpuUsage();
  expect(generate(source(60)).found).toEqual([
    'TW2033 The default `S60` is not a constant that codegen can evaluate.',
    'TW2033 The default `A60` is not a constant that codegen can evaluate.',
    'TW2033 The default `O60` is not a constant that codegen can evaluate.',
    'TW3001 The default value is known only at run time, so it is not in the schema.',
  ]);
  expect(process.cpuUsage(started).user).toBeLessThan(20_000_000);
});

it('does not take code that it cannot evaluate for text', () => {
  const { output, found } = generate(`import { tool } from 'toolwright';
declare function now(): string;
export let host = 'a';
host = 'b';
const json = now();
/**
 * Goes.
 * @default a host
 * @default b \`at \${now()}\`
 * @default c json
 * @default d json
 * @default e plain words
 */
export const go = tool((a?: string, b?: string, c?: unknown, d?: 'json' | 'xml', e?: string) => \`\${a} \${b} \${c} \${d} \${e} \${json}\`);`);
  expect(found).toEqual([
    'TW2033 The default `host` is not a constant that codegen can evaluate.',
    expect.stringMatching(/^TW2033 .*`at .*now/),
    'TW2033 The default `json` is not a constant that codegen can evaluate.',
  ]);
  expect(output).not.toContain('now()');
});

it('does not take a call of what is declared for text', () => {
  const { found } = generate(`import { tool } from 'toolwright';
function now(): string { return ''; }
export class Color {
  #name: string;
  constructor(name: string) { this.#name = name; }
  static fromJSON(json: string): Color { return new Color(json); }
  toJSON(): string { return this.#name; }
}
/**
 * Goes.
 * @default a now()
 * @default b new Color('red')
 * @default c Color.fromJSON('red')
 * @default d red
 * @default e later(1)
 */
export const go = tool((a?: string, b?: Color, c?: Color, d?: Color, e?: string) => \`\${a} \${b} \${c} \${d} \${e}\`);`);
  expect(found.map((each) => /`[^`]*`/.exec(each)?.[0])).toEqual([
    '`now()`',
    "`new Color('red')`",
    "`Color.fromJSON('red')`",
  ]);
});

it('does not take an expression of variables for text', () => {
  const { output, found } = generate(`import { tool } from 'toolwright';
let host = 'a';
host = 'b';
const path = '/x';
/**
 * Goes.
 * @default a host + path
 * @default b (host)
 * @default c path + '/y'
 * @default d host + rest
 * @default e read, then write
 */
export const go = tool((a?: string, b?: string, c?: string, d?: string, e?: string) => \`\${a} \${b} \${c} \${d} \${e}\`);`);
  expect(found).toEqual([
    'TW2033 The default `host + path` is not a constant that codegen can evaluate.',
    'TW2033 The default `(host)` is not a constant that codegen can evaluate.',
  ]);
  expect(output).toContain("default: '/x/y'");
  expect(output).toContain("default: 'host + rest'");
});

it('evaluates a constant object only if its file does not change it', () => {
  const { found } = generate(`import { tool } from 'toolwright';
const kept = { a: 1 };
const assigned = { a: 1 };
assigned.a = 2;
const counted = { a: 1 };
counted['a']++;
const merged = { a: 1 };
Object.assign(merged, { a: 2 });
const emptied: { a?: number } = { a: 1 };
delete emptied.a;
const list = [1];
list.push(2);
export const other = (): unknown => {
  const kept = { a: 1 };
  kept.a = 2;
  return kept;
};
/**
 * Goes.
 * @default a kept
 * @default b assigned.a
 * @default c counted
 * @default d merged
 * @default e emptied
 * @default f list
 */
export const go = tool((a?: object, b?: number, c?: object, d?: object, e?: object, f?: number[]) => JSON.stringify([a, b, c, d, e, f]));`);
  expect(found.map((each) => /`[\w.]+`/.exec(each)?.[0])).toEqual([
    '`assigned.a`',
    '`counted`',
    '`merged`',
    '`emptied`',
    '`list`',
  ]);
});

it('follows long chains of constants, and refuses endless ones', () => {
  const chain = (length: number): string =>
    Array.from({ length }, (_, index) => `const C${index + 1}: string = C${index};`).join('\n');
  const source = (length: number): string => `import { tool } from 'toolwright';
const C0: string = 'end';
${chain(length)}
/**
 * Goes.
 * @default a C${length}
 */
export const go = tool((a?: string) => a ?? C${length});`;
  const { output, found } = generate(source(900));
  expect(found).toEqual([]);
  expect(output).toContain("default: 'end'");
  expect(generate(source(5_000)).found).toEqual([
    'TW2033 The default `C5000` is not a constant that codegen can evaluate.',
  ]);
});

it('evaluates elements of constants', () => {
  const { output, found } = generate(`import { tool } from 'toolwright';
export enum Level { Low = 'low', High = 'high' }
const LIMITS = { page: 21, nest: { list: [1, 22, 3] } } as const;
const LIST = [1, 23, 3] as const;
const PLAIN = [{ a: 24 }];
const AT = 1;
let changed = [1];
changed = [2];
/**
 * Goes.
 * @default a LIMITS['page']
 * @default b LIMITS.nest.list[1]
 * @default c LIST[AT]
 * @default d PLAIN[0].a
 * @default e Level['High']
 * @default f changed[0]
 * @default g LIMITS[page]
 */
export const go = tool((a?: number, b?: number, c?: number, d?: number, e?: Level, f?: number, g?: number) => [a, b, c, d, e, f, g].join());`);
  expect(found).toEqual([
    'TW2033 The default `changed[0]` is not a constant that codegen can evaluate.',
    'TW2033 The default `LIMITS[page]` is not a value of the type.',
  ]);
  for (const value of ['21', '22', '23', '24', "'high'"]) expect(output).toContain(`default: ${value}`);
});
