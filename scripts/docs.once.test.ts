/**
 * Every TypeScript block of the README and the docs goes through codegen and the compiler. If an `output` block follows a program, the
 * program must print it. If a block is marked `ts error`, codegen must refuse it with the diagnostics in the `text` block that follows.
 * While you write, `DOCS=tools,agents npm run jest -- scripts/docs.once.test.ts` tests only these pages.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../packages/program/src/diagnostics/diagnostic.js';
import { formatDiagnostics } from '../packages/program/src/diagnostics/format.js';
import { findRun } from '../tools-codegen/src/find-run.js';
import type { SharedSources } from '../tools-codegen/src/incremental/update-project.js';
import { writeModules } from '../tools-codegen/src/manifest/write-modules.js';
import { ownCode } from '../tools-codegen/src/own-code.js';
import { type CodeBlock, codeBlocks, fileBlocks, refusedBlocks } from './code-blocks.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const chosen = process.env.DOCS?.split(',').map((name) => `docs/${name}.md`);
const inFolder = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
const recipes = inFolder('docs/recipes').filter((page) => !page.endsWith('/README.md'));
const pages = ['README.md', ...inFolder('docs'), 'docs/recipes/README.md', ...recipes].filter(
  (page) => page.endsWith('.md') && (chosen?.includes(page) ?? true),
);
// Inside the repository, so that packages resolve as they do for a user.
const workFolder = join(root, 'node_modules/.cache/toolwright-docs');

// A separate folder, so that the compiler does not read programs that codegen refuses.
const refusedFolder = `${workFolder}-refused`;

afterAll(() => {
  for (const folder of [workFolder, refusedFolder]) rmSync(folder, { recursive: true, force: true });
});

/** The pages whose programs have the decorators of NestJS, which are legacy decorators. */
const LEGACY: ReadonlySet<string> = new Set(['docs/nestjs.md']);

const compilerOptions = { target: 'es2023', module: 'nodenext', strict: true, types: ['node'] };

const projects = pages
  .map((page) => ({ page, name: page.replace(/\W/g, '-'), blocks: codeBlocks(join(root, page)) }))
  .filter(({ page, blocks }) => blocks.length > 0 && !(recipes.includes(page) && needsPackages(blocks)));

/** All pages run in this process, one after the other, and share the parsed libraries. */
const shared: SharedSources = { parsedLib: new Map(), parsed: new Map() };
const found = new Map<string, readonly Diagnostic[]>();
/** The errors of each page, as tsc prints them. */
const errors = new Map<string, string[]>();
/** By program, what it prints. */
const printed = new Map<string, string>();

beforeAll(async () => {
  createProjects();
  for (const { page, name, blocks } of projects) {
    if (!blocks.some(({ text }) => /@(?:tool|resource)\b|\btool\(/.test(text))) continue;
    const project = join(workFolder, name);
    const run = await findRun(ownCode, { cwd: project, cache: false }, shared);
    found.set(page, run.diagnostics);
    if (run.ok) await writeModules(run);
  }
  const tsc = (...args: string[]): string =>
    node(workFolder, [join(root, 'node_modules/typescript/bin/tsc'), ...args, '--outDir', 'dist']).output;
  const legacy = projects.filter(isLegacy).map(({ name }) => tsc('--project', name, '--rootDir', '.'));
  // One program, so that the declarations of the libraries are read and checked once for all pages.
  const plain = legacy.length < projects.length ? tsc() : '';
  for (const line of [plain, ...legacy].join('\n').split('\n').filter(Boolean)) {
    const page = projects.find(({ name }) => line.startsWith(`${name}/`))?.page ?? 'elsewhere';
    errors.set(page, [...(errors.get(page) ?? []), line]);
  }
  runPrograms();
});

describe.each(projects)('the code of $page', ({ page, name, blocks }) => {
  it('compiles, and codegen accepts its tools without a diagnostic', () => {
    expect(found.get(page) ?? []).toEqual([]);
    expect(errors.get(page) ?? []).toEqual([]);
  });

  const programs = blocks.filter(({ output }) => output !== undefined);
  if (programs.length === 0) return;

  it.each(programs)('prints what the page says: $file', ({ file, output }) => {
    expect(printed.get(programOf(name, file))).toBe(output);
  });
});

describe('a build error', () => {
  const refused = pages.flatMap((page) =>
    refusedBlocks(join(root, page)).map((block, index) => ({ page, index, ...block })),
  );

  // The pages chosen by `DOCS` may have no build errors.
  if (refused.length === 0 && process.env.DOCS !== undefined) return;

  it.each(refused)(
    'is printed as $page shows it: $file',
    async ({ page, index, file, text, diagnostics }) => {
      const project = join(refusedFolder, `${page.replace(/\W/g, '-')}-${index}`);
      write(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
      write(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      write(join(project, file), text);
      const run = await findRun(ownCode, { cwd: project, cache: false }, shared);
      expect(`${formatDiagnostics(run.diagnostics, { cwd: project })}\n`).toBe(diagnostics);
    },
  );
});

it('checks the declarations of every package that the pages import', () => {
  expect(errors.get('elsewhere') ?? []).toEqual([]);
});

describe('links', () => {
  const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`);

  it.each([...pages, ...decisions, 'CONTRIBUTING.md'])(
    'of %s point to existing files and headings',
    (page) => {
      const links = [...prose(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
      expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
    },
  );

  it('lead from each question of users to an answer', () => {
    const questions = /^## How do I …$([\s\S]*?)^## /m.exec(prose('docs/recipes/README.md'))?.[1] ?? '';
    const rows = questions
      .split('\n')
      .filter((line) => line.endsWith('|') && !/^\| (How do I|---)/.test(line));
    expect(rows.length).toBeGreaterThan(44);
    const answers = rows.map((row) => /\]\(([^)]+)\)/.exec(row)?.[1]);
    expect(
      rows.filter((_, index) => !leadsSomewhere('docs/recipes/README.md', answers[index] ?? '#')),
    ).toEqual([]);
  });

  it('keep the README short', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThan(150);
  });
});

it.each(recipes)(
  'the index of the recipes lists %s, and a recipe that needs other packages has commands',
  (page) => {
    const [index, text] = ['docs/recipes/README.md', page].map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    expect(index).toContain(`](${basename(page)})`);
    if (needsPackages(codeBlocks(join(root, page)))) expect(text).toMatch(/^```sh$/m);
  },
);

/** Recipes may import packages that the workspace lacks: scripts/installed/recipes.once.test.ts installs them. */
function needsPackages(blocks: readonly CodeBlock[]): boolean {
  const imported = blocks.flatMap(({ text }) => [
    ...text.matchAll(/ from '((?:@[\w-]+\/)?[a-z][\w-]*)[^']*'/g),
  ]);
  return imported.some(([, name = '']) => !isBuiltin(name) && !existsSync(join(root, 'node_modules', name)));
}

/** @param link such as `tools.md#call-tools` or `#call-tools` */
function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  return existsSync(join(root, target)) && (heading === undefined || anchors(target).includes(heading));
}

/** The anchors that GitHub generates for the headings of a page. */
function anchors(page: string): string[] {
  return [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A page without its code blocks. */
function prose(page: string): string {
  return readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
}

function createProjects(): void {
  rmSync(workFolder, { recursive: true, force: true });
  const config = (rest: object, exclude: readonly string[] = []) =>
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...rest }, exclude: ['dist', ...exclude] });
  const legacy = { experimentalDecorators: true, emitDecoratorMetadata: true };
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  const apart = projects.filter(isLegacy).map(({ name }) => name);
  // Some pages import `.ts`, for runtimes that run sources.
  const whole = { rootDir: '.', skipLibCheck: false, rewriteRelativeImportExtensions: true };
  write('tsconfig.json', config(whole, apart));
  for (const { page, name, blocks } of projects) {
    write(join(name, 'tsconfig.json'), config({ skipLibCheck: true, ...(isLegacy({ page }) && legacy) }));
    for (const { file, text } of blocks) write(join(name, file), text);
    // Beside the compiled programs, which find them by their own address.
    for (const { file, text } of fileBlocks(join(root, page))) write(join('dist', name, file), text);
  }
}

function isLegacy({ page }: { readonly page: string }): boolean {
  return LEGACY.has(page);
}

/** The programs of all pages, in one process. */
function runPrograms(): void {
  const programs = projects.flatMap(({ name, blocks }) =>
    blocks.filter(({ output }) => output !== undefined).map(({ file }) => programOf(name, file)),
  );
  const script = join(root, 'scripts/run-programs.mjs');
  const { status, output } = node(workFolder, [script, 'printed.json', ...programs]);
  if (status !== 0) throw new Error(`The programs of the pages ended with ${status}: ${output}`);
  const texts: readonly string[] = JSON.parse(readFileSync(join(workFolder, 'printed.json'), 'utf8'));
  for (const [index, program] of programs.entries()) printed.set(program, texts[index] ?? '');
}

function programOf(name: string, file: string): string {
  return join('dist', name, file.replace(/\.ts$/, '.js'));
}

function write(file: string, text: string): void {
  const path = resolve(workFolder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function node(cwd: string, args: string[]): { status: number | null; output: string } {
  const env = { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 540_000,
  });
  return { status, output: stdout + stderr };
}
