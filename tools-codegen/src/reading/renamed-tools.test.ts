import { createOwnCode } from '@toolwright/program';
import { typescript } from '@toolwright/program/compiler';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import { findRun } from '../find-run.js';
import { projectDisk, updateProject } from '../incremental/update-project.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';
import { createSession } from '../watch/session.js';

/** Ways to rename `tool` in one module and call it in another. */
const WAYS: readonly (readonly [way: string, marks: string, importing: string, call: string])[] = [
  ['a re-export', "export { tool as mark } from 'toolwright';", "import { mark } from './marks.js';", 'mark'],
  [
    'an export of an import',
    "import { tool as own } from 'toolwright'; export { own as mark };",
    "import { mark } from './marks.js';",
    'mark',
  ],
  [
    'a default export',
    "export { tool as default } from 'toolwright';",
    "import mark from './marks.js';",
    'mark',
  ],
  [
    'a namespace',
    "export { tool as mark } from 'toolwright';",
    "import * as marks from './marks.js';",
    'marks.mark',
  ],
  [
    'an exported namespace',
    "export * as kit from './more.js';",
    "import { kit } from './marks.js';",
    'kit.mark',
  ],
  [
    'an alias of a namespace',
    "import * as kit from 'toolwright'; export import mark = kit.tool;",
    "import { mark } from './marks.js';",
    'mark',
  ],
  ['a constant of a package', "export { mark } from 'marks';", "import { mark } from './marks.js';", 'mark'],
  [
    'a constant',
    "import { tool } from 'toolwright'; export const mark = tool;",
    "import { mark } from './marks.js';",
    'mark',
  ],
];

const files = (marks: string, importing: string, call: string) => ({
  'node_modules/marks/package.json': '{ "name": "marks", "types": "./index.d.ts" }',
  'node_modules/marks/index.d.ts':
    "import { tool } from 'toolwright';\nexport declare const mark: typeof tool;\n",
  'src/more.ts': "export { tool as mark } from 'toolwright';\n",
  'src/marks.ts': `${marks}\n`,
  'src/a.ts': `${importing}
/** First. */
export const first = ${call}((n: number): number => n);
export function load(): number {
  const hidden = ${call}((n: number): number => n);
  return hidden(1);
}
`,
});

function shown(diagnostics: readonly Diagnostic[]): object[] {
  return diagnostics.map(({ code, file, line }) => ({ code, file, line }));
}

const HIDDEN = [{ code: 'TW1017', file: 'src/a.ts', line: 5 }];

/** The first version: nothing calls `tool` by another name. */
const PLAIN = `export const mark = <F>(fn: F): F => fn;
export const other = 1;
`;
const RENAMED = "export { tool as mark } from 'toolwright';\n";
const CALLER = `import { mark } from './marks.js';
/** Loads. */
export function load(): number {
  const hidden = mark((n: number): number => n);
  return hidden(1);
}
`;
const PROJECT = {
  'node_modules/own/package.json': '{}',
  'src/marks.ts': PLAIN,
  'src/a.ts': CALLER,
  ...Object.fromEntries(
    ['b', 'c', 'd', 'e'].map((name) => [
      `src/${name}.ts`,
      `import { tool } from 'toolwright';\n/** It. */\nexport const ${name} = tool((n: number): number => n);\n`,
    ]),
  ),
};
const HIDDEN_LATER = [{ code: 'TW1017', file: 'src/a.ts', line: 4 }];

describe('tool under a name from another module', () => {
  it.each(WAYS)('is found through %s, and reported within a function', (_way, marks, importing, call) => {
    const { dir } = createScratchProject(files(marks, importing, call));
    const { diagnostics, tools } = generateUncached({ cwd: dir });
    expect(tools.map(({ name }) => name)).toEqual(['first']);
    expect(shown(diagnostics)).toEqual(HIDDEN);
  });

  it('is not confused with a variable of the same name', () => {
    const call = 'const mark = <F>(fn: F): F => fn; return mark((n: number): number => n)(1);';
    const { dir } = createScratchProject({
      'src/marks.ts': RENAMED,
      'src/a.ts': `import { mark } from './marks.js';
/** First. */
export const first = mark((n: number): number => n);
export function load(): number { ${call} }
export function empty(): void { /* mark */ }
`,
    });
    const { diagnostics, tools } = generateUncached({ cwd: dir });
    expect({ names: tools.map(({ name }) => name), diagnostics }).toEqual({
      names: ['first'],
      diagnostics: [],
    });
  });

  it('is not confused with other members of a namespace', () => {
    const { dir } = createScratchProject({
      'src/more.ts': "export { tool as mark } from 'toolwright';\nexport const work = (): void => {};\n",
      'src/a.ts': `import * as kit from './more.js';
/** First. */
export const first = kit.mark((n: number): number => n);
export function load(): void { kit.work(); }
`,
    });
    const shared = sharedFiles('types');
    const { result } = updateProject({ cwd: dir }, { ...shared, disk: projectDisk({ cwd: dir }) });
    expect(result.tools.map(({ name }) => name)).toEqual(['first']);
    // So that no file must be read twice.
    const load = shared.parsed.get(`${dir}/src/a.ts`)?.statements.find(typescript.isFunctionDeclaration);
    expect(load?.body?.statements).toHaveLength(0);
  });

  it('is not searched endlessly among constants that refer to each other', () => {
    const { dir } = createScratchProject({
      'src/circle.ts': 'export const one = two;\nexport const two = one;\n',
      'src/a.ts': `import { tool } from 'toolwright';
import { one } from './circle.js';
/** First. */
export const first = tool((n: number): number => n);
export function load(): void { one(() => 1); }
`,
    });
    const { diagnostics, tools } = generateUncached({ cwd: dir });
    expect({ names: tools.map(({ name }) => name), diagnostics }).toEqual({
      names: ['first'],
      diagnostics: [],
    });
  });

  it.each([
    ['from one run to the next, in a process of its own', false],
    ['from one run to the next, in one process', true],
  ])('is reported in an unchanged file, %s', async (_way, sharing) => {
    const { dir, write } = createScratchProject(PROJECT);
    const code = createOwnCode(`${dir}/node_modules/own`);
    const kept = sharedFiles('types');
    const run = async () =>
      shown((await findRun(code, { cwd: dir }, sharing ? kept : sharedFiles('types'))).diagnostics);
    expect(await run()).toEqual([]);
    write('src/marks.ts', RENAMED);
    expect(await run()).toEqual(HIDDEN_LATER);
    expect(await run()).toEqual(HIDDEN_LATER);
    write('src/marks.ts', PLAIN);
    expect(await run()).toEqual([]);
    write('src/marks.ts', "export { tool as mark } from 'toolwright';\nexport const more = 1;\n");
    expect(await run()).toEqual(HIDDEN_LATER);
  });

  it('is reported in an unchanged file in watch mode', () => {
    const { dir, write } = createScratchProject(PROJECT);
    const session = createSession({ cwd: dir });
    expect(session.update()).toMatchObject({ ok: true, diagnostics: [] });
    write('src/marks.ts', RENAMED);
    expect(shown(session.update()?.diagnostics ?? [])).toEqual(HIDDEN_LATER);
    write('src/marks.ts', PLAIN);
    expect(session.update()?.ok).toBe(true);
    write('src/marks.ts', "export { tool as mark } from './b.js';\n");
    expect(session.update()?.ok).toBe(true);
    write('src/b.ts', "export { tool } from 'toolwright';\n");
    expect(shown(session.update()?.diagnostics ?? [])).toEqual(HIDDEN_LATER);
  });
});

describe('tool under another name in its own file', () => {
  it.each([
    ['a constant', "import { tool } from 'toolwright';\nconst mark = tool;"],
    ['a constant of a namespace', "import * as kit from 'toolwright';\nconst mark = kit.tool;"],
    ['an alias', "import * as kit from 'toolwright';\nimport mark = kit.tool;"],
  ])('is found through %s, and reported within a function', (_way, marks) => {
    const { dir } = createScratchProject({
      'src/a.ts': `${marks}
/** First. */
export const first = mark((n: number): number => n);
export function load(): number { return mark((n: number): number => n)(1); }
`,
    });
    const { diagnostics, tools } = generateUncached({ cwd: dir });
    expect(tools.map(({ name }) => name)).toEqual(['first']);
    expect(shown(diagnostics)).toEqual(HIDDEN);
  });

  it('is found in a CommonJS module', () => {
    const { dir } = createScratchProject({
      'src/a.cts': `import kit = require('toolwright');
export class A {
  /** Reads. */
  @kit.tool read(): void {}
}
export function load(): void { kit.tool(() => 1); }
`,
    });
    const { diagnostics, tools } = generateUncached({ cwd: dir });
    expect(tools.map(({ name }) => name)).toEqual(['read']);
    expect(shown(diagnostics)).toEqual([{ code: 'TW1017', file: 'src/a.cts', line: 6 }]);
  });
});

it.each([
  "export type { tool } from 'toolwright';",
  "export { type tool } from 'toolwright';",
  "import type { tool } from 'toolwright'; export { tool };",
  "export type * from 'toolwright';",
])('is refused if a module exports only its type: %s', (statement) => {
  const { dir } = createScratchProject({
    'src/marks.ts': `${statement}\n`,
    'src/a.ts': `import { tool } from './marks.js';

/** Doubles. */
export const double = tool((value: number): number => value * 2);
`,
  });
  const { diagnostics } = generateUncached({ cwd: dir });
  expect(diagnostics).toMatchObject([
    {
      code: 'TW1005',
      file: 'src/a.ts',
      line: 1,
      message: expect.stringContaining('exports only its type'),
    },
  ]);
});
