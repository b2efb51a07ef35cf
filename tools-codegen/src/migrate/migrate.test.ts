import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';
import {
  BASE_CONFIG,
  createScratchProject,
} from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';
import { type Migration, migrateProject } from './migrate.js';
import { replaceSources } from './source-bytes.js';

/** The same file with decorators and with tags; each migration produces the other. */
const PAIRS: Readonly<Record<string, readonly [decorated: string, tagged: string]>> = {
  'a method with JSDoc of several lines': [
    "import { tool } from 'toolwright';\n\nexport class A {\n  /**\n   * List.\n   */\n  @tool\n  list(): void {}\n}\n",
    'export class A {\n  /**\n   * List.\n   * @tool\n   */\n  list(): void {}\n}\n',
  ],
  'a method without JSDoc, with tabs and CRLF': [
    'import { tool } from "toolwright";\r\n\r\nexport class A {\r\n\tname = "a";\r\n\t@tool\r\n\tlist(): void {}\r\n}\r\n',
    'export class A {\r\n\tname = "a";\r\n\t/** @tool */\r\n\tlist(): void {}\r\n}\r\n',
  ],
  'other decorators, comments and modifiers': [
    "// Licence.\n\nimport { tool } from 'toolwright';\nimport { log } from './log.js';\n\nexport class A {\n  /**\n   * Run.\n   * @param a One.\n   */\n  // why\n  @tool\n  @log\n  public static async run(a: string): Promise<string> { return a; }\n}\n",
    "// Licence.\n\nimport { log } from './log.js';\n\nexport class A {\n  /**\n   * Run.\n   * @param a One.\n   * @tool\n   */\n  // why\n  @log\n  public static async run(a: string): Promise<string> { return a; }\n}\n",
  ],
  'several marks in one class, and an import of other names': [
    "import { type ToolContext, tool } from 'toolwright';\nexport class A {\n  /**\n   * One.\n   */\n  @tool\n  one(context: ToolContext): void {}\n\n  /**\n   * Two.\n   */\n  @tool\n  two(): void {}\n\n  three = 3;\n}\nexport class B extends A {\n  override two(): void {}\n}\n",
    "import { type ToolContext } from 'toolwright';\nexport class A {\n  /**\n   * One.\n   * @tool\n   */\n  one(context: ToolContext): void {}\n\n  /**\n   * Two.\n   * @tool\n   */\n  two(): void {}\n\n  three = 3;\n}\nexport class B extends A {\n  override two(): void {}\n}\n",
  ],
  'a list of imports on several lines': [
    'import {\n  type ToolContext,\n  tool,\n} from "toolwright"\n\nexport class A {\n  /**\n   * One.\n   */\n  @tool\n  one(context: ToolContext): void {}\n}\n',
    'import {\n  type ToolContext,\n} from "toolwright"\n\nexport class A {\n  /**\n   * One.\n   * @tool\n   */\n  one(context: ToolContext): void {}\n}\n',
  ],
  'an alias that the file still needs': [
    "import { tool as t } from 'toolwright';\n\n/** Double. */\nexport const double = t((a: number): number => a * 2);\n\nexport class A {\n  /**\n   * One.\n   */\n  @t\n  one(): void {}\n}\n",
    "import { tool as t } from 'toolwright';\n\n/** Double. */\nexport const double = t((a: number): number => a * 2);\n\nexport class A {\n  /**\n   * One.\n   * @tool\n   */\n  one(): void {}\n}\n",
  ],
  'options of literal values': [
    "import { tool } from 'toolwright';\n\nexport class A {\n  /**\n   * One.\n   */\n  @tool({ name: 'first', readOnly: true, timeoutMs: 5_000, tags: [\"a\"] })\n  one(): void {}\n}\n",
    'export class A {\n  /**\n   * One.\n   * @tool { name: \'first\', readOnly: true, timeoutMs: 5_000, tags: ["a"] }\n   */\n  one(): void {}\n}\n',
  ],
  'a namespace that the file still needs': [
    "import * as tw from 'toolwright';\n\nexport class A {\n  /**\n   * One.\n   */\n  @tw.tool\n  one(context: tw.ToolContext): void {}\n}\n",
    "import * as tw from 'toolwright';\n\nexport class A {\n  /**\n   * One.\n   * @tool\n   */\n  one(context: tw.ToolContext): void {}\n}\n",
  ],
  'overloads, of which the last has the decorator': [
    "import { tool } from 'toolwright';\n\nexport class A {\n  /** Text. */\n  one(a: string): void;\n  /**\n   * Any.\n   */\n  @tool\n  one(a: string | number): void {}\n}\n",
    'export class A {\n  /** Text. */\n  one(a: string): void;\n  /**\n   * Any.\n   * @tool\n   */\n  one(a: string | number): void {}\n}\n',
  ],
  'a JSDoc comment whose last line has text': [
    "'use strict';\n// About.\n\nimport { tool } from 'toolwright';\n\n/** Notes. */\nexport class A {\n  /** One.\n   * @deprecated use two\n   */\n  @tool\n  one(): void {}\n}\n",
    "'use strict';\n// About.\n\n/** Notes. */\nexport class A {\n  /** One.\n   * @deprecated use two\n   * @tool\n   */\n  one(): void {}\n}\n",
  ],
};

/** Files with decorators and their migration, which the opposite migration does not restore. */
const TO_TAG: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'JSDoc on one line': [
    "import { tool } from 'toolwright';\nexport class A {\n  /** List. */\n  @tool() list(): void {}\n  /** Two. @deprecated */ @tool({}) two(): void {}\n}\n",
    'export class A {\n  /**\n   * List.\n   * @tool\n   */\n  list(): void {}\n  /**\n   * Two. @deprecated\n   * @tool\n   */ two(): void {}\n}\n',
  ],
  'options on several lines': [
    "import { tool } from 'toolwright';\nexport class A {\n  @tool({\n    readOnly: true,\n  })\n  list(): void {}\n}\n",
    'export class A {\n  /** @tool { readOnly: true, } */\n  list(): void {}\n}\n',
  ],
  'JSDoc whose end shares its line': [
    "import { tool } from 'toolwright';\nexport class A {\n  /** One.\n   * Two. */\n  @tool list(): void {}\n}\n",
    'export class A {\n  /** One.\n   * Two.\n   * @tool\n   */\n  list(): void {}\n}\n',
  ],
  'a decorator before a comment and a tag that is there': [
    "import { tool } from 'toolwright';\nexport class A {\n  /** @tool */\n  @tool // listed\n  list(): void {}\n}\n",
    'export class A {\n  /** @tool */\n  // listed\n  list(): void {}\n}\n',
  ],
  'a decorator in parentheses': [
    "import { tool } from 'toolwright';\nexport class A {\n  @(tool) one(): void {}\n  @(tool({ readOnly: true })) two(): void {}\n}\n",
    'export class A {\n  /** @tool */\n  one(): void {}\n  /** @tool { readOnly: true } */\n  two(): void {}\n}\n',
  ],
  'a link to tool': [
    "import { tool } from 'toolwright';\n/** See {@link tool}. */\nexport class A {\n  @tool list(): void {}\n}\n",
    "import { tool } from 'toolwright';\n/** See {@link tool}. */\nexport class A {\n  /** @tool */\n  list(): void {}\n}\n",
  ],
  'a mention of the tag in a sentence': [
    "import { tool } from 'toolwright';\nexport class A {\n  /** Seven @tool is great. */ @tool static seven(): void {}\n}\n",
    'export class A {\n  /**\n   * Seven @tool is great.\n   * @tool\n   */ static seven(): void {}\n}\n',
  ],
  'a member called tool': [
    "import { tool } from 'toolwright';\nexport class A {\n  tool = 1;\n  @tool list(): number { return this.tool; }\n}\n",
    'export class A {\n  tool = 1;\n  /** @tool */\n  list(): number { return this.tool; }\n}\n',
  ],
};

const KEPT_TAGS = `import { tool } from 'toolwright';
export class A {
  /**
   * @tool {
   *   readOnly: true,
   * }
   */
  two(): void {}
}
`;

const TO_DECORATOR: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'a tag in the middle': [
    'export class A {\n  /**\n   * One.\n   *\n   * @tool\n   * @deprecated\n   */\n  one(): void {}\n}\n',
    "import { tool } from 'toolwright';\n\nexport class A {\n  /**\n   * One.\n   *\n   * @deprecated\n   */\n  @tool\n  one(): void {}\n}\n",
  ],
  'an overload that has the tag': [
    'import fs from "node:fs"\nimport { x } from "./x.js"\n\nexport class A {\n  /**\n   * One.\n   * @tool */\n  one(a: string): void\n  one(a: string | number): void {}\n}\n',
    'import fs from "node:fs"\nimport { tool } from "toolwright"\nimport { x } from "./x.js"\n\nexport class A {\n  /**\n   * One.\n   */\n  one(a: string): void\n  @tool\n  one(a: string | number): void {}\n}\n',
  ],
  'a mention of the tag in a sentence': [
    'export class A {\n  /**\n   * Seven @tool is great.\n   * @tool\n   */\n  seven(): void {}\n  /** For @tool methods. */\n  other(): void {}\n}\n',
    "import { tool } from 'toolwright';\n\nexport class A {\n  /**\n   * Seven @tool is great.\n   */\n  @tool\n  seven(): void {}\n  /** For @tool methods. */\n  other(): void {}\n}\n",
  ],
  'an import of types only': [
    "import type { ToolContext } from 'toolwright';\nexport class A {\n  /** @tool */ one(context: ToolContext): void {}\n}\n",
    "import type { ToolContext } from 'toolwright';\nimport { tool } from 'toolwright';\nexport class A {\n  @tool one(context: ToolContext): void {}\n}\n",
  ],
};

const KEPT_BY_TAG = `import { log, tool } from './both.js';
const READ = true;
export class A {
  /** One. */
  @tool({ readOnly: READ }) one(): void {}
  @tool({ title: 'a @b' }) zero(): void {}
  @tool(/* why */) two(): void {}
  /** Three. */
  @tool /** Not attached. */ three(): void {}
  x = 1; @tool four(): void {}
  @tool
  five(): void {}
}
`;
const KEPT_BY_DECORATOR = `const tool = 1;
export class A {
  /** @tool */
  one(): void {}
}
/** @tool */
export function add(): number { return tool; }
`;

const files = (cases: Readonly<Record<string, readonly [string, string]>>, index: 0 | 1) =>
  Object.fromEntries(
    Object.entries(cases).map(([name, texts]) => [`src/${name.replaceAll(' ', '-')}.ts`, texts[index]]),
  );

function project(sources: Readonly<Record<string, string>>) {
  const config = { extends: BASE_CONFIG, compilerOptions: { verbatimModuleSyntax: false }, include: ['src'] };
  const { dir } = createScratchProject({
    'src/log.ts': 'export const log = (_: unknown, __: unknown): void => {};\n',
    'src/both.ts': "export { tool } from 'toolwright';\nexport { log } from './log.js';\n",
    ...sources,
    'tsconfig.json': JSON.stringify(config),
  });
  const read = () =>
    Object.fromEntries(
      Object.keys(sources).map((file) => [file, readFileSync(path.join(dir, file), 'utf8')]),
    );
  /** The generated module without the lines of the tools. */
  const manifest = () => generateUncached({ cwd: dir }).output.replaceAll(/line: \d+/g, 'line');
  return { dir, read, manifest };
}

const reasons = ({ kept }: Migration) =>
  kept.map(({ file, line, name, reason }) => `${file}:${line} ${name}: ${reason}`);

it('turns decorators into tags and back, and changes nothing else', () => {
  const { dir, read, manifest } = project(files(PAIRS, 0));
  const before = manifest();
  const toTag = migrateProject({ cwd: dir, to: 'tag' });
  expect(reasons(toTag)).toEqual([]);
  expect(read()).toEqual(files(PAIRS, 1));
  expect(manifest()).toBe(before);
  expect(migrateProject({ cwd: dir, to: 'tag' }).files).toEqual([]);
  const toDecorator = migrateProject({ cwd: dir, to: 'decorator' });
  expect(reasons(toDecorator)).toEqual([]);
  expect(read()).toEqual(files(PAIRS, 0));
  expect(manifest()).toBe(before);
  expect(migrateProject({ cwd: dir, to: 'decorator' }).files).toEqual([]);
});

it.each([
  ['tag', TO_TAG],
  ['decorator', TO_DECORATOR],
] as const)('writes a %s if the other form had another layout', (to, cases) => {
  const { dir, read, manifest } = project(files(cases, 0));
  const before = manifest();
  migrateProject({ cwd: dir, to });
  expect(read()).toEqual(files(cases, 1));
  expect(manifest()).toBe(before);
});

it('keeps and lists marks that the other form does not support', () => {
  const { dir, read } = project({
    'src/a.ts': KEPT_BY_TAG,
    'src/b.ts': KEPT_BY_DECORATOR,
    'src/c.ts': KEPT_TAGS,
  });
  expect(reasons(migrateProject({ cwd: dir, to: 'tag' }))).toEqual([
    'src/a.ts:5 one: its options are not literals, or a comment cannot contain them',
    'src/a.ts:6 zero: its options are not literals, or a comment cannot contain them',
    'src/a.ts:7 two: there is a comment inside its decorator',
    'src/a.ts:9 three: a JSDoc comment follows its decorator; move the comment above it',
    'src/a.ts:10 four: other code precedes it on its line; put it on a line of its own',
  ]);
  expect(read()['src/a.ts']).toBe(KEPT_BY_TAG.replace('@tool\n', '/** @tool */\n'));
  expect(reasons(migrateProject({ cwd: dir, to: 'decorator' }))).toEqual([
    'src/b.ts:3 one: `tool` has another meaning in this file',
    'src/b.ts:6 add: a function cannot have decorators',
    'src/c.ts:4 two: the options of its tag span several lines',
  ]);
  expect(read()['src/a.ts']).toBe(KEPT_BY_TAG);
});

it('does not change a string that goes on in the next line', () => {
  const source =
    "import { tool } from 'toolwright';\nexport class A {\n  @tool({ title: 'line\\\n continued' })\n  list(): void {}\n}\n";
  const { dir, read } = project({ 'src/a.ts': source });
  expect(reasons(migrateProject({ cwd: dir, to: 'tag' }))).toEqual([
    'src/a.ts:3 list: its options are not literals, or a comment cannot contain them',
  ]);
  expect(read()['src/a.ts']).toBe(source);
});

it('does not change a field before a generator, which would become a part of it', () => {
  const source =
    "import { tool } from 'toolwright';\nexport class A {\n  x = 1\n  @tool\n  *list(): Generator<number> { yield 1; }\n}\n";
  const { dir, read } = project({ 'src/a.ts': source });
  expect(reasons(migrateProject({ cwd: dir, to: 'tag' }))).toEqual([
    'src/a.ts:4 list: rewriting this file would change more than its marks',
  ]);
  expect(read()['src/a.ts']).toBe(source);
});

it('writes nothing in a dry run, and returns the diff', () => {
  const [before] = PAIRS['a method with JSDoc of several lines'] ?? [''];
  const { dir, read } = project({ 'src/a.ts': before });
  const { files: changed } = migrateProject({ cwd: dir, to: 'tag', dryRun: true });
  expect(changed).toEqual([{ file: 'src/a.ts', marks: 1, diff: expect.stringContaining('\n+   * @tool\n') }]);
  expect(read()['src/a.ts']).toBe(before);
});

it('keeps the byte order mark and the permissions, and follows links', () => {
  const [before, after] = PAIRS['a method without JSDoc, with tabs and CRLF'] ?? ['', ''];
  const { dir } = project({ 'src/a.ts': `\ufeff${before}`, 'elsewhere/b.ts': before });
  chmodSync(path.join(dir, 'src/a.ts'), 0o755);
  symlinkSync('../elsewhere/b.ts', path.join(dir, 'src/b.ts'));
  migrateProject({ cwd: dir, to: 'tag' });
  expect(readFileSync(path.join(dir, 'src/a.ts'), 'utf8')).toBe(`\ufeff${after}`);
  expect(statSync(path.join(dir, 'src/a.ts')).mode & 0o777).toBe(0o755);
  expect(readFileSync(path.join(dir, 'elsewhere/b.ts'), 'utf8')).toBe(after);
});

it.each([
  ['a syntax error', 'export class A {\n', 'TW1001'],
  [
    'a mark that marks nothing',
    "import { tool } from 'toolwright';\nexport class A { @tool private list(): void {} }\n",
    'TW1012',
  ],
  [
    'options that codegen cannot read',
    "import { tool } from 'toolwright';\nexport class A { @tool({ readOnly: !0 as boolean }) list(): void {} }\n",
    'TW1019',
  ],
  [
    'a package that is not found',
    "import { tool } from 'tollwright';\nexport class A { @tool list(): void {} }\n",
    'TW1003',
  ],
])('writes nothing after %s', (_, broken, code) => {
  const [good] = PAIRS['a method with JSDoc of several lines'] ?? [''];
  const { dir, read } = project({ 'src/a.ts': good, 'src/broken.ts': broken });
  const { errors, files: changed } = migrateProject({ cwd: dir, to: 'tag' });
  expect({ codes: errors.map((error) => error.code), changed }).toEqual({ codes: [code], changed: [] });
  expect(read()).toEqual({ 'src/a.ts': good, 'src/broken.ts': broken });
});

it('refuses a source that is not UTF-8', () => {
  const [source] = PAIRS['a method with JSDoc of several lines'] ?? [''];
  const { dir } = project({ 'src/a.ts': source });
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(source, 'utf16le')]);
  writeFileSync(path.join(dir, 'src/a.ts'), bytes);
  expect(() => migrateProject({ cwd: dir, to: 'tag' })).toThrow('is not encoded in UTF-8');
  expect(readFileSync(path.join(dir, 'src/a.ts'))).toEqual(bytes);
});

it('changes no file if one of them cannot be written', () => {
  const [source] = PAIRS['a method with JSDoc of several lines'] ?? [''];
  const { dir, read } = project({ 'src/a.ts': source, 'src/b.ts': source, 'src/c.ts': source });
  // A link at the path of the temporary file stands for a file or a folder without permission, and is not followed.
  const obstacle = path.join(dir, `src/b.ts.${process.pid}.tmp`);
  const target = path.join(dir, 'notes.txt');
  writeFileSync(target, 'mine');
  symlinkSync(target, obstacle);
  const message = /^Cannot write .*src\/b\.ts: EEXIST.* No file was changed\.$/;
  expect(() => migrateProject({ cwd: dir, to: 'tag' })).toThrow(message);
  expect(readFileSync(target, 'utf8')).toBe('mine');
  rmSync(obstacle);
  expect(read()).toEqual({ 'src/a.ts': source, 'src/b.ts': source, 'src/c.ts': source });
  expect(readdirSync(path.join(dir, 'src')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('puts files back if a later one cannot be replaced', () => {
  const [source] = PAIRS['a method with JSDoc of several lines'] ?? [''];
  const { dir } = project({});
  const replacements = ['a.ts', 'b.ts'].map((name) => {
    const file = path.join(dir, name);
    if (name === 'a.ts') writeFileSync(file, source);
    else mkdirSync(file);
    return {
      source: ts.createSourceFile(file, source, ts.ScriptTarget.Latest),
      before: Buffer.from(source),
      text: 'new',
    };
  });
  expect(() => replaceSources(replacements)).toThrow(/^Cannot write .*b\.ts: .* No file was changed\.$/);
  expect(readFileSync(path.join(dir, 'a.ts'), 'utf8')).toBe(source);
  expect(readdirSync(dir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('ignores tests, excluded files, generated modules and other packages', () => {
  const [source] = PAIRS['a method with JSDoc of several lines'] ?? [''];
  const sources = { 'src/a.test.ts': source, 'src/old/a.ts': source, 'src/toolwright.gen.ts': source };
  const { dir, read } = project({ ...sources, 'src/b.ts': 'export const b = 1;\n' });
  expect(migrateProject({ cwd: dir, to: 'tag', exclude: ['src/old'] }).files).toEqual([]);
  expect(read()).toMatchObject(sources);
});

it('writes decorators in the style of CommonJS imports', () => {
  const config = JSON.stringify({ extends: BASE_CONFIG, include: ['src'] });
  const tagged =
    "import fs = require('node:fs');\nclass A {\n  /** @tool */\n  one(): void {}\n}\nexport = A;\n";
  const { dir } = createScratchProject({ 'src/a.cts': tagged, 'tsconfig.json': config });
  migrateProject({ cwd: dir, to: 'decorator' });
  expect(readFileSync(path.join(dir, 'src/a.cts'), 'utf8')).toBe(
    "import fs = require('node:fs');\nimport toolwright = require('toolwright');\nclass A {\n  @toolwright.tool\n  one(): void {}\n}\nexport = A;\n",
  );
});
