import { join } from 'node:path';
import { openRepository } from '../git/open-repository.js';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { findLinters, findProgram } from './linters.js';

const repository = createRepository({ 'package.json': '{ "devDependencies": { "eslint": "9" } }' });
afterAll(() => repository.dispose());

describe('a linter', () => {
  it.each([
    ['./bin/eslint.js', true],
    ['../../evil.js', false],
    ['../eslint-evil/run.js', false],
    ['.', false],
  ])('is found through the program that its package names %s, and started: %s', async (bin, started) => {
    const opened = await openRepository(repository.root, { environment: TEST_ENVIRONMENT });
    const [eslint] = await findLinters(opened);
    if (!eslint) throw new Error('ESLint is declared.');
    const program = await findProgram(opened, eslint, async () => ({ bin: { eslint: bin } }));
    const folder = join(repository.root, 'node_modules/eslint');
    expect(program).toEqual(started ? [process.execPath, join(folder, bin)] : undefined);
  });
});
