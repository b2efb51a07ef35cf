import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave } from './interleave.mjs';
import { measureBatches } from './measure-batches.mjs';
import { measureProcess } from './measure-process.mjs';
import { createProcMeter } from './proc-meter.mjs';
import { runToEnd } from './run-to-end.mjs';

/** A program that uses so much time of a processor, however busy the machine is. */
const computeFor = (ms: number) => `while (process.cpuUsage().user < ${ms * 1000});`;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('measuring', () => {
  it('visits every contestant in every round, each round starting with another one', async () => {
    const visits: string[] = [];
    await interleave(['a', 'b'], 2, (name: string, round: number) => void visits.push(`${name}${round}`));
    expect(visits).toEqual(['a0', 'b0', 'b1', 'a1']);
  });

  it('measures one call of each function, and awaits promises', async () => {
    let calls = 0;
    const quick = { title: 'quick', invoke: () => ++calls };
    const slow = {
      title: 'slow',
      isAsync: true,
      invoke: () => wait(2),
    };
    const options = { inputs: () => [1, 2, 3], rounds: 3, warmUpMs: 0 };
    const times = await measureBatches([quick, slow], options);
    expect(calls).toBe(9);
    expect(times.get(slow)).toBeGreaterThan(1_000_000);
    expect(times.get(quick)).toBeLessThan(1_000_000);
  });

  it('does not count calls while V8 warms up', async () => {
    let calls = 0;
    const begun = performance.now();
    const firstSlow = { title: 'first slow', isAsync: true, invoke: () => wait(++calls === 1 ? 50 : 0) };
    const times = await measureBatches([firstSlow], { inputs: () => [1], rounds: 1, warmUpMs: 20 });
    expect(performance.now() - begun).toBeGreaterThan(45);
    expect(calls).toBe(2);
    expect(times.get(firstSlow)).toBeLessThan(40_000_000);
  });

  it('sums CPU and memory over all Node processes of a program', async () => {
    const child = computeFor(200);
    const parent = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}])`;
    const outcome = await measureProcess({ file: process.execPath, args: ['-e', parent] });
    expect(outcome).toEqual({
      usage: { wallMs: expect.any(Number), cpuMs: expect.any(Number), peakMb: expect.any(Number) },
    });
    const { wallMs, cpuMs, peakMb } = ('usage' in outcome ? outcome.usage : {}) as Record<string, number>;
    expect(wallMs).toBeGreaterThan(100);
    expect(cpuMs).toBeGreaterThan(190);
    // Two Node processes, each of which needs more than 25 MiB.
    expect(peakMb).toBeGreaterThan(50);
  });

  it('measures a native program', async () => {
    const outcome = await measureProcess({ file: process.execPath, args: ['-e', '0'], native: true });
    expect(outcome).toEqual({
      usage: { wallMs: expect.any(Number), cpuMs: expect.any(Number), peakMb: expect.any(Number) },
    });
  });

  (process.platform === 'linux' ? it : it.skip)(
    'reads the process tree where GNU time is missing',
    async () => {
      const meter = createProcMeter();
      const busy = ['-e', computeFor(300)];
      const { failure } = await runToEnd({ file: process.execPath, args: busy }, 20_000, meter.watch);
      expect(failure).toBeUndefined();
      const { cpuMs, peakMb } = meter.read();
      expect(cpuMs).toBeGreaterThan(100);
      expect(peakMb).toBeGreaterThan(25);
    },
  );

  it('reports a failure with the most useful line of output, and a program that does not end', async () => {
    const script = "console.log('begun'); console.error('Error: no such project'); process.exit(3)";
    expect(await measureProcess({ file: process.execPath, args: ['-e', script] })).toEqual({
      failure: 'exit 3: Error: no such project',
    });
    const endless = { file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] };
    expect(await measureProcess(endless, { hardLimitMs: 300 })).toEqual({
      failure: 'did not end within 0.3 s',
    });
    const missing = await measureProcess({
      file: join(tmpdir(), 'no-such-folder', 'no-such-program'),
      args: [],
    });
    expect(missing).toEqual({ failure: expect.stringContaining('ENOENT') });
  });
});
