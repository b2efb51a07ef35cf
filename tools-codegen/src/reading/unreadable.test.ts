import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPlainFile } from '@toolwright/program';
import {
  createScratchProject,
  type ScratchProject,
} from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generate } from '../generate.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';
import { createSession } from '../watch/session.js';

const source = (name: string): string =>
  `import { tool } from 'toolwright';\n/** Finds. */\nexport const ${name} = tool((query: string) => query);\n`;

function createProject(): ScratchProject {
  return createScratchProject({ 'src/one.ts': source('one'), 'src/deep/two.ts': source('two') });
}

const SUPERUSER = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Runs work as a user to whom permissions apply. */
function asUser<Result>(dir: string, work: () => Result): Result {
  if (!SUPERUSER) return work();
  for (const name of ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })])
    chownSync(path.join(dir, name), NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

const refused = (place: string, reason: string): Error =>
  expect.objectContaining({
    code: 'INVALID_PROJECT',
    message: expect.stringMatching(new RegExp(`^Cannot read .*/${place.replaceAll('.', '\\.')}: ${reason}`)),
    hint: expect.stringContaining('permissions'),
  });

// B13
describe('a source that exists and cannot be read', () => {
  it.each([
    ['a file', 'src/one.ts', 0o000, 'src/one.ts'],
    ['a folder that nobody may list', 'src/deep', 0o000, 'src/deep'],
    ['a folder that nobody may enter', 'src/deep', 0o444, 'src/deep'],
  ])('is an error and does not count as missing: %s', (_, target, mode, place) => {
    const { dir } = createProject();
    expect(generateUncached({ cwd: dir }).tools).toHaveLength(2);
    chmodSync(`${dir}/${target}`, mode);
    try {
      expect(() => asUser(dir, () => generateUncached({ cwd: dir }))).toThrow(refused(place, 'EACCES'));
    } finally {
      chmodSync(`${dir}/${target}`, 0o755);
    }
  });

  it('is an error if links lead in a circle, even after a cached run, until it can be read again', async () => {
    const { dir, write } = createProject();
    mkdirSync(`${dir}/node_modules`);
    const session = createSession({ cwd: dir });
    expect(session.update()?.tools).toHaveLength(2);
    await generate({ cwd: dir });
    rmSync(`${dir}/src/one.ts`);
    symlinkSync('one.ts', `${dir}/src/one.ts`);
    await expect(generate({ cwd: dir })).rejects.toEqual(refused('src/one.ts', 'ELOOP'));
    expect(() => session.update()).toThrow(refused('src/one.ts', 'ELOOP'));
    expect(session.update()).toBeUndefined();
    rmSync(`${dir}/src/one.ts`);
    write('src/one.ts', source('three'));
    expect(session.update()?.tools.map(({ name }) => name)).toEqual(['three', 'two']);
  });

  it('is missing if a link points nowhere, as editors mark open files', () => {
    const { dir } = createProject();
    symlinkSync('user@host.1', `${dir}/src/.#one.ts`);
    symlinkSync('gone.ts', `${dir}/src/three.ts`);
    expect(generateUncached({ cwd: dir }).tools).toHaveLength(2);
  });
});

describe('a path to something other than a regular file', () => {
  // Opening a pipe waits for a writer.
  it('is not waited for among the files of the cache', async () => {
    const { dir } = createProject();
    const cache = `${dir}/node_modules/.cache/toolwright`;
    mkdirSync(`${dir}/node_modules`);
    await generate({ cwd: dir });
    const names = readdirSync(cache).filter((name) => /\.(?:json|bin)$/.test(name));
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) rmSync(`${cache}/${name}`);
    execFileSync(
      'mkfifo',
      names.map((name) => `${cache}/${name}`),
    );
    expect((await generate({ cwd: dir })).tools).toHaveLength(2);
    expect(readFileSync(`${cache}/${names.find((name) => name.endsWith('.json'))}`, 'utf8')).toContain(
      'one.ts',
    );
  });

  it('is never read, even if it replaces a file after the check', () => {
    const { dir } = createProject();
    execFileSync('mkfifo', [`${dir}/pipe`]);
    for (const file of [`${dir}/pipe`, dir, '/dev/null', `${dir}/none`])
      expect(findPlainFile(file)).toBeUndefined();
    expect(findPlainFile(`${dir}/src/one.ts`)?.bytes.toString()).toBe(source('one'));
  });

  it('is read in one place: no other module of codegen reads files', () => {
    const root = new URL('../../../', import.meta.url);
    const rooms = ['tools-codegen', 'packages/program', 'packages/effects', 'packages/lint'];
    const reading = rooms
      .flatMap((room) => {
        const home = fileURLToPath(new URL(`${room}/src/`, root));
        return readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => home + name);
      })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .filter((file) =>
        // Tables of effects name these functions as text.
        /import \{[^}]*\b(?:readFile(?:Sync)?|openSync|createReadStream)\b[^}]*\} from 'node:fs|\b(?:openSync|createReadStream)\(/.test(
          readFileSync(file, 'utf8'),
        ),
      );
    expect(reading.map((name) => path.basename(name))).toEqual(['plain-file.ts']);
  });
});
