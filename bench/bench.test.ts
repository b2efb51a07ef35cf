import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingFrom } from './codegen/check-output.mjs';
import { createModel } from './codegen/project/model.mjs';
import { projectFiles, writeProject } from './codegen/project/write-project.mjs';
import { interleave } from './measure/interleave.mjs';
import { measureBatches } from './measure/measure-batches.mjs';
import { measureProcess } from './measure/measure-process.mjs';
import { createProcMeter } from './measure/proc-meter.mjs';
import { runToEnd } from './measure/run-to-end.mjs';
import { numberList, parseOptions } from './options.mjs';
import { withSection } from './report/page.mjs';
import { median, medians, ratio } from './report/statistics.mjs';
import { figure, table } from './report/table.mjs';
import { verdict } from './report/targets.mjs';

const FORMS = ['positional', 'types', 'typia'] as const;
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'toolwright-bench-test-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('generated projects', () => {
  it.each(FORMS)('are the same each time (%s)', (form) => {
    expect([...projectFiles(createModel(230), form)]).toEqual([...projectFiles(createModel(230), form)]);
  });

  it.each([1, 20, 100, 1234])('have so many methods, each with a name of its own (%i)', (count) => {
    const names = createModel(count).classes.flatMap(({ methods }) => methods.map(({ name }) => name));
    expect(names).toHaveLength(count);
    expect(new Set(names).size).toBe(count);
  });

  it('have one class per file and so many methods in them at any size', () => {
    const model = createModel(10_000);
    const paths = [...projectFiles(model, 'positional').keys()].filter((path) =>
      path.startsWith('src/tools/'),
    );
    expect(paths).toHaveLength(model.classes.length);
    expect(new Set(model.domains).size).toBe(model.domains.length);
  });

  // Against the built package, as the benches do: `npm run build` comes first.
  it('type-check', () => {
    for (const [form, links] of [
      ['positional', { toolwright: join(root, 'packages/toolwright') }],
      ['types', {}],
    ] as const) {
      const project = join(folder, form);
      writeProject(project, projectFiles(createModel(20), form), links);
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const { stdout, status } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', project], {
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
      expect(status).toBe(0);
    }
  }, 60_000);

  it('give typia one object parameter and object results only', () => {
    const text = [...projectFiles(createModel(100), 'typia').values()].join('\n');
    const methods = [...text.matchAll(/^ {2}(?:async )?\w+\((.*)\): (.*) \{$/gm)];
    expect(methods).toHaveLength(100);
    expect(methods.filter(([, parameters = '']) => !/^input: \w+Parameters$/.test(parameters))).toEqual([]);
    expect(
      methods.filter(([, , result = '']) => /^(?:Promise<)?(?:number|Record)|\[\]>?$|null>?$/.test(result)),
    ).toEqual([]);
  });
});

describe('the check of an output', () => {
  const methods = [{ name: 'findPlan' }, { name: 'getPlan' }];

  it('finds the methods that an output does not name', () => {
    const contestant = {
      output: () => `export const tools = [{ name: 'findPlan' }]; class A { getPlan() {} }`,
    };
    expect(missingFrom(contestant, folder, 0, methods)).toBe('the output lacks 1 of 2 methods, e.g. getPlan');
  });

  it('is content with all of them, in either kind of quotes', () => {
    const contestant = { output: () => `{ "findPlan": 1, 'getPlan': 2 }` };
    expect(missingFrom(contestant, folder, 0, methods)).toBeUndefined();
  });

  it('finds an output that shows an earlier state', () => {
    const contestant = {
      output: () => `"findPlan" "getPlan" (edition 1)`,
      mark: (round: number) => `(edition ${round})`,
    };
    expect(missingFrom(contestant, folder, 1, methods)).toBeUndefined();
    expect(missingFrom(contestant, folder, 2, methods)).toBe('the output is stale: it lacks "(edition 2)"');
  });
});

describe('statistics', () => {
  it('take the middle of an odd and the mean of the two middle ones of an even count', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 2, 4, 8])).toBe(6);
    expect(() => median([])).toThrow('not defined');
  });

  it('take the median of each key and leave out what one run did not measure', () => {
    expect(
      medians([
        { wallMs: 3, cpuMs: 1 },
        { wallMs: 1, cpuMs: undefined },
        { wallMs: 2, cpuMs: 5 },
      ]),
    ).toEqual({ wallMs: 2, cpuMs: undefined });
  });

  it('have no ratio where a side is missing or zero', () => {
    expect(ratio(3, 2)).toBe(1.5);
    expect(ratio(undefined, 2)).toBeUndefined();
    expect(ratio(3, undefined)).toBeUndefined();
    expect(ratio(3, 0)).toBeUndefined();
  });

  it('judge a target, and never one that was not measured', () => {
    expect(verdict({ what: '', unit: 's', limit: 0.12, value: 0.12 })).toBe('pass');
    expect(verdict({ what: '', unit: 's', limit: 0.12, value: 0.13 })).toBe('FAIL');
    expect(verdict({ what: '', unit: 's', limit: 0.12, value: undefined })).toBe('not measured');
  });
});

describe('tables', () => {
  it('align figures right and pad all columns', () => {
    expect(
      table(
        ['tool', 's', 'note'],
        [
          ['tsc', figure(1.5), ''],
          ['ours', figure(undefined), ''],
        ],
      ),
    ).toBe(
      [
        '| tool |    s | note |',
        '| ---- | ---: | ---- |',
        '| tsc  | 1.50 |      |',
        '| ours |    – |      |',
      ].join('\n'),
    );
  });

  it('replace their own section of the page and keep the rest', () => {
    const first = withSection('# Page\n', 'codegen', 'one\n');
    const both = withSection(first, 'import', 'two');
    expect(withSection(both, 'codegen', 'three')).toBe(
      '# Page\n\n<!-- bench codegen -->\nthree\n<!-- /bench codegen -->\n\n<!-- bench import -->\ntwo\n<!-- /bench import -->\n',
    );
  });
});

describe('options', () => {
  it('read numbers in order and refuse anything else', () => {
    expect(numberList('1000,100,1000', '--methods')).toEqual([100, 1000]);
    expect(() => numberList('100,many', '--methods')).toThrow(
      "--methods takes whole numbers above zero, got 'many'.",
    );
    expect(parseOptions(['--', '--runs', '3', '--write'], { runs: 5 })).toMatchObject({
      runs: 3,
      write: true,
    });
    expect(() => parseOptions(['--size', '3'], { runs: 5 })).toThrow('--size');
  });
});

describe('measuring', () => {
  it('visits every contestant in every round, each round from another one', async () => {
    const visits: string[] = [];
    await interleave(['a', 'b'], 2, (name: string, round: number) => void visits.push(`${name}${round}`));
    expect(visits).toEqual(['a0', 'b0', 'b1', 'a1']);
  });

  it('times one call of each function, awaiting promises, without the warm-up rounds', async () => {
    let calls = 0;
    const quick = { title: 'quick', invoke: () => ++calls };
    const slow = {
      title: 'slow',
      isAsync: true,
      invoke: () => new Promise((resolve) => setTimeout(resolve, 2)),
    };
    const options = { inputs: () => [1, 2, 3], rounds: 3, warmUpRounds: 2 };
    const times = await measureBatches([quick, slow], options);
    expect(calls).toBe(15);
    expect(times.get(slow)).toBeGreaterThan(1_000_000);
    expect(times.get(quick)).toBeLessThan(1_000_000);
  });

  it('sums CPU and memory over the Node processes that a program starts', async () => {
    const child = 'const end = Date.now() + 100; while (Date.now() < end);';
    const parent = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}])`;
    const outcome = await measureProcess({ file: process.execPath, args: ['-e', parent] });
    expect(outcome).toEqual({
      usage: { wallMs: expect.any(Number), cpuMs: expect.any(Number), peakMb: expect.any(Number) },
    });
    const { wallMs, cpuMs, peakMb } = ('usage' in outcome ? outcome.usage : {}) as Record<string, number>;
    expect(wallMs).toBeGreaterThan(100);
    expect(cpuMs).toBeGreaterThan(100);
    // Two processes of Node, neither of which fits into 25 MiB.
    expect(peakMb).toBeGreaterThan(50);
  }, 30_000);

  it('measures a native program', async () => {
    const outcome = await measureProcess({ file: process.execPath, args: ['-e', '0'], native: true });
    expect(outcome).toEqual({
      usage: { wallMs: expect.any(Number), cpuMs: expect.any(Number), peakMb: expect.any(Number) },
    });
  }, 30_000);

  (process.platform === 'linux' ? it : it.skip)(
    'reads the process tree where GNU time is missing',
    async () => {
      const meter = createProcMeter();
      const busy = ['-e', 'const end = Date.now() + 300; while (Date.now() < end);'];
      const { failure } = await runToEnd({ file: process.execPath, args: busy }, 20_000, meter.watch);
      expect(failure).toBeUndefined();
      const { cpuMs, peakMb } = meter.read();
      expect(cpuMs).toBeGreaterThan(100);
      expect(peakMb).toBeGreaterThan(25);
    },
    30_000,
  );

  it('reports a failure with the line that tells most, and a program that does not end', async () => {
    const script = "console.log('begun'); console.error('Error: no such project'); process.exit(3)";
    expect(await measureProcess({ file: process.execPath, args: ['-e', script] })).toEqual({
      failure: 'exit 3: Error: no such project',
    });
    const endless = { file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] };
    expect(await measureProcess(endless, { hardLimitMs: 300 })).toEqual({
      failure: 'did not end within 0.3 s',
    });
    const missing = await measureProcess({ file: join(folder, 'no-such-program'), args: [] });
    expect(missing).toEqual({ failure: expect.stringContaining('ENOENT') });
  }, 30_000);
});
