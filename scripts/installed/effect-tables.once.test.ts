/** The table of effects against the packages that it describes, in pinned versions. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyseProject } from '../../packages/effects/src/analyse-project.js';
import { LIBRARIES } from '../../packages/effects/src/packages/libraries.js';
import { runShell } from './run-shell.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Tools with the effects that they have, as comments. It is no module of this repository, which has none of the packages. */
const TOOLS = readFileSync(join(root, 'scripts/installed/effect-tables/tools.ts.txt'), 'utf8');
const PACKAGES = [
  '@aws-sdk/client-s3@3.1175.0',
  '@nestjs/common@12.5.1',
  'axios@1.21.1',
  'cheerio@1.2.0',
  'date-fns@4.4.0',
  'dayjs@1.11.23',
  'drizzle-orm@0.45.4',
  'pg@8.23.1',
  '@types/pg@8.23.1',
  'eventemitter3@5.0.4',
  'jsonwebtoken@9.0.3',
  '@types/jsonwebtoken@9.0.10',
  'ky@1.14.3',
  'lodash@4.18.1',
  '@types/lodash@4.17.27',
  'lru-cache@11.5.3',
  'luxon@3.7.2',
  '@types/luxon@3.7.6',
  'moment@2.31.0',
  'mongoose@9.12.1',
  'mysql2@3.24.6',
  'firebase@13.2.0',
  'pino@10.4.0',
  'rxjs@7.8.2',
  'winston@3.19.0',
  'zod@4.6.7',
  'got@14.6.6',
  'undici@7.30.2',
  'node-fetch@3.3.2',
  'ofetch@1.5.1',
  'graphql-request@7.4.0',
  '@apollo/client@4.3.8',
  'remeda@2.62.2',
  'valibot@1.5.0',
  'ulid@3.0.2',
  'uuid@14.0.3',
  'nanoid@5.1.16',
  'p-retry@7.1.1',
  'reflect-metadata@0.2.2',
  '@types/node@26.6.7',
];
const INSTALL_MS = 600_000;

const folder = mkdtempSync(join(tmpdir(), 'toolwright-effects-'));

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const base = join(root, 'tools-codegen/fixtures/tools/tsconfig.json');
  const compilerOptions = { module: 'nodenext', esModuleInterop: true, types: ['node'], skipLibCheck: true };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: base, compilerOptions, include: ['src'] }),
  );
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/tools.ts'), TOOLS);
  const options =
    '--ignore-scripts --no-audit --no-fund --legacy-peer-deps --fetch-timeout=30000 --fetch-retries=5';
  const { code, output } = await runShell(`npm install ${options} ${PACKAGES.join(' ')}`, folder);
  expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
}, INSTALL_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

// G1
describe('the table of packages', () => {
  it('gives tools the effects that the packages have', () => {
    const lines = TOOLS.split('\n');
    const { tools } = analyseProject({ cwd: folder });
    const found = tools.map(({ name, effects }) => [
      name,
      [...new Set(effects.map(({ effect }) => effect))].sort(),
    ]);
    const promised = tools.map(({ name, line }) => {
      const list = /Effects: ([a-z., ]+?) \*/.exec(lines[line - 1] ?? '')?.[1] ?? '';
      return [name, list === 'none' ? [] : list.split(', ').sort()];
    });
    expect(found).toEqual(promised);
    expect(tools.length).toBeGreaterThan(45);
  });

  const installed = Object.keys(LIBRARIES).filter((name) =>
    PACKAGES.some((one) => one.startsWith(`${name}@`)),
  );

  it.each(installed)('names only what %s declares', (name) => {
    const words = wordsOf(name);
    const parts = (key: string): string[] => key.replace('()', '').split('.').filter(Boolean);
    const isThere = (word: string): boolean =>
      words.has(word) || word === 'default' || word === 'constructor' || word === 'call';
    const keys = Object.keys(LIBRARIES[name] ?? {}).filter((key) => key !== '*');
    expect(keys.filter((key) => !parts(key).every(isThere))).toEqual([]);
  });
});

/** All words in the declarations of a package. */
function wordsOf(name: string): ReadonlySet<string> {
  const folders = [name, `@types/${name}`, ...(name === 'winston' ? ['logform'] : [])];
  const words = new Set<string>();
  for (const one of folders
    .map((part) => join(folder, 'node_modules', part))
    .filter((part) => existsSync(part)))
    for (const file of readdirSync(one, { recursive: true, encoding: 'utf8' }))
      if (/\.d\.[cm]?ts$/.test(file) && !file.includes('node_modules'))
        for (const word of readFileSync(join(one, file), 'utf8').match(/[$\w]+/g) ?? []) words.add(word);
  return words;
}
