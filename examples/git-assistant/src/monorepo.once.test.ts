import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { openRepository } from './git/open-repository.js';
import { RESULT_TOKENS, tokensOf } from './paging/token-budget.js';
import { createRepository, TEST_ENVIRONMENT } from './repository.test.support.js';
import { coreTools, mainTools } from './tools/core-tools.js';

const PACKAGES = 40;
const FILES = 500;
const repository = createRepository({ 'README.md': '# Many packages\n' });

/**
 * Creates 20,000 files with `git fast-import`: a commit with them on the branch `full`, and all of them staged on top of the first commit.
 */
beforeAll(() => {
  const stream = ['commit refs/heads/full\ncommitter Ada <ada@example.org> 1700000000 +0000\ndata 3\nAll'];
  for (let index = 0; index < PACKAGES * FILES; index += 1) {
    const path = `packages/p${index % PACKAGES}/src/part${index % 7}/module${index}.ts`;
    const text = `export function needle${index}(value: number) {\n  return value + ${index};\n}\n`;
    stream.push(`M 100644 inline ${path}\ndata ${text.length}\n${text}`);
  }
  const min = 'var needle=1;'.repeat(230_000);
  stream.push(`M 100644 inline web/app.min.js\ndata ${min.length}\n${min}`);
  stream.push(`M 100644 inline web/long.ts\ndata ${min.length}\n${min}`);
  const lock = '  "needle": "1.0.0",\n'.repeat(20_000);
  stream.push(`M 100644 inline package-lock.json\ndata ${lock.length}\n${lock}`);
  const options = { cwd: repository.root, env: TEST_ENVIRONMENT, input: `${stream.join('\n')}\n` };
  execFileSync('git', ['fast-import', '--quiet'], options);
  repository.git('read-tree', 'full');
  repository.git('checkout-index', '--all', '--force');
  repository.git('update-index', '--refresh', '-q');
});
afterAll(() => repository.dispose());

/** CPU time of this process and its ended children, if the system tells it; it does not depend on other load of the machine. */
function cpuMs(): number {
  if (!process.env.SHOW_TIMES || process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // utime, stime, cutime and cstime, in ticks of 10 ms.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + 10 * Number(ticks), 0);
}

type Core = ReturnType<typeof coreTools>;
const CALLS: readonly (readonly [name: string, call: (core: Core) => Promise<unknown>])[] = [
  ['gitStatus', (core) => core.call('gitStatus', {})],
  ['gitStatus, far behind', (core) => core.call('gitStatus', { offset: 19_900 })],
  ['gitDiff', (core) => core.call('gitDiff', { range: { of: 'staged' } })],
  ['gitDiff of a line of 3 MB', (core) => core.call('gitDiff', { range: { of: 'staged' }, paths: ['web'] })],
  ['gitChangedFiles', (core) => core.call('gitChangedFiles', { range: { of: 'staged' } })],
  ['gitLog', (core) => core.call('gitLog', { head: 'full', limit: 200 })],
  ['gitShow', (core) => core.call('gitShow', { revision: 'full' })],
  ['gitBlame of a line of 3 MB', (core) => core.call('gitBlame', { path: 'web/long.ts', revision: 'full' })],
  ['fileRead', (core) => core.call('fileRead', { path: 'package-lock.json', lines: 1_000 })],
  [
    'fileRead of a line of 3 MB',
    (core) => core.call('fileRead', { path: 'web/app.min.js', firstColumn: 2_900_000 }),
  ],
  ['codeSearch', (core) => core.call('codeSearch', { query: 'needle', limit: 200 })],
  [
    'codeSearch in a line of 3 MB',
    (core) => core.call('codeSearch', { query: 'needle', choice: { folder: 'web' } }),
  ],
  ['repositoryMap', (core) => core.call('repositoryMap', { maxFiles: 400 })],
  ['staticAnalysis', (core) => core.call('staticAnalysis', {})],
  ['projectDocs', (core) => core.call('projectDocs', {})],
];

// E4
describe('a monorepo of 20,000 files', () => {
  it.each(CALLS)('limits the result of %s to 8,000 tokens', async (name, call) => {
    const core = coreTools(await openRepository(repository.root, { environment: TEST_ENVIRONMENT }));
    const [begun, cpu] = [performance.now(), cpuMs()];
    const result = await call(core);
    const took = Math.round(performance.now() - begun);
    if (process.env.SHOW_TIMES)
      process.stderr.write(`${name}: ${took} ms, ${cpuMs() - cpu} ms CPU, ${tokensOf(result)} tokens\n`);
    expect(tokensOf(result)).toBeLessThan(RESULT_TOKENS);
    // Guards against hanging; on an idle machine it takes at most two seconds.
    expect(took).toBeLessThan(100_000);
  });

  it('limits the result of repositoryInfo to 8,000 tokens', async () => {
    const main = mainTools(await openRepository(repository.root, { environment: TEST_ENVIRONMENT }));
    expect(tokensOf(await main.call('repositoryInfo', {}))).toBeLessThan(1_000);
  });

  it('has files of each package in its map', async () => {
    const core = coreTools(await openRepository(repository.root, { environment: TEST_ENVIRONMENT }));
    const { files, folders, next } = await core.call('repositoryMap', {});
    const shown = new Set(files.map(({ path }) => path.split('/')[1]));
    expect(shown.size).toBeGreaterThanOrEqual(PACKAGES);
    expect(folders).toContainEqual({ folder: 'packages/p7/src', files: FILES });
    expect(next).toBe(files.length);
  });

  it('has a status that can be read to the end', async () => {
    const core = coreTools(await openRepository(repository.root, { environment: TEST_ENVIRONMENT }));
    const first = await core.call('gitStatus', {});
    expect(first.total.staged).toBe(PACKAGES * FILES + 4);
    expect(first.missing).toEqual([expect.stringContaining('read on with offset')]);
    const last = await core.call('gitStatus', { offset: PACKAGES * FILES });
    expect(last.next).toBeUndefined();
    expect(last.staged).toHaveLength(4);
  });
});
