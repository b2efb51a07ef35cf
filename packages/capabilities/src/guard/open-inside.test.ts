import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isToolwrightError } from '@toolwright/contract';
import fc from 'fast-check';
import { openInside, plainPath, resolveInside } from './open-inside.js';

const CANARY = 'canary of another folder';
const base = realpathSync(mkdtempSync(join(tmpdir(), 'guard-')));
const root = join(base, 'root');
afterAll(() => rmSync(base, { recursive: true }));

beforeAll(() => {
  mkdirSync(join(root, 'a/b'), { recursive: true });
  // A name that begins like the folder's.
  mkdirSync(join(base, 'root-2/b'), { recursive: true });
  for (const path of ['root-2/secret', 'root-2/b/secret', 'secret']) writeFileSync(join(base, path), CANARY);
  for (const path of ['file', 'a/file', 'a/b/file']) writeFileSync(join(root, path), 'inside');
  const links: Record<string, string> = {
    up: '..',
    sibling: '../root-2',
    'a/out': '../../root-2/b',
    'a/b/secret': '../../../secret',
    secret: join(base, 'secret'),
    absolute: base,
    chain: 'a/out',
    loop: 'loop',
    inside: 'a/b',
    'a/self': '.',
    back: '../root/a',
  };
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  execFileSync('mkfifo', [join(root, 'pipe')]);
});

async function read(given: string): Promise<string> {
  const path = plainPath(given, 'the folder');
  const real = await resolveInside(root, path, 'the folder');
  const { handle } = await openInside(join(root, real), path);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

const NAMES = [
  'file',
  'secret',
  'a',
  'b',
  'up',
  'sibling',
  'out',
  'absolute',
  'chain',
  'loop',
  'inside',
  'self',
];
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...NAMES, 'back', 'root', 'root-2', 'pipe', '.', '..', '', base) },
  { weight: 1, arbitrary: fc.string({ maxLength: 3, unit: 'binary' }) },
);
const end = fc.constantFrom('file', 'secret', 'b/secret');

// N4
describe('the path guard', () => {
  it('never reads a file outside of the folder, whatever the path and the links in it', async () => {
    let hits = 0;
    const paths = fc
      .tuple(fc.array(name, { maxLength: 6 }), end)
      .map(([names, last]) => [...names, last].join('/'));
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        const text = await read(path).catch((error: unknown) => {
          if (!isToolwrightError(error)) throw error;
          return error.code;
        });
        if (text === 'inside') hits += 1;
        expect(['inside', 'INVALID_ARGUMENTS']).toContain(text);
      }),
      { numRuns: 3_000, examples: NAMES.map((one) => [`a/${one}/file`]) },
    );
    // The paths are not all refused.
    expect(hits).toBeGreaterThan(100);
  });

  it.each([
    ['up/secret', 'leads out of the folder'],
    ['chain/secret', 'leads out of the folder'],
    ['a/b/secret', 'leads out of the folder'],
    ['../root-2/secret', 'leads out of the folder'],
    ['loop', 'is a symbolic link to itself'],
    ['pipe', 'is a named pipe, not a file'],
    ['a', 'is a folder'],
    ['nothing', 'does not exist'],
    ['/etc/passwd', 'is absolute'],
    ['C:\\file', 'is absolute'],
    ['file\0', 'has a NUL in it'],
  ])('refuses %j with the reason', async (path, reason) => {
    await expect(read(path)).rejects.toThrow(reason);
  });

  it('reads a file through links that stay in the folder', async () => {
    expect(await Promise.all(['inside/file', 'back/b/file', 'a/self/self/file'].map(read))).toEqual(
      Array(3).fill('inside'),
    );
  });
});
