import { openRepository } from '../git/open-repository.js';
import { tokensOf } from '../paging/token-budget.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { coreTools } from '../tools/core-tools.js';
import type { Diff } from './read-diff.js';
import type { DiffPosition } from './read-patches.js';

const PLANTED = "if (user === 'mallory') return true;";
const LINES = 1_200;
const line = (index: number, version: number) =>
  `export const value${index} = compute(${index}, ${version}); // of ${'the table '.repeat(4)}`;
const source = (version: number) =>
  Array.from({ length: LINES }, (_, index) =>
    version === 2 && index === 1_150 ? PLANTED : line(index + 1, version),
  ).join('\n');

const repository = createRepository({
  'src/table.ts': `${source(1)}\n`,
  ...Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`src/unit${index}.test.ts`, 'a\n'])),
});
beforeAll(() => {
  repository.write('src/table.ts', `${source(2)}\n`);
  for (let index = 0; index < 80; index += 1) repository.write(`src/unit${index}.test.ts`, 'b\n');
  repository.write('dist/app.min.js', `var ${'a=1,'.repeat(20_000)}b;`);
  repository.git('add', '--all');
});
afterAll(() => repository.dispose());

async function readAll(paths: string[] = []): Promise<Diff[]> {
  const tools = coreTools(await openRepository(repository.root, { environment: TEST_ENVIRONMENT }));
  const pages: Diff[] = [];
  let from: DiffPosition | undefined;
  do {
    const page: Diff = await tools.call('gitDiff', { range: { of: 'staged' }, paths, ...(from && { from }) });
    pages.push(page);
    from = page.next;
  } while (from);
  return pages;
}

// E4
describe('a large change', () => {
  it('comes first if it is in a source file, however large it is', async () => {
    const [first] = await readAll(['src']);
    expect(first?.files[0]).toMatchObject({ path: 'src/table.ts', relevance: 1 });
    expect(first?.patches[0]).toMatchObject({ path: 'src/table.ts', cut: true });
  });

  it('can be read to its end: a planted line is found with its number', async () => {
    const pages = await readAll();
    for (const page of pages) expect(tokensOf(page)).toBeLessThan(8_000);
    for (const page of pages.slice(0, -1)) expect(page.missing.join()).toContain('There is more: call again');
    const page = pages.find(({ patches }) => patches.some(({ patch }) => patch.includes(PLANTED)));
    const patch = page?.patches.find((one) => one.patch.includes(PLANTED))?.patch ?? '';
    expect(patch).toContain(`\n1151\t+${PLANTED}`);
  });

  it('is shown completely: each part once, and every file at least once before the rest of any file', async () => {
    const pages = await readAll(['src', 'dist']);
    const shown = pages.flatMap(({ patches }) => patches);
    const heads = shown.slice(0, 82).map(({ path }) => path);
    expect(new Set(heads).size).toBe(82);
    for (const path of ['src/table.ts', 'dist/app.min.js']) {
      const joined = shown
        .filter((one) => one.path === path)
        .map(({ patch }) => patch.replace(/^@@[^\n]*\(continued\)\n\d*\t(?:[+-]…)?/, ''))
        .join('')
        .replaceAll(/^\d*\t/gm, '');
      const whole = repository.git('diff', '--cached', '--', path);
      expect(joined).toBe(whole.slice(whole.indexOf('@@ ')));
    }
  });

  // E15
  it('is summed up by name and size if nobody wrote it by hand, unless its path is asked for', async () => {
    const pages = await readAll();
    expect(pages.flatMap(({ patches }) => patches.map(({ path }) => path))).not.toContain('dist/app.min.js');
    expect(pages[0]?.missing.join()).toContain('Without their lines: "dist/app.min.js" (generated, +1 -0).');
  });
});
