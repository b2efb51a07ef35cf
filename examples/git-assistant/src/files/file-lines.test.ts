import { openRepository } from '../git/open-repository.js';
import { tokensOf } from '../paging/token-budget.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { coreTools } from '../tools/core-tools.js';

const ESCAPE = String.fromCharCode(27);
const LONG = {
  latin: 'abcdefghi '.repeat(20_000),
  japanese: '日本語😀'.repeat(20_000),
  control: ESCAPE.repeat(60_000),
};
const repository = createRepository({
  ...Object.fromEntries(Object.entries(LONG).map(([name, text]) => [`${name}.txt`, `one\n${text}\nthree`])),
  'many.txt': Array.from({ length: 300_000 }, (_, index) => `line ${index + 1}`).join('\n'),
});
afterAll(() => repository.dispose());
const tools = async () => coreTools(await openRepository(repository.root, { environment: TEST_ENVIRONMENT }));

// E4
describe('lines of a file', () => {
  it.each(Object.entries(LONG))(
    'can be read to the end, however long they are and however many tokens they have: %s',
    async (name, text) => {
      const core = await tools();
      let [read, firstColumn, calls] = ['', 1, 0];
      for (; calls < 100; calls += 1) {
        const range = { path: `${name}.txt`, firstLine: 2, lines: 1, firstColumn };
        const result = await core.call('fileRead', range);
        expect(tokensOf(result)).toBeLessThan(8_000);
        read += result.text.replace(/^2\t/, '').replace(/… \[cut\]$/, '');
        if (result.next?.firstLine !== 2) break;
        expect(result.missing).toEqual([
          expect.stringContaining(`firstColumn ${result.next.firstColumn}, lines 1`),
        ]);
        firstColumn = result.next.firstColumn;
      }
      expect(read).toBe(text);
    },
  );

  it('have their numbers, also after the first megabyte', async () => {
    const range = { path: 'many.txt', firstLine: 299_999, lines: 10 };
    expect(await (await tools()).call('fileRead', range)).toEqual({
      path: 'many.txt',
      lines: 300_000,
      text: '299999\tline 299999\n300000\tline 300000',
      missing: [],
    });
  });

  it('that do not fit are mentioned', async () => {
    const result = await (await tools()).call('fileRead', { path: 'many.txt', lines: 1_000 });
    const shown = result.text.split('\n').length;
    expect(shown).toBeLessThan(1_000);
    expect(result.next).toEqual({ firstLine: shown + 1, firstColumn: 1 });
    expect(result.missing).toEqual([
      `${1_000 - shown} more of the lines asked for; read on with firstLine ${shown + 1}.`,
    ]);
    const dense = await (await tools()).call('fileRead', { path: 'japanese.txt', lines: 3 });
    expect(dense.missing).toEqual([expect.stringContaining('Line 2 is longer than shown')]);
    expect(dense.text).toContain('\n3\tthree');
  });
});
