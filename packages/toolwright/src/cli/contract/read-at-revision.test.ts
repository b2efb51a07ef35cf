import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { createScratch, removeScratch } from '../cli.test.support.js';
import { readAtRevision } from './read-at-revision.js';

afterAll(removeScratch);

function repository(links: Readonly<Record<string, string>>): string {
  const folder = createScratch({ 'locks/real.json': '{}\n', 'src/plain.json': '\u00e9\n\n' });
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(folder, 'src', name));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'one');
  return path.join(folder, 'src');
}

// F2
describe('the lock at a revision', () => {
  const folder = repository({
    'link.json': '../locks/real.json',
    'out.json': '/etc/\u202epasswd',
    'broken.json': 'nothing.json',
    'circle.json': 'circle.json',
    'below.json': 'plain.json/x',
    'folder.json': '../locks',
  });
  const read = async (name: string, revision = 'HEAD'): Promise<string> =>
    (await readAtRevision(revision, path.join(folder, name))).toString();

  it('is read as it was committed', async () => {
    expect(await read('plain.json')).toBe('\u00e9\n\n');
  });

  it('is followed through a symbolic link within the repository', async () => {
    expect(await read('link.json')).toBe('{}\n');
  });

  it.each([
    [
      'out.json',
      'out.json at HEAD is a symbolic link that leads out of the repository, to /etc/\\u202epasswd.',
    ],
    ['broken.json', 'broken.json at HEAD is a symbolic link to a file that does not exist at this revision.'],
    ['circle.json', 'circle.json at HEAD is a symbolic link that leads back to itself.'],
    ['below.json', 'below.json at HEAD is a symbolic link through something that is not a folder.'],
    ['folder.json', 'folder.json at HEAD is a folder.'],
    ['none.json', 'HEAD has no none.json in the folder of the manifest.'],
  ])('is explained where it is no file: %s', async (name, message) => {
    await expect(read(name)).rejects.toMatchObject({ code: 'INVALID_CONFIG', message });
  });

  it('asks Git for one object only', async () => {
    await expect(read('link.json', `nothing\nHEAD:./plain.json\nHEAD`)).rejects.toMatchObject({
      code: 'USAGE',
    });
  });
});
