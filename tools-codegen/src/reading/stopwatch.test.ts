import { createStopwatch, timedMethods } from '@toolwright/program';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generate } from '../generate.js';
import { writeModules } from '../manifest/write-modules.js';

describe('the stopwatch', () => {
  const ticking = () => {
    let at = 0;
    return { now: () => at, pass: (ms: number) => (at += ms) };
  };

  it('counts every moment for exactly one phase, also in nested phases', () => {
    const { now, pass } = ticking();
    const stopwatch = createStopwatch(now);
    pass(5);
    stopwatch.during('lower', () => {
      pass(1);
      const ask = timedMethods(stopwatch, 'resolve', {
        typeOf: (ms: number) => stopwatch.during('resolve', () => pass(ms)),
      });
      ask.typeOf(10);
      pass(2);
    });
    stopwatch.enter('write');
    pass(100);
    expect(stopwatch.times()).toEqual({
      load: 5,
      parse: 0,
      bind: 0,
      discover: 0,
      resolve: 10,
      lower: 3,
      print: 0,
      write: 100,
    });
  });

  it('returns to the outer phase after an error', () => {
    const { now, pass } = ticking();
    const stopwatch = createStopwatch(now);
    const fail = () => {
      pass(3);
      throw new Error('broken');
    };
    expect(() => stopwatch.during('parse', fail)).toThrow('broken');
    pass(4);
    expect(stopwatch.times()).toMatchObject({ load: 4, parse: 3 });
  });

  it('adds no wrapper if timing is off', () => {
    const checker = { typeOf: () => 1 };
    expect(timedMethods(undefined, 'resolve', checker)).toBe(checker);
  });

  it('measures every phase of a run, and does not change its result', async () => {
    const { dir } = createScratchProject({
      'src/weather.ts': `import { tool } from 'toolwright';
export interface Place { city: string }
export const forecast = tool(function forecast(place: Place): string { return place.city; });
`,
    });
    const stopwatch = createStopwatch();
    const run = await generate({ cwd: dir, cache: false, stopwatch });
    stopwatch.enter('write');
    await writeModules(run);
    expect(Object.entries(stopwatch.times()).filter(([, ms]) => !(ms > 0))).toEqual([]);
    const { output } = await (await generate({ cwd: dir, cache: false })).result();
    expect((await run.result()).output).toBe(output);
  });
});
