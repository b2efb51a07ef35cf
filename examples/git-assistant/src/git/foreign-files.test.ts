import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRepository, TEST_ENVIRONMENT } from '../repository.test.support.js';
import { coreTools } from '../tools/core-tools.js';
import { openRepository } from './open-repository.js';

const MARK = 'words-of-a-private-file';
const outside = mkdtempSync(join(tmpdir(), 'outside-'));
const file = join(outside, 'private.txt');
writeFileSync(file, `${MARK} and more\n`);
afterAll(() => rmSync(outside, { recursive: true, force: true }));

async function sayAll(root: string): Promise<string> {
  try {
    const core = coreTools(await openRepository(root, { environment: TEST_ENVIRONMENT }));
    const calls = await Promise.allSettled([
      core.call('gitStatus', {}),
      core.call('gitLog', {}),
      core.call('gitShow', { revision: 'HEAD' }),
      core.call('gitBlame', { path: 'a.ts' }),
      core.call('gitDiff', { range: { of: 'uncommitted' } }),
      core.call('codeSearch', { query: 'a' }),
    ]);
    return calls
      .map((call) => (call.status === 'fulfilled' ? JSON.stringify(call.value) : String(call.reason)))
      .join('\n');
  } catch (error) {
    return String(error);
  }
}

// E4: paths stay within the repository
describe('a file outside of the repository that the repository names', () => {
  it.each(['packed-refs', 'shallow', 'MERGE_HEAD', 'commondir', 'info/grafts', 'objects/info/alternates'])(
    'is not quoted in an error of git: a link at .git/%s',
    async (name) => {
      const repository = createRepository({ 'a.ts': 'a\n' });
      rmSync(join(repository.root, '.git', name), { force: true });
      symlinkSync(file, join(repository.root, '.git', name));
      const said = await sayAll(repository.root);
      repository.dispose();
      expect(said).not.toBe('');
      expect(said).not.toContain(MARK);
    },
  );

  it('is not read by blame (blame.ignoreRevsFile), and all commands work with any configured format', async () => {
    const repository = createRepository({ 'a.ts': 'a\n' });
    repository.git('config', 'blame.ignoreRevsFile', file);
    repository.git('config', 'format.pretty', 'nonsense');
    const said = await sayAll(repository.root);
    repository.dispose();
    expect(said).not.toContain(MARK);
    expect(said).not.toContain('failed');
  });
});
