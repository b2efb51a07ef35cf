import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { createPrograms } from '../../../store/src/program.test.support.js';

const programs = createPrograms('code-mode');
afterAll(() => programs.remove());

// J3
it('a program reads and writes the same dates wherever its host is', async () => {
  const program = await programs.bundle(new URL('time-zone.test.fixture.ts', import.meta.url));
  const times = fc.sample(fc.date({ noInvalidDate: true }), 100).map((date) => date.getTime());
  const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
  const ends = await Promise.all(
    zones.map(async (TZ) => {
      const env = { ...process.env, TZ };
      const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(times)], {
        env,
      });
      return stdout;
    }),
  );
  expect(ends[0]).toContain('"returned"');
  expect(new Set(ends).size).toBe(1);
});
