import { openRepository } from '../git/open-repository.js';
import { tokensOf } from '../paging/token-budget.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { coreTools } from '../tools/core-tools.js';

const MEGABYTE = 1_000_000;
const minified = (bytes: number) => `${'var needle=1;'.repeat(bytes / 13)}`;
const repository = createRepository({
  'a-lock/package-lock.json': '"needle": 1,\n'.repeat(60),
  'dist/app.min.js': minified(3 * MEGABYTE),
  'docs/guide.md': 'The needle.\n',
  'src/a.ts': 'one\ntwo\nexport const needle = 1;\nfour\nfive\n',
  'src/a.test.ts': 'needle\n',
  'src/wide.ts': `const wide = '${'x'.repeat(5_000)} needle ${'y'.repeat(5_000)}';\n`,
  'vendor/lib.ts': 'needle\n',
  'odd [name]/b.ts': 'needle\n',
});
afterAll(() => repository.dispose());
const tools = async () => coreTools(await openRepository(repository.root, { environment: TEST_ENVIRONMENT }));

// E4
describe('a search', () => {
  it('ranks sources before tests, documentation, generated, vendored and lock files', async () => {
    const { files, total } = await (await tools()).call('codeSearch', { query: 'needle' });
    expect(files.map(({ path }) => path)).toEqual([
      'odd [name]/b.ts',
      'src/a.ts',
      'src/wide.ts',
      'src/a.test.ts',
      'docs/guide.md',
      'dist/app.min.js',
      'a-lock/package-lock.json',
      'vendor/lib.ts',
    ]);
    expect(total).toEqual({ lines: 67, files: 8 });
  });

  it('shows the lines around a match, and only the surroundings of a match in a long line', async () => {
    const { matches } = await (await tools()).call('codeSearch', {
      query: 'needle',
      choice: { folder: 'src', context: 1 },
    });
    expect(matches[0]).toEqual({
      path: 'src/a.ts',
      line: 3,
      column: 14,
      text: 'export const needle = 1;',
      before: ['two'],
      after: ['four'],
    });
    expect(matches[1]).toMatchObject({ path: 'src/wide.ts', column: 5_016 });
    expect(matches[1]?.text).toContain(' needle yyy');
    expect(matches[1]?.text.length).toBeLessThan(400);
  });

  it.each([
    [{ files: '*.md' }, ['docs/guide.md']],
    [{ files: 'src/*.test.ts' }, ['src/a.test.ts']],
    [{ folder: 'odd [name]', files: '*.ts' }, ['odd [name]/b.ts']],
    [{ folder: 'src', files: '*.md' }, []],
  ])('searches only the files that %j selects', async (choice, paths) => {
    const { files } = await (await tools()).call('codeSearch', { query: 'needle', choice });
    expect(files.map(({ path }) => path)).toEqual(paths);
  });

  it.each(['../*', '/etc/*', '.git/*'])('refuses the file pattern %s', async (files) => {
    const call = (await tools()).call('codeSearch', { query: 'needle', choice: { files } });
    await expect(call).rejects.toThrow('The path');
  });

  it('can be continued by its offset until each match was shown once', async () => {
    const core = await tools();
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: Awaited<ReturnType<typeof search>> = await search(offset);
      expect(tokensOf(page)).toBeLessThan(8_000);
      expect(page.missing).toHaveLength(page.next === undefined ? 0 : 1);
      seen.push(...page.matches.map(({ path, line }) => `${path}:${line}`));
      offset = page.next;
    }
    expect(seen).toHaveLength(67);
    expect(new Set(seen).size).toBe(67);

    async function search(from: number) {
      return core.call('codeSearch', { query: 'needle', choice: { offset: from }, limit: 10 });
    }
  });

  it('takes time in proportion to the length of a line', async () => {
    const took: number[] = [];
    for (const size of [1, 2, 4]) {
      repository.write('dist/app.min.js', `${minified(size * MEGABYTE)}`.slice(0, -3));
      const begun = performance.now();
      await (await tools()).call('codeSearch', { query: 'needle', choice: { folder: 'dist' } });
      took.push(performance.now() - begun);
    }
    const [least = 0, , most = 0] = took;
    // For four times the text, the quadratic expression took sixteen times as long, and minutes in total.
    expect(most).toBeLessThan(10 * least + 2_000);
  });

  it('ends when it is stopped', async () => {
    const stop = new AbortController();
    stop.abort();
    const call = (await tools()).call('codeSearch', { query: 'needle' }, { signal: stop.signal });
    await expect(call).rejects.toThrow();
  });
});
