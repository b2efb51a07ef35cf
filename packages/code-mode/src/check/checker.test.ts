import ts from 'typescript';
import { createCheck } from './checker.js';
import { describeProblems } from './describe-problems.js';
import { createPlanReader } from './plan.js';
import { ProgramChecker } from './program-checker.js';

const DECLARATIONS = `declare const tools: {
  book(args: { city: string; days?: number; }): Promise<{ number: number; }>;
  list(args?: Record<string, never>): Promise<string[]>;
};
`;
const check = createCheck(ts, createPlanReader(ts));
const problemsOf = (code: string): string => {
  const checked = check(code, DECLARATIONS);
  return checked.ok ? '' : describeProblems(checked);
};

// J2
describe('a program', () => {
  it.each([
    ['a top-level return and await', "const { number } = await tools.book({ city: 'Oslo' }); return number;"],
    [
      'functions, classes and generics',
      'class A<T> { constructor(readonly t: T) {} } const f = <T,>(t: T) => new A(t); return f(1).t;',
    ],
    [
      'types that are removed',
      'interface B { n: number } type C = B & { m?: string }; const b: C = { n: 1 } satisfies B; return b as B;',
    ],
    ['an enum', 'enum E { A = "a" } return E.A;'],
    [
      'side by side',
      "return (await Promise.all(['a', 'b'].map((city) => tools.book({ city })))).map(({ number }) => number);",
    ],
    [
      'errors of tools',
      'try { await tools.list(); } catch (e) { if (e instanceof ToolError) return e.tool; } return 1;',
    ],
    [
      'logs, the store and dates',
      'console.log(1, {}); store.n = 1; return new Date().toISOString() + Math.random();',
    ],
    ['names like those around it', 'const program = 1; function tool() { return program; } return tool();'],
    [
      'marks in texts',
      `return '@ts-ignore' + \`@ts-nocheck \${1} @ts-ignore \${2} @ts-expect-error\` + /@ts-ignore/.source;`,
    ],
    ['a comment at its end', 'return 1; // the end'],
    ['nothing', ''],
  ])('is accepted with %s', (_, code) => {
    expect(problemsOf(code)).toBe('');
  });

  it.each([
    [
      'an unknown tool',
      'await tools.bok({ city: "x" });',
      /Line 1:13: Property 'bok' does not exist .* Did you mean 'book'\?/,
    ],
    ['a misspelt argument', 'await tools.book({ ciy: "x" });', /Line 1:20: .*'ciy' does not exist/],
    [
      'a wrong type',
      'const n = 1;\nawait tools.book({ city: n });',
      /Line 2:20: Type 'number' is not assignable to type 'string'/,
    ],
    ['a missing argument', 'await tools.book({});', /Property 'city' is missing/],
    [
      'a wrong use of a result',
      'const b = await tools.book({ city: "x" });\n\nreturn b.numbr;',
      /Line 3:10: .*Did you mean 'number'\?/,
    ],
    ['a forgotten await', 'return tools.book({ city: "x" }).number;', /Did you forget to use 'await'\?/],
    ['an implicit any', 'const f = (x) => x; return f(1);', /implicitly has an 'any' type/],
    ['possibly undefined', 'return (await tools.list()).find(() => true).length;', /possibly 'undefined'/],
    ['a name of Node', 'return process.env;', /Cannot find name 'process'/],
    ['a name of browsers', 'return document.title;', /Cannot find name 'document'/],
    ['a timer', 'setTimeout(() => {}, 1);', /Cannot find name 'setTimeout'/],
    ['an import', "import fs from 'fs'; return fs;", /Line 1:/],
    ['a dynamic import', "return await import('fs');", /Line 1:14: Programs have no modules/],
    ['a type of a module', "const a: import('node:fs').Stats = 1; return a;", /Programs have no modules/],
    ['a sum without end', `return ${'1+'.repeat(45_000)}1;`, /nested too deeply/],
    ['calls without end', `let f: any; return f${'()'.repeat(30_000)};`, /too complex|nested too deeply/],
    ['parentheses without end', `return ${'('.repeat(40_000)}1${')'.repeat(40_000)};`, /too complex/],
    ['a required module', "return require('fs');", /Cannot find name 'require'/],
    ['an end of the function around it', 'return 1; } evil(); async function x() {', /Line 1:11/],
    ['an open brace', 'if (true) {', /Line 1:/],
    ['an open comment', 'return 1; /* and', /Line 1:/],
    ['an open template', 'return `and', /Line 1:/],
    ['an ignored error', '// @ts-ignore\nawait tools.bok();', /Remove '@ts-/],
    ['an expected error', '// @ts-expect-error\nawait tools.bok();', /Remove '@ts-/],
    ['an unchecked file', '// @ts-nocheck\nawait tools.bok();', /Remove '@ts-/],
    ['a reference', '/// <reference types="node" />\nreturn process.pid;', /Cannot find name 'process'/],
  ])('is refused with %s', (_, code, like) => {
    expect(problemsOf(code)).toMatch(like);
  });

  it('shows the line and a caret, and at most eight problems', () => {
    expect(problemsOf('const a = 1;\n  await tools.bok({});')).toContain(
      '\n    await tools.bok({});\n                ^',
    );
    const many = problemsOf('await tools.bok();\n'.repeat(20));
    expect(many.split('Line ')).toHaveLength(9);
    expect(many).toContain('… and 12 more errors.');
    expect(problemsOf(`${' '.repeat(5_000)}await tools.bok(); ${'x'.repeat(5_000)}`).length).toBeLessThan(
      2_000,
    );
  });

  it.each([
    ["return new Intl.NumberFormat('en').format(1);", "'Intl' does not exist in programs."],
    ['return new WeakRef({});', "'WeakRef' does not exist in programs."],
    ["return eval('1');", "'eval' does not exist in programs."],
    ["return (1234.5).toLocaleString('de');", "'toLocaleString' knows no locales"],
    ["return ['b', 'a'].sort((x, y) => x.localeCompare(y, 'sv'));", "'localeCompare' knows no locales"],
  ])('names what the sandbox lacks: %s', (code, message) => {
    expect(problemsOf(code)).toContain(message);
  });

  it.each([
    'return (1).toLocaleString();',
    "return ['b', 'a'].sort((x, y) => x.localeCompare(y));",
    'const Intl = { format: (n: number) => n }; return Intl.format(1);',
    'const o = { WeakRef: 1, eval: 2 }; return o.WeakRef + o.eval;',
    `return ${'1+'.repeat(2_000)}1;`,
  ])('accepts what does not depend on it: %.60s', (code) => {
    expect(check(code, DECLARATIONS)).toMatchObject({ ok: true });
  });

  it('holds few mistakes of a program that has many, and little of each', () => {
    const checked = check('a;'.repeat(49_990), DECLARATIONS);
    expect(checked).toMatchObject({ ok: false, more: 49_990 - 8 });
    expect(JSON.stringify(checked).length).toBeLessThan(8 * 1_400);
    const type = `{ ${Array.from({ length: 500 }, (_, n) => `a${n}: ${n}`).join('; ')} }`;
    expect(
      problemsOf(`type A = ${type}; const a: A = 1 as never as { [K in keyof A]: 'x' };`).length,
    ).toBeLessThan(1_400);
  });

  it.each([
    ['itself', 'store.n ??= 3; await tools.list(); if (store.n-- > 0) await __program();'],
    ['itself, written in another way', 'const f: () => Promise<unknown> = \\u005f_program; await f();'],
    ['itself by its type', 'type P = typeof __program; await (0 as never as P)();'],
  ])('cannot call %s', (_, code) => {
    expect(problemsOf(code)).toContain("'__program' is not a name that programs can use.");
  });

  it.each([
    ['a field', 'class A { a = CALL; } new A();', true],
    ['a field with an accessor', 'class A { accessor a = CALL; } new A();', true],
    ['a private field', 'class A { #a = CALL; b() { return this.#a; } } new A();', true],
    ['a field of an expression', 'new (class { a = CALL; })();', true],
    ['a field within a static block', 'class A { static { new (class { a = CALL; })(); } }', true],
    ['a constructor', 'class A { constructor() { void CALL; } } new A();', true],
    ['a default of a parameter', 'const f = (n: unknown = CALL) => n; f();', true],
    ['a default of a constructor', 'class A { constructor(readonly a: unknown = CALL) {} } new A();', true],
    ['a getter', 'const o = { get a() { return CALL; } }; void o.a;', true],
    ['a setter', 'const o = { set a(n: number) { void CALL; } }; o.a = 1;', true],
    ['a method', 'const o = { a() { return CALL; } }; o.a();', true],
    ['a generator', 'function* f() { yield CALL; } void [...f()];', true],
    [
      'an asynchronous generator',
      'async function* f() { yield CALL; } for await (const n of f()) void n;',
      true,
    ],
    ['a tag of a template', 'const f = (...n: unknown[]) => CALL; void f`a`;', true],
    [
      'a decorator',
      'const d = (f: unknown, c: unknown) => { void CALL; }; class A { @d m() {} } new A();',
      true,
    ],
    ['a trap of a proxy', 'void new Proxy({} as any, { get: () => CALL }).a;', true],
    ['a loop with a label', 'let n = 0; a: do { await CALL; if (n++ < 3) continue a; } while (false);', true],
    ['a step of a loop', 'for (let n = 0; n < 3; n++, await CALL);', true],
    ['a condition of a loop', 'let n = 0; while (n++ < 3 && (await CALL));', true],
    ['an asynchronous loop', 'for await (const n of [1, 2]) { void n; await CALL; }', true],
    ['keys of an object in a loop', 'for (const n in { a: 1 }) { void n; await CALL; }', true],
    [
      'a field of a class in a loop',
      'for (const n of [1, 2]) { void n; class A { static a = CALL; } void A; }',
      true,
    ],
    ['a function that is called at once', 'void (() => CALL)();', true],
    ['a static field', 'class A { static a = CALL; } void A;', false],
    ['a static block', 'class A { static { void CALL; } } void A;', false],
    ['a value in a template', `void \`\${await CALL}\`;`, false],
    ['a block with a label', 'a: { await CALL; break a; }', false],
    ['a branch', 'if (store.n) await CALL; else await 0;', false],
  ])('knows whether %s may run more than once', (_, code, isRepeated) => {
    const checked = check(code.replace('CALL', 'tools.list()'), DECLARATIONS);
    expect(checked.ok ? checked.plan : problemsOf(code.replace('CALL', 'tools.list()'))).toEqual({
      isComplete: true,
      calls: [{ name: 'list', isRepeated, line: 1 }],
    });
  });

  it('is read before it runs', () => {
    const planOf = (code: string) => {
      const checked = check(code, DECLARATIONS);
      return checked.ok ? checked.plan : undefined;
    };
    expect(planOf("await tools.list();\nfor (const city of ['a']) await tools['book']({ city });")).toEqual({
      isComplete: true,
      calls: [
        { name: 'list', isRepeated: false, line: 1 },
        { name: 'book', isRepeated: true, line: 2 },
      ],
    });
    for (const hidden of [
      'const t = tools; await t.list();',
      'const { list } = tools; await list();',
      "const name = 'list' as 'list' | 'book'; void tools[name];",
      'await (globalThis as any).tools.list();',
      'const f = tools.list; await f();',
    ])
      expect([hidden, planOf(hidden)?.isComplete]).toEqual([hidden, false]);
    expect(planOf('const o = { tools: 1 }; return o.tools;')).toEqual({ isComplete: true, calls: [] });
  });
});

describe('the checker', () => {
  const { signal } = new AbortController();

  it('checks in a worker, one program after another, against the newest declarations', async () => {
    const checker = new ProgramChecker();
    const [good, bad, other] = await Promise.all([
      checker.check('return await tools.list();', DECLARATIONS, signal),
      checker.check('return await tools.bok();', DECLARATIONS, signal),
      checker.check(
        'return await tools.bok();',
        'declare const tools: { bok(): Promise<number>; };\n',
        signal,
      ),
    ]);
    expect([good?.ok, bad?.ok, other?.ok]).toEqual([true, false, true]);
    expect(await checker.check('x'.repeat(10_000_000), DECLARATIONS, signal)).toMatchObject({ ok: false });
  });

  it('does not block its host with costly types', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const costly = `type Deep<N extends 0[] = []> = N['length'] extends 900 ? N : Deep<[...N, 0]>;
      type Wide<A extends string> = \`\${A}\${A}\`; const d: Deep = []; return d;`;
    const checked = await new ProgramChecker().check(costly, DECLARATIONS, signal);
    clearInterval(timer);
    expect(checked?.ok).toBe(false);
    expect(ticks).toBeGreaterThan(1);
  });

  /** Takes the compiler a minute or more. */
  const endless = `type B<N extends number, A extends any[] = []> = A['length'] extends N ? A : B<N, [...A, A]>;
    ${Array.from({ length: 400 }, (_, n) => `type X${n} = B<${900 + (n % 90)}, [${n}]>; const x${n}: X${n} = 0 as any;`).join('\n')}
    return 1;`;

  it('lets other programs overtake one that is slow, and ends one whose run ended', async () => {
    const ending = new AbortController();
    let isSlowDone = false;
    const slow = new ProgramChecker().check(endless, DECLARATIONS, ending.signal).then((checked) => {
      isSlowDone = true;
      return checked;
    });
    const waiting = new ProgramChecker().check('return 1;', DECLARATIONS, AbortSignal.timeout(10));
    const other = new ProgramChecker().check('return 1;', DECLARATIONS, signal);
    expect(await waiting).toBeUndefined();
    expect(await other).toMatchObject({ ok: true });
    expect(isSlowDone).toBe(false);
    ending.abort();
    expect(await slow).toBeUndefined();
  });

  it('has one compiler for all of the process', async () => {
    let workers = 0;
    const count = () => workers++;
    process.on('worker', count);
    for (let n = 0; n < 6; n++)
      expect(
        await new ProgramChecker().check('return 1;', `${DECLARATIONS}// ${n % 3}\n`, signal),
      ).toMatchObject({
        ok: true,
      });
    process.off('worker', count);
    expect(workers).toBeLessThanOrEqual(1);
  });
});
