import { setFlagsFromString } from 'node:v8';

/**
 * The V8 of Node 20 optimises a function after it has run about 66 KiB of bytecode. In a run of some seconds most of that work is wasted,
 * and takes a core that the run needs itself. Measured for codegen: docs/decisions/0007.
 */
const PATIENT_BUDGET = '--interrupt-budget=300000';

/**
 * The old generation grows to eleven times of what a first collection left before there is a second one: nearly all that a run makes it
 * still needs at its end.
 */
const PATIENT_COLLECTOR = '--heap-growing-percent=1000';

/** Tells the engine that this process ends after one piece of work. Later engines weigh better, or do not know the options. */
export function expectShortRun(): void {
  if (!process.versions.v8.startsWith('11.3.')) return;
  setFlagsFromString(PATIENT_BUDGET);
  setFlagsFromString(PATIENT_COLLECTOR);
}
