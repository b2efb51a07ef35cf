import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TIME = '/usr/bin/time';

/** CPU of a process and its children, and the peak memory of the largest of them, as GNU time reports them. */
export const gnuTimeMeter = {
  available: process.platform === 'linux' && existsSync(TIME),

  wrap: ({ file, args, ...command }, folder) => ({
    ...command,
    file: TIME,
    args: ['--format', '%U %S %M', '--output', join(folder, 'time'), file, ...args],
  }),

  read(folder) {
    const [user, system, kilobytes] = readFileSync(join(folder, 'time'), 'utf8')
      .trim()
      .split('\n')
      .at(-1)
      .split(' ')
      .map(Number);
    return { cpuMs: (user + system) * 1000, peakMb: kilobytes / 1024 };
  },
};
