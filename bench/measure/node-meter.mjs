import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const preload = fileURLToPath(new URL('./meter.cjs', import.meta.url));

/** CPU and peak memory as Node itself reports them, summed over all Node processes of a program. */
export const nodeMeter = {
  wrap: (command, folder) => ({
    ...command,
    env: { ...command.env, NODE_OPTIONS: `--require "${preload}"`, BENCH_METER_FOLDER: folder },
  }),

  read(folder) {
    const usages = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    if (usages.length === 0) return { cpuMs: undefined, peakMb: undefined };
    return {
      cpuMs: usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      peakMb: usages.reduce((sum, { peakMb }) => sum + peakMb, 0),
    };
  },
};
