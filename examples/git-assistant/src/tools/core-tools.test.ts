import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openRepository } from '../git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { coreTools, mainTools } from './core-tools.js';

const repository = createRepository({
  'src/sum.ts': 'export function sum(a: number, b: number): number {\n  return a + b;\n}\n',
  'src/shape.py': 'class Shape:\n    def area(self):\n        return 0\n',
  'README.md': '# Sums\n\nAdds numbers.\n\n## Install\n\nRun the installer.\n',
  'package.json': '{ "name": "sums", "devDependencies": { "eslint": "9" } }\n',
  'pnpm-lock.yaml': 'lockfileVersion: 9\n',
  '.gitignore': 'ignored/\n.env\n',
  'logo.png': new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]),
});
const open = () => openRepository(repository.root, { environment: TEST_ENVIRONMENT });

beforeAll(() => {
  repository.commit('Multiply as well', {
    'src/sum.ts':
      'export function sum(a: number, b: number): number {\n  return a + b;\n}\n\nexport class Product {\n  of(a: number, b: number) {\n    return a * b;\n  }\n}\n',
    'pnpm-lock.yaml': `lockfileVersion: 9\n${'dependency: 1\n'.repeat(50)}`,
    'logo.png': new Uint8Array([137, 80, 78, 71, 0, 9, 9, 9]),
  });
});
afterAll(() => repository.dispose());

// E4
describe('the core tools', () => {
  it('are these eleven', async () => {
    const names = coreTools(await open())
      .listTools()
      .map(({ name }) => name);
    expect([...names].sort()).toEqual([
      'codeSearch',
      'fileRead',
      'gitBlame',
      'gitChangedFiles',
      'gitDiff',
      'gitLog',
      'gitShow',
      'gitStatus',
      'projectDocs',
      'repositoryMap',
      'staticAnalysis',
    ]);
  });

  it('all declare that they change nothing', async () => {
    const tools = [...coreTools(await open()).listTools(), ...mainTools(await open()).listTools()];
    expect(tools.map(({ annotations }) => annotations.readOnly)).toEqual(Array(12).fill(true));
  });

  it('report the state of the repository, with names of all kinds', async () => {
    const odd = [
      'with space.txt',
      'quote".txt',
      "it's.txt",
      'line\nbreak.txt',
      'tab\t.txt',
      'ü—日本.txt',
      ':(top)x',
    ];
    for (const name of odd) repository.write(name, 'x\n');
    repository.write('ignored/secret.txt', 'x\n');
    repository.write('src/shape.py', 'class Shape:\n    pass\n');
    repository.git('add', 'quote".txt');
    const status = await coreTools(await open()).call('gitStatus', {});
    expect(status).toMatchObject({ branch: 'main', upstream: null, conflicts: [] });
    expect(status.staged).toEqual([{ path: 'quote".txt', change: 'added' }]);
    expect(status.unstaged).toEqual([{ path: 'src/shape.py', change: 'modified' }]);
    expect([...status.untracked].sort()).toEqual(odd.filter((name) => name !== 'quote".txt').sort());
    const { patches } = await coreTools(await open()).call('gitDiff', {
      range: { of: 'staged' },
      paths: ['quote".txt'],
    });
    expect(patches).toEqual([{ path: 'quote".txt', patch: '@@ -0,0 +1 @@\n1\t+x\n', cut: false }]);
    repository.git('rm', '--quiet', '--cached', 'quote".txt');
    repository.git('checkout', '--quiet', 'src/shape.py');
    const { matches } = await coreTools(await open()).call('codeSearch', {
      query: 'x',
      choice: { folder: 'line\nbreak.txt' },
    });
    expect(matches).toMatchObject([{ path: 'line\nbreak.txt', line: 1, text: 'x' }]);
    for (const name of odd) rmSync(join(repository.root, name));
  });

  it('show diffs with sources first, binary files without a patch, and lock files with their size', async () => {
    const { commit, diff } = await coreTools(await open()).call('gitShow', { revision: 'HEAD' });
    expect(commit).toMatchObject({ title: 'Multiply as well', author: 'Ada <ada@example.org>' });
    expect(diff.files.map(({ path, kind, added }) => [path, kind, added])).toEqual([
      ['src/sum.ts', 'source', 6],
      ['logo.png', 'binary', null],
      ['pnpm-lock.yaml', 'lock file', 50],
    ]);
    expect(diff.patches.map(({ path }) => path)).toEqual(['src/sum.ts']);
    expect(diff.missing).toEqual([
      'Without their lines: "pnpm-lock.yaml" (lock file, +50 -0). gitDiff shows them if they are its "paths".',
    ]);
    expect(diff.patches[0]?.patch).toContain('+export class Product {');
  });

  it('list the changes between commits, and the commits', async () => {
    const tools = coreTools(await open());
    const { files } = await tools.call('gitChangedFiles', {
      range: { of: 'commits', base: 'HEAD~1', head: 'HEAD' },
    });
    expect(files[0]).toMatchObject({ path: 'src/sum.ts', change: 'modified', relevance: 1 });
    const { commits: log } = await tools.call('gitLog', {});
    expect(log.map(({ title }) => title)).toEqual(['Multiply as well', 'Begin']);
    expect(log[0]?.parents).toEqual([log[1]?.id]);
    const { commits: ofFile } = await tools.call('gitLog', { path: 'README.md' });
    expect(ofFile.map(({ title }) => title)).toEqual(['Begin']);
    const range = { head: 'HEAD', base: 'HEAD~1' };
    await expect(tools.call('gitLog', range)).resolves.toMatchObject({ commits: [{}], missing: [] });
  });

  it('compare a first commit with an empty tree', async () => {
    const { diff } = await coreTools(await open()).call('gitShow', { revision: 'HEAD~1' });
    expect(diff.files.find(({ path }) => path === 'src/sum.ts')).toMatchObject({ change: 'added', added: 3 });
  });

  it('blame lines', async () => {
    const blame = await coreTools(await open()).call('gitBlame', {
      path: 'src/sum.ts',
      firstLine: 3,
      lines: 3,
    });
    expect(blame.lines.map(({ line, text }) => [line, text])).toEqual([
      [3, '}'],
      [4, ''],
      [5, 'export class Product {'],
    ]);
    const titles = new Map(blame.commits.map(({ id, title }) => [id, title]));
    expect(blame.lines.map(({ commit }) => titles.get(commit ?? ''))).toEqual([
      'Begin',
      'Multiply as well',
      'Multiply as well',
    ]);
  });

  it('read lines of a file, and report binary files', async () => {
    const tools = coreTools(await open());
    await expect(tools.call('fileRead', { path: 'src/sum.ts', firstLine: 2, lines: 1 })).resolves.toEqual({
      path: 'src/sum.ts',
      lines: 9,
      text: '2\t  return a + b;',
      missing: [],
      next: { firstLine: 3, firstColumn: 1 },
    });
    const whole = await tools.call('fileRead', { path: './src//sum.ts' });
    expect(whole.next).toBeUndefined();
    await expect(tools.call('fileRead', { path: 'logo.png' })).rejects.toThrow('binary file of 8 bytes');
  });

  it('search for text and for expressions', async () => {
    const tools = coreTools(await open());
    const found = await tools.call('codeSearch', { query: 'a + b' });
    expect(found).toEqual({
      matches: [
        {
          path: 'src/sum.ts',
          line: 2,
          column: 10,
          text: '  return a + b;',
          before: ['export function sum(a: number, b: number): number {'],
          after: ['}', ''],
        },
      ],
      files: [{ path: 'src/sum.ts', lines: 1 }],
      total: { lines: 1, files: 1 },
      missing: [],
    });
    const expression = { query: 'CLASS +(shape|product)', choice: { regex: true, ignoreCase: true } };
    const { matches } = await tools.call('codeSearch', expression);
    expect(matches.map(({ path }) => path)).toEqual(['src/shape.py', 'src/sum.ts']);
    await expect(tools.call('codeSearch', { query: '-nowhere' })).resolves.toMatchObject({
      matches: [],
      total: { lines: 0, files: 0 },
      missing: [],
    });
  });

  it('map the repository by the declarations in its files', async () => {
    const map = await coreTools(await open()).call('repositoryMap', {});
    expect(map.files.find(({ path }) => path === 'src/sum.ts')?.declares).toEqual([
      'export function sum(a, b)',
      'export class Product { of }',
    ]);
    expect(map.folders).toContainEqual({ folder: 'src', files: 2 });
    expect(map.missing).toBeUndefined();
  });

  it('find sections of the documentation', async () => {
    const docs = await coreTools(await open()).call('projectDocs', { question: 'How to install?' });
    expect(docs.documents).toEqual([{ path: 'README.md', headings: ['Sums', 'Install'] }]);
    expect(docs.sections).toEqual([{ path: 'README.md', heading: 'Install', text: 'Run the installer.' }]);
  });

  it('check syntax, and run no linter that the user has not allowed', async () => {
    const tools = coreTools(await open());
    repository.write('broken.ts', 'const a = ;\n');
    repository.write('broken.json', '{ "a": 1,\n }\n');
    repository.write('merged.py', 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n');
    const paths = ['broken.ts', 'broken.json', 'merged.py', 'src/sum.ts'];
    const { problems, linters } = await tools.call('staticAnalysis', { paths });
    expect(problems.map(({ path, line }) => [path, line])).toEqual([
      ['broken.ts', 1],
      ['broken.json', 2],
      ['merged.py', 2],
      ['merged.py', 4],
      ['merged.py', 6],
    ]);
    expect(linters).toEqual([{ name: 'eslint', output: expect.stringContaining('--allow-run') }]);
    for (const path of paths.slice(0, 3)) rmSync(join(repository.root, path));
  });

  it('identify the repository', async () => {
    const info = await mainTools(await open()).call('repositoryInfo', {});
    expect(info).toMatchObject({ branch: 'main', defaultBranch: 'main', commits: 2, files: 7, tags: [] });
  });
});

describe('a symbolic link', () => {
  it('is followed within the repository, and refused if it leads outside', async () => {
    symlinkSync('src/sum.ts', join(repository.root, 'inside'));
    symlinkSync('/etc/hostname', join(repository.root, 'outside'));
    const tools = coreTools(await open());
    await expect(tools.call('fileRead', { path: 'inside' })).resolves.toMatchObject({ lines: 9 });
    await expect(tools.call('fileRead', { path: 'outside' })).rejects.toThrow('leads out of the repository');
    for (const name of ['inside', 'outside']) rmSync(join(repository.root, name));
  });
});
