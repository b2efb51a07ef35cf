import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createOwnCode, writeCheckedBytes } from '@toolwright/program';
import {
  BASE_CONFIG,
  createScratchProject,
  type ScratchProject,
} from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import { findRun } from '../find-run.js';
import type { GenerateOptions } from '../generate-options.js';
import { checkModules } from '../manifest/check-modules.js';
import { writeModules } from '../manifest/write-modules.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

const CACHE = 'node_modules/.cache/toolwright';

const FILES = {
  'node_modules/own/package.json': '{ "name": "own", "version": "1.0.0", "dependencies": { "part": "^1" } }',
  'node_modules/part/package.json': '{ "name": "part", "version": "1.0.0" }',
  'node_modules/shapes/package.json': '{ "name": "shapes", "version": "1.0.0", "types": "./index.d.ts" }',
  'node_modules/shapes/index.d.ts': 'export interface Shape { sides: number }\n',
  'src/unit.ts': "export type Unit = 'C' | 'F';\n",
  'src/place.ts':
    "import type { Unit } from './unit.js';\nexport interface Place { city: string; unit: Unit }\n",
  'src/query.ts': "import type { Place } from './place.js';\nexport interface Query { place: Place }\n",
  'src/weather.ts':
    "import { tool } from 'toolwright';\nimport type { Query } from './query.js';\n" +
    'export const forecast = tool(function forecast(query: Query): string { return query.place.city; });\n',
  'src/area.ts':
    "import { tool } from 'toolwright';\nimport type { Shape } from 'shapes';\n" +
    'export const area = tool(function area(shape: Shape): number { return shape.sides; });\n',
};

interface CachedRun {
  readonly text: string;
  readonly tools: readonly string[];
  /** Files of the project, as relative paths. */
  readonly files: readonly string[];
  /** No file was read again. */
  readonly kept: boolean;
}

function createProject(): ScratchProject & { run(options?: GenerateOptions): Promise<CachedRun> } {
  const project = createScratchProject(FILES);
  const shared = sharedFiles('types');
  const run = async (options: GenerateOptions = {}): Promise<CachedRun> => {
    const before = bodies(project.dir);
    const code = createOwnCode(`${project.dir}/node_modules/own`);
    const all = { cwd: project.dir, ...options };
    const found = await findRun(code, all, shared);
    const { output } = await found.result();
    expect(output).toBe(generateUncached(all).output);
    const kept = before.length > 0 && bodies(project.dir).join() === before.join();
    const inProject = found.files.filter((file) => file.startsWith(project.dir));
    const files = inProject.map((file) => path.relative(project.dir, file)).sort();
    return { text: output, tools: found.tools.map(({ name }) => name), files, kept };
  };
  return { ...project, run };
}

/** Makes all files so old that their time stamps prove their content, until the function is called that this returns. */
const later = (): (() => void) => {
  const { now } = Date;
  Date.now = () => now() + 60_000;
  return () => {
    Date.now = now;
  };
};

/** Whether time stamps may prove that nothing changed. */
function isSettled(dir: string): boolean {
  const [, front = ''] = headOf(dir).split('\n');
  return 'lines' in JSON.parse(front).head;
}

function headOf(dir: string): string {
  const head = readdirSync(path.join(dir, CACHE)).find((name) => name.endsWith('.json'));
  return readFileSync(path.join(dir, CACHE, head ?? ''), 'utf8');
}

function bodies(dir: string): string[] {
  try {
    return readdirSync(path.join(dir, CACHE)).filter((name) => name.split('.').length > 2);
  } catch {
    return []; // the cache does not exist yet
  }
}

describe('the cache', () => {
  it('returns the same result while nothing changes', async () => {
    const { run } = createProject();
    const first = await run();
    expect(first).toMatchObject({ kept: false, tools: ['area', 'forecast'] });
    expect(await run()).toEqual({ ...first, kept: true });
  });

  it('knows which files were read, including those that are imported only for types', async () => {
    const { run } = createProject();
    const sources = Object.keys(FILES).filter((file) => file.startsWith('src/'));
    expect((await run()).files).toEqual([...sources, 'tsconfig.json'].sort());
  });

  it('is neither read nor written if it is off', async () => {
    const { run, dir } = createProject();
    await run({ cache: false });
    expect(bodies(dir)).toEqual([]);
  });

  const changes: Readonly<Record<string, (project: ScratchProject) => void>> = {
    'a type three files away': ({ write }) => write('src/unit.ts', "export type Unit = 'C' | 'F' | 'K';\n"),
    'an edit that keeps size and times': ({ write, dir }) => {
      const at = new Date(Date.now() - 60_000);
      write('src/unit.ts', "export type Unit = 'C' | 'K';\n");
      utimesSync(path.join(dir, 'src/unit.ts'), at, at);
    },
    'an option of the tsconfig': ({ write }) =>
      write('tsconfig.json', config({ compilerOptions: { exactOptionalPropertyTypes: false, types: [] } })),
    'a tsconfig that is extended': ({ write }) => {
      write('base.json', JSON.stringify({ extends: BASE_CONFIG }));
      write('tsconfig.json', JSON.stringify({ extends: './base.json', include: ['src'] }));
    },
    "a dependency's version": ({ write }) =>
      write(
        'node_modules/shapes/package.json',
        FILES['node_modules/shapes/package.json'].replace('1.0.0', '1.0.1'),
      ),
    "a dependency's types": ({ write }) =>
      write('node_modules/shapes/index.d.ts', 'export interface Shape { corners: number }\n'),
    'the version of codegen': ({ write }) =>
      write(
        'node_modules/own/package.json',
        FILES['node_modules/own/package.json'].replace('1.0.0', '1.0.1'),
      ),
    'the version of what codegen is made of': ({ write }) =>
      write(
        'node_modules/part/package.json',
        FILES['node_modules/part/package.json'].replace('1.0.0', '1.0.1'),
      ),
    'a new file': ({ write }) =>
      write(
        'src/new.ts',
        "import { tool } from 'toolwright';\nexport const fresh = tool(function fresh() {});\n",
      ),
    'a folder that becomes two, with names that were the lines of its own': ({ dir, write }) => {
      rmSync(path.join(dir, 'src/a\nb'), { recursive: true });
      mkdirSync(path.join(dir, 'src/a'));
      write(
        'src/b/new.ts',
        "import { tool } from 'toolwright';\nexport const fresh = tool(function fresh() {});\n",
      );
    },
    'a file that is gone': ({ dir }) => rmSync(path.join(dir, 'src/area.ts')),
    'a package that shadows another': ({ write }) => {
      write('src/node_modules/shapes/package.json', '{ "name": "shapes", "types": "./index.d.ts" }');
      write('src/node_modules/shapes/index.d.ts', 'export interface Shape { shadow: true }\n');
    },
    "the project's TypeScript": ({ write }) =>
      write('node_modules/typescript/package.json', '{ "name": "typescript", "version": "5.9.0" }'),
  };
  it.each(Object.entries(changes))('detects %s', async (_, change) => {
    const project = createProject();
    mkdirSync(path.join(project.dir, 'src/a\nb'));
    const before = await project.run();
    change(project);
    const after = await project.run();
    expect(after.kept).toBe(false);
    expect(await project.run()).toEqual({ ...after, kept: true });
    expect(before.kept).toBe(false);
  });

  it('detects each of several changes if time stamps prove the rest', async () => {
    const project = createProject();
    const options = { cwd: project.dir };
    const generateNow = () =>
      findRun(createOwnCode(`${project.dir}/node_modules/own`), options, {
        ...sharedFiles('types'),
      });
    const backToNow = later();
    const noticed = [
      'a type three files away',
      "a dependency's types",
      'a new file',
      'a package that shadows another',
      'the version of codegen',
    ];
    for (const name of noticed) {
      await writeModules(await generateNow());
      await generateNow();
      expect(isSettled(project.dir)).toBe(true);
      const head = headOf(project.dir);
      await generateNow();
      expect(headOf(project.dir)).toBe(head);
      changes[name]?.(project);
      const { output } = await (await generateNow()).result();
      expect(output).toBe(generateUncached(options).output);
      expect(headOf(project.dir)).not.toBe(head);
    }
    backToNow();
  });

  it('separates runs with different options', async () => {
    const { run } = createProject();
    await run();
    expect(await run({ exclude: ['src/area.ts'] })).toMatchObject({ kept: false, tools: ['forecast'] });
    expect(await run({ exclude: ['src/area.ts'] })).toMatchObject({ kept: true, tools: ['forecast'] });
    expect(await run()).toMatchObject({ kept: true, tools: ['area', 'forecast'] });
  });

  it.each([
    ['the results', false],
    ['what proves that nothing changed', true],
  ])('takes nothing of other options whose files have the same names: %s', async (_, areOld) => {
    const { dir, run } = createProject();
    const options = { exclude: ['src/area.ts'] };
    const backToNow = areOld ? later() : undefined;
    for (const each of [{}, {}, options, options]) {
      await run(each);
      await writeModules(await findRun(createOwnCode(`${dir}/node_modules/own`), { cwd: dir, ...each }));
    }
    const files = readdirSync(path.join(dir, CACHE)).filter((name) => /^[^.]+\.json$/.test(name));
    expect(files).toHaveLength(2);
    expect(isSettled(dir)).toBe(areOld);
    const contents = files.map((name) => [name, readFileSync(path.join(dir, CACHE, name))] as const);
    for (const [name, content] of contents)
      for (const other of files) if (other !== name) writeFileSync(path.join(dir, CACHE, other), content);
    expect(await run()).toMatchObject({ kept: false, tools: ['area', 'forecast'] });
    expect(await run(options)).toMatchObject({ kept: false, tools: ['forecast'] });
    backToNow?.();
  });

  it('does not store errors', async () => {
    const { run, write } = createProject();
    write('src/unit.ts', 'export type Unit = symbol;\n');
    await run();
    write('src/unit.ts', FILES['src/unit.ts']);
    expect(await run()).toMatchObject({ tools: ['area', 'forecast'] });
  });
});

describe('the generated module', () => {
  it('is restored from the cache after it was deleted or edited', async () => {
    const { dir, run } = createProject();
    const { text } = await run();
    const out = path.join(dir, 'src/toolwright.gen.ts');
    const again = () => findRun(createOwnCode(`${dir}/node_modules/own`), { cwd: dir });
    expect(await writeModules(await again())).toBe('written');
    expect(await writeModules(await again())).toBe('unchanged');
    rmSync(out);
    expect(await writeModules(await again())).toBe('written');
    writeFileSync(out, text.replace('forecast', 'forecasts'));
    expect(await checkModules(await again())).toMatchObject({ ok: false });
    expect(await writeModules(await again())).toBe('written');
    expect(readFileSync(out, 'utf8')).toBe(text);
  });
});

describe('a damaged cache', () => {
  const damages: Readonly<Record<string, (file: string) => void>> = {
    'cut short': (file) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -100)),
    emptied: (file) => writeFileSync(file, ''),
    'changed in one place': (file) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace('forecast', 'forecasd')),
    // The header that V8 writes, with a version that does not exist.
    'written in a later format': (file) => writeCheckedBytes(file, Buffer.from([0xff, 0x7f, 0x6f])),
    'replaced by other JSON': (file) => writeFileSync(file, '[]'),
    removed: (file) => rmSync(file),
    'written by a version with other facts': (file) => {
      if (file.endsWith('.json')) sign(file, (front) => ({ ...front, code: {} }));
    },
    'written by a version with facts in another format': (file) => {
      if (!file.endsWith('.json')) return;
      const other = { files: [], listings: [], linked: {}, entries: [null], links: {} };
      sign(file, (front) => ({ ...front, code: other, facts: other }));
    },
  };
  it.each(Object.entries(damages))('is ignored if a file is %s', async (_, damage) => {
    const { dir, run } = createProject();
    const { text } = await run();
    expect(readdirSync(path.join(dir, CACHE))).toHaveLength(2);
    for (const isBody of [true, false]) {
      const name = readdirSync(path.join(dir, CACHE)).find((file) => /\..*\./.test(file) === isBody);
      damage(path.join(dir, CACHE, name ?? ''));
      expect(await run()).toMatchObject({ text });
    }
  });

  it('is ignored if the results in it are those of other options', async () => {
    const { dir, run } = createProject();
    const options = { exclude: ['src/area.ts'] };
    await run();
    const [others = ''] = bodies(dir);
    await run(options);
    const [own = ''] = bodies(dir).filter((name) => name !== others);
    writeFileSync(path.join(dir, CACHE, own), readFileSync(path.join(dir, CACHE, others)));
    // Its output is compared with that of a fresh run.
    expect(await run(options)).toMatchObject({ tools: ['forecast'] });
  });

  it('does not fail a run if it cannot be written', async () => {
    const { dir, run } = createProject();
    mkdirSync(path.join(dir, CACHE), { recursive: true });
    chmodSync(path.join(dir, CACHE), 0o555);
    expect(await run()).toMatchObject({ tools: ['area', 'forecast'] });
    rmSync(path.join(dir, 'node_modules/.cache'), { recursive: true });
    writeFileSync(path.join(dir, 'node_modules/.cache'), 'a file where a folder should be');
    expect(await run()).toMatchObject({ tools: ['area', 'forecast'], kept: false });
  });

  it('is correct if several processes write it at once', async () => {
    const { dir, run } = createProject();
    const code = createOwnCode(`${dir}/node_modules/own`);
    const runs = await Promise.all([1, 2, 3].map(() => findRun(code, { cwd: dir })));
    const hashes = new Set(runs.map(({ manifest }) => manifest.hash));
    expect(hashes.size).toBe(1);
    await run();
    expect(await run()).toMatchObject({ kept: true });
  });
});

/** Changes the first line of a file, with its checksum. */
function sign(file: string, change: (front: object) => object): void {
  const [, front = '', ...lines] = readFileSync(file, 'utf8').split('\n');
  writeCheckedBytes(file, Buffer.from([JSON.stringify(change(JSON.parse(front))), ...lines].join('\n')));
}

function config(more: object): string {
  return JSON.stringify({ extends: BASE_CONFIG, include: ['src'], ...more });
}
