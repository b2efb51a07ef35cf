import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createOwnCode } from '@toolwright/program';
import fc from 'fast-check';
import { cases } from '../../../../scripts/thorough.mjs';
import {
  createScratchProject,
  type ScratchProject,
} from '../../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../program/src/testing/shared-files.js';
import { analyseProject } from '../analyse-project.js';
import type { EffectsOptions, EffectsResult } from '../effects-options.js';
import { findStoredEffects, readEffects } from '../find-effects.js';

const FILES = {
  'node_modules/own/package.json': '{ "name": "own", "version": "1.0.0" }',
  'node_modules/clock/package.json': '{ "name": "clock", "version": "1.0.0", "types": "index.d.ts" }',
  'node_modules/clock/index.d.ts': 'export declare function tick(): number;\n',
  'src/help.ts': 'export function help(): number { return 1; }\n',
  'src/tools.ts':
    "import { tool } from 'toolwright';\nimport { tick } from 'clock';\nimport { help } from './help.js';\n" +
    '/** Run. */\nexport const run = tool({ readOnly: true }, (): number => help());\n/** Tick. */\nexport const now = tool((): number => tick());\n',
  'src/other.ts': 'export const other = 1;\n',
};

const shared = sharedFiles('bodies');

interface CachedProject extends ScratchProject {
  /** The result, and whether it came from the cache. Fails unless a reading without a cache gives the same. */
  find(options?: EffectsOptions): Promise<{ kept: boolean; result: EffectsResult }>;
}

function createProject(): CachedProject {
  const project = createScratchProject(FILES);
  const code = createOwnCode(`${project.dir}/node_modules/own`);
  const find: CachedProject['find'] = async (options = {}) => {
    const all = { cwd: project.dir, ...options };
    const kept = findStoredEffects(all, code);
    const result = kept ?? (await readEffects(all, { parsed: sharedFiles('bodies') }, code));
    expect(result).toEqual(JSON.parse(JSON.stringify(analyseProject(all, shared))));
    return { kept: kept !== undefined, result };
  };
  return { ...project, find };
}

const CACHE = 'node_modules/.cache/toolwright';

// G1
describe('the cache of effects', () => {
  const changes: Readonly<Record<string, (project: ScratchProject) => void>> = {
    'a function that a tool calls': ({ write }) =>
      write('src/help.ts', 'export function help(): number { return Date.now(); }\n'),
    'an edit that keeps size and times': ({ write, dir }) => {
      const at = new Date(Date.now() - 60_000);
      write('src/help.ts', 'export function help(): number { return 2; }\n');
      utimesSync(path.join(dir, 'src/help.ts'), at, at);
    },
    'a new file': ({ write }) =>
      write(
        'src/new.ts',
        "import { tool } from 'toolwright';\n/** New. */\nexport const fresh = tool((): number => 1);\n",
      ),
    'a file that is gone': ({ dir }) => rmSync(path.join(dir, 'src/other.ts')),
    'a description of a package': ({ write }) =>
      write('toolwright.config.json', '{ "effects": { "packages": { "clock": { "tick": ["time"] } } } }'),
    'a package': ({ write }) =>
      write('node_modules/clock/index.d.ts', 'export declare const tick: () => string;\n'),
    'the version of codegen': ({ write }) =>
      write('node_modules/own/package.json', '{ "name": "own", "version": "1.0.1" }'),
  };
  it.each(Object.entries(changes))('notices %s', async (_, change) => {
    const project = createProject();
    expect((await project.find()).kept).toBe(false);
    expect((await project.find()).kept).toBe(true);
    change(project);
    expect((await project.find()).kept).toBe(false);
    expect((await project.find()).kept).toBe(true);
  });

  it('takes nothing of other options', async () => {
    const { find, dir } = createProject();
    const results = () =>
      readdirSync(path.join(dir, CACHE)).filter((name) => /^effects-[^.]+\.json$/.test(name));
    await find();
    const [others = ''] = results();
    await find({ flows: true });
    const [own = ''] = results().filter((name) => name !== others);
    writeFileSync(path.join(dir, CACHE, own), readFileSync(path.join(dir, CACHE, others)));
    expect((await find({ flows: true })).kept).toBe(false);
  });

  it('is kept while codegen writes its modules, and apart for other options', async () => {
    const { find, write } = createProject();
    await find();
    write('src/toolwright.gen.ts', 'export const manifest = {};\n');
    expect((await find()).kept).toBe(true);
    expect((await find({ flows: true })).kept).toBe(false);
    expect((await find({ exclude: ['src/other.ts'] })).kept).toBe(false);
    expect((await find({ cache: false })).kept).toBe(false);
    expect((await find()).kept).toBe(true);
  });

  it('is ignored where it is damaged', async () => {
    const { find, dir } = createProject();
    await find();
    const name = readdirSync(path.join(dir, CACHE)).find((one) => one.endsWith('.json')) ?? '';
    const file = path.join(dir, CACHE, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('fs.write', 'fs.read').replace('run', 'ran'));
    expect((await find()).kept).toBe(false);
    writeFileSync(file, '[]');
    expect((await find()).kept).toBe(false);
  });

  it(
    'gives what a reading without it gives, over any edits',
    async () => {
      const body = fc.constantFrom('1', '2', 'Date.now()', 'Math.random()', 'help()', 'other');
      const edit = fc.record({ file: fc.constantFrom('help', 'tools', 'other'), body, repeat: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
          const { find, write } = createProject();
          await find();
          for (const { file, body: value, repeat } of edits) {
            if (file === 'help')
              write(
                'src/help.ts',
                `export function help(): number { return ${value === 'help()' ? '3' : value}; }\nconst other = 1;\n`,
              );
            if (file === 'other')
              write(
                'src/other.ts',
                `export const other = (): number => ${value === 'help()' ? '3' : value};\n`,
              );
            if (file === 'tools')
              write(
                'src/tools.ts',
                FILES['src/tools.ts'].replace('=> help()', `=> ${value === 'other' ? '4' : value}`),
              );
            await find();
            if (repeat) expect((await find()).kept).toBe(true);
          }
        }),
        { numRuns: cases(2, 40) },
      );
    },
    cases(240_000, 3_600_000),
  );
});
