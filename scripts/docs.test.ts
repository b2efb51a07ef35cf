/** Every TypeScript block of the README and the docs goes through codegen and the compiler; where the page says what it prints, it is run. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeBlocks } from './code-blocks.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter((page) =>
  page.endsWith('.md'),
);
// Below the repository, so that the packages resolve as they do for a user.
const workFolder = join(root, 'node_modules/.cache/toolwright-docs');

afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

describe.each(pages.filter((page) => codeBlocks(join(root, page)).length > 0))('the code of %s', (page) => {
  const project = join(workFolder, page.replace(/\W/g, '-'));

  it('compiles, and codegen accepts its tools without a warning', () => {
    createProject(project, page);
    if (codeBlocks(join(root, page)).some(({ text }) => /@tool\b|\btool\(/.test(text))) {
      const codegen = node(project, [join(root, 'packages/toolwright/bin/toolwright.js'), 'codegen']);
      expect(codegen).toEqual({ status: 0, output: expect.not.stringMatching(/TW\d{4}/) });
    }
    expect(node(project, [join(root, 'node_modules/typescript/bin/tsc'), '--outDir', 'dist'])).toEqual({
      status: 0,
      output: '',
    });
  }, 60_000);

  const programs = codeBlocks(join(root, page)).filter(({ output }) => output !== undefined);
  if (programs.length === 0) return;

  it.each(programs)('prints what the page says: $file', ({ file, output }) => {
    const program = file.replace(/^src(.*)\.ts$/, 'dist$1.js');
    expect(node(project, [program])).toEqual({ status: 0, output });
  });
});

describe('links', () => {
  it.each([...pages, 'CONTRIBUTING.md'])('of %s lead to files that exist', (page) => {
    const markdown = readFileSync(join(root, page), 'utf8');
    const links = [...markdown.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it('keep the README short', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThan(150);
  });
});

/** Where the declarations of all that is imported are checked too: once for each package, since that takes seconds. */
const CHECKING_LIBRARIES = ['README.md', 'docs/capabilities.md', 'docs/mcp.md', 'docs/sessions.md'];

function createProject(project: string, page: string): void {
  rmSync(project, { recursive: true, force: true });
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    types: ['node'],
    rootDir: 'src',
    skipLibCheck: !CHECKING_LIBRARIES.includes(page),
  };
  const files = [
    { file: 'package.json', text: JSON.stringify({ private: true, type: 'module' }) },
    { file: 'tsconfig.json', text: JSON.stringify({ compilerOptions, include: ['src'] }) },
    ...codeBlocks(join(root, page)),
  ];
  for (const { file, text } of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
}

function node(cwd: string, args: string[]): { status: number | null; output: string } {
  const env = { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 50_000,
  });
  return { status, output: stdout + stderr };
}
