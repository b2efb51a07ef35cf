import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { cases } from '../../../scripts/thorough.mjs';
import { packProject } from '../cache/pack-project.js';
import type { ParsedLib } from '../compiler/compiler-host.js';
import type { Facts } from '../disk/facts.js';
import type { GenerateOptions } from '../generate-options.js';
import type { ProjectState } from '../incremental/project-state.js';
import { type ProjectRun, projectDisk, type RunOptions, runProject } from '../incremental/run-project.js';
import { apply, edit, INITIAL, VERSIONS } from '../testing/edits.test.support.js';
import { createScratchProject } from '../testing/scratch-project.test.support.js';
import { readShare } from './read-share.js';
import type { StartedWorker, StartWorker } from './reading-help.js';
import type { WorkerResult } from './worker-task.js';

const parsedLib: ParsedLib = new Map();
const fixtures = fileURLToPath(new URL('../../fixtures/tools', import.meta.url));

/** Whether the worker reads a site. */
type Division = (index: number) => boolean;

const division = fc.func(fc.boolean()).map((choose): Division => choose);

/** A worker that reads its sites when its result is asked for, in this thread. */
function workerFor(options: GenerateOptions, isItsOwn: Division, asked: () => void = () => {}): StartWorker {
  const sites = function* (count: number, own: boolean): Generator<number, void> {
    for (let index = 0; index < count; index += 1) if (isItsOwn(index) === own) yield index;
  };
  return (): StartedWorker => ({
    claim: (count) => sites(count, false),
    result: () => {
      asked();
      return structuredClone(readShare(options, (count) => sites(count, true), parsedLib));
    },
    end: () => {},
  });
}

function run(
  options: GenerateOptions,
  startWorker?: StartWorker,
  earlier?: RunOptions['earlier'],
): ProjectRun {
  return runProject(options, {
    parsedLib,
    parsed: new Map(),
    disk: projectDisk(options),
    startWorker,
    earlier,
  });
}

/** The result of a run that may fail. */
function settled<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined; // The comparison of errors is another.
  }
}

/** Everything that a run passes on, or its error. */
function outcome(options: GenerateOptions, ...how: [StartWorker?, RunOptions['earlier']?]): unknown {
  try {
    const { result, state, facts } = run(options, ...how);
    const stored = state && { ...state, project: comparable(state), facts: unstamped(state.facts) };
    return { result, facts: unstamped(facts), state: stored };
  } catch (error) {
    return { error };
  }
}

/** Whether a file was read long enough after it was written to have a stamp is a matter of time. */
function unstamped({ files, listings, ...rest }: Facts): object {
  const hashes = (facts: Facts['files']): object =>
    Object.fromEntries(Object.entries(facts).map(([file, [hash]]) => [file, hash]));
  return { ...rest, files: hashes(files), listings: hashes(listings) };
}

/**
 * A project without what its printed text shows: origins are objects in a list, and the tables of codecs hold what one thread met, under
 * numbers of that thread.
 */
function comparable({ project }: ProjectState): object {
  const { origins: _, readings, ...rest } = packProject(project);
  const bare = <Reading extends { readonly entry: object }>({ entry, ...others }: Reading): object => ({
    ...others,
    entry: { ...entry, codecs: undefined },
  });
  return {
    ...rest,
    readings: readings.map(({ tools, resources, schemas, ...others }) => ({
      ...others,
      tools: tools.map(bare),
      resources: resources.map(bare),
      schemas: schemas.map(bare),
    })),
  };
}

describe('a run with a worker', () => {
  it(
    'gives what a run without one gives, whatever the project and the division',
    () => {
      const edits = fc.array(edit, { maxLength: 6 });
      fc.assert(
        fc.property(edits, division, (all, isItsOwn) => {
          const project = createScratchProject(INITIAL);
          for (const one of all) apply(one, project);
          const options = { cwd: project.dir, providers: ['gemini'], validators: true };
          const startWorker = workerFor(options, isItsOwn);
          expect(outcome(options, startWorker)).toEqual(outcome(options));
          // What is stored serves later runs.
          const text = VERSIONS['src/free.ts']?.[1] ?? '';
          const { state } = settled(() => run(options, startWorker)) ?? {};
          if (state?.files[`${project.dir}/src/free.ts`] === undefined) return;
          project.write('src/free.ts', text);
          const earlier = { state, changed: [`${project.dir}/src/free.ts`] };
          expect(outcome(options, undefined, earlier)).toEqual(outcome(options));
        }),
        { numRuns: cases(12, 300) },
      );
    },
    cases(120_000, 3_600_000),
  );

  const projects = ['valid', 'invalid'].flatMap((kind) =>
    readdirSync(path.join(fixtures, kind)).map((name) => path.join(fixtures, kind, name)),
  );

  it.each(projects.map((dir) => [path.relative(fixtures, dir), dir]))(
    'gives the same for the fixture %s',
    (name, dir) => {
      const options = name.startsWith('invalid')
        ? { cwd: path.dirname(dir), include: [`${path.basename(dir)}/**`], exclude: [] }
        : { cwd: dir };
      const startWorker = workerFor(options, (index) => index % 2 === 0);
      expect(outcome(options, startWorker)).toEqual(outcome(options));
    },
    60_000,
  );

  it('takes the sites of the worker from its result', () => {
    const options = { cwd: createScratchProject(INITIAL).dir };
    let asked = 0;
    const startWorker = workerFor(
      options,
      (index) => index === 0,
      () => {
        asked += 1;
      },
    );
    expect(run(options, startWorker).result.tools.length).toBeGreaterThan(1);
    expect(asked).toBe(1);
  });
});

/** The result of a worker that reads everything, changed. */
function spoiling(
  options: GenerateOptions,
  spoil: (result: WorkerResult) => WorkerResult | undefined,
): StartWorker {
  return () => ({
    claim: () => [],
    result: () => {
      const all = (count: number) => Array.from({ length: count }, (_, index) => index);
      const result = readShare(options, all, parsedLib);
      return result && spoil(result);
    },
    end: () => {},
  });
}

describe('a worker whose result does not count', () => {
  const project = createScratchProject({ ...INITIAL, 'src/unit.ts': VERSIONS['src/unit.ts']?.[1] ?? '' });
  const options = { cwd: project.dir };
  const file = `${project.dir}/src/unit.ts`;

  it.each<[string, (result: WorkerResult) => WorkerResult | undefined]>([
    ['sends nothing', () => undefined],
    ['found another number of sites', (result) => ({ ...result, count: result.count + 1, readings: [] })],
    ['lacks a site', (result) => ({ ...result, readings: result.readings.slice(1) })],
    [
      'read another version of a file',
      (result) => ({
        ...result,
        readings: result.readings.map(([index, reading]) => [index, { ...reading, tools: [] }]),
        facts: { ...result.facts, files: { ...result.facts.files, [file]: ['other'] } },
      }),
    ],
  ])('%s: this thread reads everything', (_, spoil) => {
    expect(outcome(options, spoiling(options, spoil))).toEqual(outcome(options));
  });

  it('would change the output otherwise', () => {
    const empty = spoiling(options, (result) => ({
      ...result,
      readings: result.readings.map(([index, reading]) => [index, { ...reading, tools: [] }]),
    }));
    expect(run(options, empty).result.tools).toEqual([]);
  });

  it('is ended, also after an error', () => {
    let ended = 0;
    const startWorker: StartWorker = () => ({
      claim: () => [],
      result: () => {
        throw new Error('out of order');
      },
      end: () => {
        ended += 1;
      },
    });
    expect(() => run(options, startWorker)).toThrow('out of order');
    expect(ended).toBe(1);
  });
});

describe('names that depend on the order of reading', () => {
  it('are given by one thread', () => {
    const tree = '{ value: number; children: Tree["root"][] }';
    const { dir } = createScratchProject({
      'tsconfig.json': INITIAL['tsconfig.json'] ?? '',
      'src/trees.ts':
        "import { tool } from 'toolwright';\n" +
        `interface Tree { root: ${tree} }\n` +
        'export const plant = tool(function plant(oak: Tree["root"], elm: Tree["root"]) {});\n' +
        'export const fell = tool(function fell(ash: Tree["root"], fir: Tree["root"]) {});\n',
    });
    const options = { cwd: dir };
    for (const own of [0, 1]) {
      const startWorker = workerFor(options, (index) => index === own);
      expect(outcome(options, startWorker)).toEqual(outcome(options));
    }
    expect(run(options).state?.separable).toBe(false);
  });
});
