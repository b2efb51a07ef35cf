import fc from 'fast-check';

/** Code on the way to an effect: declarations of the module, and an expression that runs it. */
interface Code {
  readonly declarations: string;
  readonly expression: string;
}

/** Puts code behind one construct of the language. @param id Makes its names unique. */
type Way = (inner: string, id: string) => Code;

/** Expressions with one effect each. The child process records them. */
export const LEAVES = {
  'fs.read': "fs.readFileSync('absent')",
  'fs.write': "fs.writeFileSync('absent', '')",
  net: "void fetch('http://localhost')",
  env: "process.env['HOME']",
  time: 'Date.now()',
  random: 'Math.random()',
} as const;

/** Constructs that run what is inside them. */
const WAYS: Readonly<Record<string, Way>> = {
  function: (inner, id) => ({
    declarations: `function f${id}(): unknown { return ${inner}; }`,
    expression: `f${id}()`,
  }),
  arrow: (inner, id) => ({ declarations: `const f${id} = () => ${inner};`, expression: `f${id}()` }),
  method: (inner, id) => ({
    declarations: `class C${id} { m${id}(): unknown { return ${inner}; } }`,
    expression: `new C${id}().m${id}()`,
  }),
  construction: (inner, id) => ({
    declarations: `class C${id} { constructor() { ${inner}; } }`,
    expression: `new C${id}()`,
  }),
  field: (inner, id) => ({
    declarations: `class B${id} { v${id}: unknown = ${inner}; } class C${id} extends B${id} {}`,
    expression: `new C${id}()`,
  }),
  getter: (inner, id) => ({
    declarations: `class C${id} { get g${id}(): unknown { return ${inner}; } }`,
    expression: `new C${id}().g${id}`,
  }),
  setter: (inner, id) => ({
    declarations: `class C${id} { set s${id}(_v: number) { ${inner}; } } const o${id} = new C${id}();`,
    expression: `(o${id}.s${id} = 1)`,
  }),
  static: (inner, id) => ({
    declarations: `class C${id} { static m${id}(): unknown { return ${inner}; } }`,
    expression: `C${id}.m${id}()`,
  }),
  override: (inner, id) => ({
    declarations: `abstract class B${id} { abstract m${id}(): unknown; } class C${id} extends B${id} { m${id}(): unknown { return ${inner}; } } const o${id}: B${id} = new C${id}();`,
    expression: `o${id}.m${id}()`,
  }),
  interface: (inner, id) => ({
    declarations: `interface I${id} { m${id}(): unknown } const o${id}: I${id} = { m${id}: () => ${inner} };`,
    expression: `o${id}.m${id}()`,
  }),
  injected: (inner, id) => ({
    declarations: `class C${id} { constructor(private readonly w${id}: () => unknown) {} r${id}(): unknown { return this.w${id}(); } } const o${id} = new C${id}(() => ${inner});`,
    expression: `o${id}.r${id}()`,
  }),
  assigned: (inner, id) => ({
    declarations: `class C${id} { w${id}: () => unknown = () => 0; } const o${id} = new C${id}(); o${id}.w${id} = () => ${inner};`,
    expression: `o${id}.w${id}()`,
  }),
  mapped: (inner) => ({ declarations: '', expression: `[1].map(() => ${inner})` }),
  comparator: (inner) => ({ declarations: '', expression: `[1, 2].toSorted(() => { ${inner}; return 0; })` }),
  generator: (inner, id) => ({
    declarations: `function* f${id}(): Generator<unknown> { yield ${inner}; }`,
    expression: `[...f${id}()]`,
  }),
  table: (inner, id) => ({
    declarations: `const t${id} = { a: () => ${inner}, b: () => 0 };`,
    expression: `t${id}.a()`,
  }),
  record: (inner, id) => ({
    declarations: `const t${id}: Record<string, () => unknown> = { a: () => ${inner} };`,
    expression: `t${id}['a'.trim()]?.()`,
  }),
  map: (inner, id) => ({
    declarations: `const t${id} = new Map<string, () => unknown>(); t${id}.set('a', () => ${inner});`,
    expression: `t${id}.get('a')?.()`,
  }),
  list: (inner, id) => ({
    declarations: `const t${id} = [() => ${inner}];`,
    expression: `t${id}.forEach((one) => one())`,
  }),
  made: (inner, id) => ({
    declarations: `function f${id}(): () => unknown { return () => ${inner}; }`,
    expression: `f${id}()()`,
  }),
  held: (inner, id) => ({
    declarations: `function f${id}(w: () => unknown) { return { r${id}: () => w() }; } const o${id} = f${id}(() => ${inner});`,
    expression: `o${id}.r${id}()`,
  }),
  bound: (inner, id) => ({
    declarations: `function f${id}(): unknown { return ${inner}; }`,
    expression: `f${id}.bind(undefined)()`,
  }),
  defaulted: (inner, id) => ({
    declarations: `function f${id}(v: unknown = ${inner}): unknown { return v; }`,
    expression: `f${id}()`,
  }),
  tagged: (inner, id) => ({
    declarations: `function f${id}(_p: TemplateStringsArray): unknown { return ${inner}; }`,
    expression: `f${id}\`x\``,
  }),
  text: (inner, id) => ({
    declarations: `class C${id} { toString(): string { ${inner}; return ''; } }`,
    expression: `\`\${new C${id}()}\``,
  }),
  iterated: (inner, id) => ({
    declarations: `class C${id} { *[Symbol.iterator](): Iterator<unknown> { yield ${inner}; } }`,
    expression: `[...new C${id}()]`,
  }),
  options: (inner, id) => ({
    declarations: `function f${id}(o: { e${id}?: () => unknown }): unknown { return o.e${id}?.(); }`,
    expression: `f${id}({ e${id}: () => ${inner} })`,
  }),
  destructured: (inner, id) => ({
    declarations: `const o${id} = { w${id}: () => ${inner} }; const { w${id} } = o${id};`,
    expression: `w${id}()`,
  }),
  rest: (inner, id) => ({
    declarations: `function f${id}(...all: (() => unknown)[]): unknown { return all.map((one) => one()); }`,
    expression: `f${id}(() => 0, () => ${inner})`,
  }),
  applied: (inner, id) => ({
    declarations: `const f${id} = function (): unknown { return ${inner}; };`,
    expression: `f${id}.apply(undefined, [])`,
  }),
  computed: (inner, id) => ({
    declarations: `const t${id} = { a: () => ${inner}, b: () => ${inner} }; const k${id} = 'ab'.charAt(0) as keyof typeof t${id};`,
    expression: `t${id}[k${id}]()`,
  }),
  conditional: (inner, id) => ({
    declarations: `const f${id} = () => ${inner}; const g${id} = () => 0;`,
    expression: `(Number('1') > 0 ? f${id} : g${id})()`,
  }),
};

export type LeafEffect = keyof typeof LEAVES;

export interface RandomTool {
  readonly effect: LeafEffect;
  /** From the outside to the inside. */
  readonly ways: readonly string[];
}

export const randomTool: fc.Arbitrary<RandomTool> = fc.record({
  effect: fc.constantFrom(...(Object.keys(LEAVES) as LeafEffect[])), // the keys of a constant object
  ways: fc.array(fc.constantFrom(...Object.keys(WAYS)), { minLength: 1, maxLength: 4 }),
});

/** One tool for each construct, so that none is left out by chance. */
export const everyWay: readonly RandomTool[] = Object.keys(WAYS).map((way) => ({
  effect: 'fs.write',
  ways: [way],
}));

/** A module with tools `t0`, `t1`, … */
export function writeProgram(tools: readonly RandomTool[]): string {
  const parts = tools.map(({ effect, ways }, index) => {
    const declarations: string[] = [];
    const expression = [...ways].reverse().reduce<string>((inner, way, depth) => {
      const code = WAYS[way]?.(inner, `_${index}_${depth}`) ?? { declarations: '', expression: inner };
      declarations.push(code.declarations);
      return code.expression;
    }, LEAVES[effect]);
    return `${declarations.join('\n')}\n/** Runs. */\nexport const t${index} = tool((): void => { ${expression}; });\n`;
  });
  return `import * as fs from 'node:fs';\nimport { tool } from 'toolwright';\n${parts.join('\n')}`;
}
