import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCompiledFolder, readCheckedBytes } from '@toolwright/program';
import { build } from 'esbuild';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { workspaceSources } from '../../../scripts/workspace-sources.mjs';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const programModules = fileURLToPath(new URL('../../../packages/program/node_modules', import.meta.url));
const WEATHER = `import { tool } from 'toolwright';
/** The weather. */
export const weather = tool((city: string): string => city);
`;
/** A project with few types, because each process parses them anew. */
const PROJECT = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { noLib: true, types: [], strict: true },
    include: ['src'],
  }),
  'src/globals.d.ts': ['Array<T>', 'Boolean', 'CallableFunction', 'Function', 'IArguments']
    .concat('NewableFunction', 'Number', 'Object', 'RegExp', 'String')
    .map((name) => `interface ${name} {}`)
    .join('\n'),
  'node_modules/toolwright/package.json': '{ "name": "toolwright", "types": "index.d.ts" }',
  'node_modules/toolwright/index.d.ts': 'export declare function tool<F>(run: F): F;',
};
const RUN = `import { setFlagsFromString } from 'node:v8';
import { generate } from './dist/index.mjs';
const [, , cwd, found, read] = process.argv;
const run = await generate({
  cwd,
  onToolsFound: () => found && setFlagsFromString(found),
  onToolsRead: () => read && setFlagsFromString(read),
});
const { output } = await run.result();
console.log(output);
`;

/** The package as a separate process has it, made from the current sources. */
async function install(): Promise<string> {
  const { dir, write } = createScratchProject({
    'package.json': readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
    'run.mjs': RUN,
  });
  symlinkSync(path.join(packageFolder, 'node_modules'), path.join(dir, 'node_modules'));
  const { outputFiles } = await build({
    entryPoints: [path.join(packageFolder, 'src/index.ts')],
    bundle: true,
    packages: 'external',
    plugins: [workspaceSources({ external: ['contract', 'json', 'json-schema', 'redaction'] })],
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'silent',
  });
  write('dist/index.mjs', outputFiles[0]?.text ?? '');
  // The bundle holds the sources of packages/program, too.
  symlinkSync(programModules, path.join(dir, 'dist/node_modules'));
  return dir;
}

describe('the compiled code of the compiler', () => {
  let home = '';
  beforeAll(async () => {
    home = await install();
  });

  /** Runs codegen in a project of its own, with this folder for temporary files. */
  const generateIn = (
    temporary: string,
    name: string,
    { env = {}, flags = [] }: { readonly env?: NodeJS.ProcessEnv; readonly flags?: readonly string[] } = {},
  ): string => {
    const source = WEATHER.replaceAll('city', name);
    const { dir } = createScratchProject({ ...PROJECT, 'src/weather.ts': source });
    const places = { TMPDIR: temporary, TMP: temporary, TEMP: temporary, NODE_COMPILE_CACHE: '' };
    return execFileSync(process.execPath, ['run.mjs', dir, ...flags], {
      cwd: home,
      env: { ...process.env, ...places, ...env },
      encoding: 'utf8',
      timeout: 240_000,
    });
  };
  it('is kept from the second run on, for all projects, and written again if it is damaged', () => {
    const { dir: temporary } = createScratchProject({});
    const folder = folderOf(temporary);
    expect(generateIn(temporary, 'city')).toContain("parameters: ['city']");
    expect(readdirSync(folder)).toEqual([]);
    expect(generateIn(temporary, 'town')).toContain("parameters: ['town']");
    const [name = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    expect(generateIn(temporary, 'place')).toContain("parameters: ['place']");
    expect(readFileSync(file).equals(bytes)).toBe(true);

    writeFileSync(file, bytes.fill(0, bytes.length - 10_000));
    expect(generateIn(temporary, 'village')).toContain("parameters: ['village']");
    expect(readdirSync(folder)).toEqual([name]);
    expect(readCheckedBytes(file)).toBeDefined();
    expect(generateIn(temporary, 'city')).toContain("parameters: ['city']");
  });

  it('is kept under the flags with which later processes load it, or not at all', () => {
    const { dir: temporary } = createScratchProject({});
    const folder = folderOf(temporary);
    mkdirSync(folder, { mode: 0o700 });
    generateIn(temporary, 'city', { flags: ['--no-opt'] });
    expect(readdirSync(folder)).toEqual([]);
    generateIn(temporary, 'city', { flags: ['--no-opt', '--opt'] });
    const [name = ''] = readdirSync(folder);
    const { mtimeMs } = statSync(path.join(folder, name));
    generateIn(temporary, 'town');
    // If V8 had refused it, it would have been written anew.
    expect(statSync(path.join(folder, name)).mtimeMs).toBe(mtimeMs);
  });

  it('does not pile up', () => {
    const { dir: temporary } = createScratchProject({});
    const folder = folderOf(temporary);
    mkdirSync(folder, { mode: 0o700 });
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      writeFileSync(path.join(folder, `compiler-${name}.bin`), '');
    generateIn(temporary, 'city');
    expect(readdirSync(folder)).toHaveLength(4);
  });

  it('is not kept if NODE_DISABLE_COMPILE_CACHE is set', () => {
    const { dir: temporary } = createScratchProject({});
    generateIn(temporary, 'city', { env: { NODE_DISABLE_COMPILE_CACHE: '1' } });
    expect(existsSync(folderOf(temporary))).toBe(false);
  });
});

describe('the folder of compiled code', () => {
  const isPosix = process.getuid !== undefined;

  it('is for this user alone', () => {
    const { dir } = createScratchProject({});
    const made = findCompiledFolder({ NODE_COMPILE_CACHE: dir });
    expect(made).toEqual({ folder: folderOf(dir), isNew: true });
    expect(findCompiledFolder({ NODE_COMPILE_CACHE: dir })).toEqual({ folder: folderOf(dir), isNew: false });
    if (isPosix) expect(statSync(folderOf(dir)).mode & 0o777).toBe(0o700);
  });

  it('is not used if others may write to it, or if it is a link or a file', () => {
    const { dir, write } = createScratchProject({});
    const folder = folderOf(dir);
    write(path.basename(folder), '');
    expect(findCompiledFolder({ NODE_COMPILE_CACHE: dir })).toBeUndefined();
    rmSync(folder);
    if (!isPosix) return;
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    expect(findCompiledFolder({ NODE_COMPILE_CACHE: dir })).toBeUndefined();
    rmSync(folder, { recursive: true });
    mkdirSync(`${dir}/elsewhere`, { mode: 0o700 });
    symlinkSync(`${dir}/elsewhere`, folder);
    expect(findCompiledFolder({ NODE_COMPILE_CACHE: dir })).toBeUndefined();
  });

  it('is not needed', () => {
    const { dir } = createScratchProject({});
    expect(findCompiledFolder({ NODE_COMPILE_CACHE: `${dir}/missing/folder` })).toBeUndefined();
  });
});

function folderOf(temporary: string): string {
  return path.join(temporary, process.getuid === undefined ? 'toolwright' : `toolwright-${process.getuid()}`);
}
