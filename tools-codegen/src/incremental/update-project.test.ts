import { rmSync } from 'node:fs';
import { createOwnCode } from '@toolwright/program';
import fc from 'fast-check';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import { cases } from '../../../scripts/thorough.mjs';
import { findRun } from '../find-run.js';
import type { GenerateResult } from '../generate-result.js';
import { apply, edit, INITIAL, shown, VERSIONS } from '../testing/edits.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';
import { projectDisk, type UpdateOptions, updateProject } from './update-project.js';

describe('a run that reads only what changed', () => {
  it(
    'gives what a fresh one gives, whatever is edited',
    async () => {
      const steps = fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(steps, async (all) => {
          const project = createScratchProject({ ...INITIAL, 'node_modules/own/package.json': '{}' });
          const options = { cwd: project.dir };
          const code = createOwnCode(`${project.dir}/node_modules/own`);
          const shared = sharedFiles('types');
          for (const step of [[], ...all]) {
            for (const one of step) apply(one, project);
            const cached = await (await findRun(code, options, shared)).result();
            expect(shown(cached)).toEqual(shown(generateUncached(options)));
          }
        }),
        { numRuns: cases(4, 50) },
      );
    },
    cases(60_000, 1_200_000),
  );

  const class_ = (name: string, type = 'string') =>
    `import { tool } from 'toolwright';\nexport class ${name} { /** Runs. */ @tool run${name}(city: ${type}): void {} }\n`;
  const OUTSIDE: Readonly<Record<string, readonly [before: string, after: string]>> = {
    'other tools': [class_('Far'), class_('Farther')],
    'a type that no schema can hold': ['export type Q = string;\n', class_('Far', 'symbol')],
    'a syntax error': ['export type Q = string;\n', 'export type Q = ;\n'],
  };
  it.each(Object.entries(OUTSIDE))(
    'forgets a file that nothing imports any more, and that now has %s',
    async (_, [before, after]) => {
      const names = ['A', 'B', 'C', 'D', 'E'];
      const project = createScratchProject({
        'node_modules/own/package.json': '{}',
        ...Object.fromEntries(names.map((name) => [`src/${name}.ts`, class_(name)])),
        'src/A.ts': `export type * from '../lib/far.js';\n${class_('A')}`,
        'lib/far.ts': before,
      });
      const options = { cwd: project.dir };
      const run = async () => {
        const code = createOwnCode(`${project.dir}/node_modules/own`);
        const cached = await (await findRun(code, options, sharedFiles('types'))).result();
        expect(shown(cached)).toEqual(shown(generateUncached(options)));
        return namesOf(cached);
      };
      await run();
      project.write('src/A.ts', class_('A'));
      project.write('lib/far.ts', after);
      expect(await run()).toEqual(names.map((name) => `run${name}`));
    },
  );

  // M6
  it('knows whether any file imports the module of NestJS', async () => {
    const guarded = `import { UseGuards } from '@nestjs/common';\n${class_('A').replace('@tool', '@UseGuards() @tool')}`;
    const project = createScratchProject({
      'node_modules/own/package.json': '{}',
      ...Object.fromEntries(['B', 'C', 'D', 'E'].map((name) => [`src/${name}.ts`, class_(name)])),
      'src/A.ts': guarded,
    });
    const options = { cwd: project.dir };
    const run = async () => {
      const code = createOwnCode(`${project.dir}/node_modules/own`);
      const cached = await (await findRun(code, options, sharedFiles('types'))).result();
      expect(shown(cached)).toEqual(shown(generateUncached(options)));
      return cached.diagnostics.map(({ code: rule }) => rule);
    };
    expect(await run()).toEqual(['TW1044']);
    project.write('src/E.ts', `import type {} from '@toolwright/nestjs';\n${class_('E')}`);
    expect(await run()).toEqual([]);
    project.write('src/E.ts', class_('E'));
    expect(await run()).toEqual(['TW1044']);
    project.write('src/A.ts', class_('A'));
    expect(await run()).toEqual([]);
  });

  const SEEN_BY_ALL: Readonly<Record<string, string>> = {
    'a global declaration': "export {};\ndeclare global { type Seen = import('./near.js').Near }\n",
    'an augmented module':
      "export {};\ndeclare module './seen.js' { interface Shown { near: import('./near.js').Near } }\n",
  };
  it.each(Object.entries(SEEN_BY_ALL))(
    'reads the files that see a changed one through %s',
    async (_, globals) => {
      const names = ['B', 'C', 'D', 'E'];
      const type = globals.includes('Seen =') ? 'Seen' : "import('./seen.js').Shown";
      const project = createScratchProject({
        'node_modules/own/package.json': '{}',
        ...Object.fromEntries(names.map((name) => [`src/${name}.ts`, class_(name)])),
        'src/A.ts': class_('A', type),
        'src/globals.ts': globals,
        'src/near.ts': 'export interface Near { before: string }\n',
        'src/seen.ts': 'export interface Shown { shown: string }\n',
      });
      const options = { cwd: project.dir };
      const run = async () => {
        const code = createOwnCode(`${project.dir}/node_modules/own`);
        const cached = await (await findRun(code, options, sharedFiles('types'))).result();
        expect(shown(cached)).toEqual(shown(generateUncached(options)));
        return cached.output;
      };
      expect(await run()).toContain('before');
      project.write('src/near.ts', 'export interface Near { after: string }\n');
      expect(await run()).toContain('after');
    },
  );

  const LATE: Readonly<Record<string, (project: ReturnType<typeof createScratchProject>) => void>> = {
    'changes another file': ({ write }) => write('src/B.ts', class_('Late')),
    'adds a file that another import finds first': ({ write }) =>
      write('src/D.ts', 'export type D = number;\n'),
    'removes a file that another import found': ({ dir }) => rmSync(`${dir}/src/E.ts`),
  };
  it.each(Object.entries(LATE))('gives what a fresh one gives if someone %s after the check', (_, change) => {
    const names = ['A', 'B', 'C', 'F', 'G', 'H'];
    const project = createScratchProject({
      ...Object.fromEntries(names.map((name) => [`src/${name}.ts`, class_(name)])),
      'src/A.ts': `export type * from './B.js';\nexport type * from './D.js';\n${class_('A')}`,
      'src/C.ts': `import type { D } from './D.js';\nimport type { E } from './E.js';\n${class_('C', 'D | E')}`,
      'src/D.d.ts': 'export type D = string;\n',
      'src/E.ts': 'export type E = boolean;\n',
    });
    const options = { cwd: project.dir };
    const run = (earlier?: UpdateOptions['earlier']) =>
      updateProject(options, { ...sharedFiles('types'), disk: projectDisk(options), earlier });
    const { state } = run();
    if (state === undefined) throw new Error('There are errors.');
    project.write(
      'src/A.ts',
      `export type * from './B.js';\nexport type * from './D.js';\nexport type * from './E.js';\n${class_('A2')}`,
    );
    change(project);
    const late = run({ state, changed: [`${project.dir}/src/A.ts`] });
    expect(shown(late.result)).toEqual(shown(generateUncached(options)));
  });

  it('reuses unchanged parts of the earlier run', () => {
    const { dir, write } = createScratchProject(INITIAL);
    const run = (earlier?: UpdateOptions['earlier']) =>
      updateProject({ cwd: dir }, { ...sharedFiles('types'), disk: projectDisk({ cwd: dir }), earlier });
    const { state } = run();
    if (state === undefined) throw new Error('There are errors.');
    write('src/free.ts', VERSIONS['src/free.ts']?.[1] ?? '');
    const { readings } = state.project;
    // A state that differs from a fresh run.
    const project = { ...state.project, readings: readings.filter(({ file }) => !file.endsWith('/base.ts')) };
    const earlier = { state: { ...state, project }, changed: [`${dir}/src/free.ts`] };
    expect(namesOf(run(earlier).result)).toEqual(['visit', 'visit']);
    expect(namesOf(run().result)).toEqual(['read', 'visit', 'visit']);
  });
});

function namesOf({ tools }: GenerateResult): string[] {
  return tools.map(({ name }) => name);
}
