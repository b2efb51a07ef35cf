import { setFlagsFromString } from 'node:v8';

/**
 * The V8 of Node 20 optimises a function after about 66 KiB of bytecode. In a run of some seconds most of that work is wasted, and
 * takes a core that the run needs. Measured for codegen: docs/decisions/0007.
 */
const PATIENT_BUDGET = '--interrupt-budget=300000';

/**
 * The old generation may grow to eleven times its size after the first collection: a short run still needs nearly everything that it
 * allocated when it ends.
 */
const PATIENT_COLLECTOR = '--heap-growing-percent=1000';

/** Tunes V8 for a process that ends after one piece of work. Later engines decide better, or lack the options. */
export function expectShortRun(): void {
  if (!process.versions.v8.startsWith('11.3.')) return;
  setFlagsFromString(PATIENT_BUDGET);
  setFlagsFromString(PATIENT_COLLECTOR);
}
