import { setFlagsFromString } from 'node:v8';

/**
 * The V8 of Node 20 optimises a function after about 66 KiB of bytecode. In a run of a few seconds, most of that work is wasted and
 * occupies a core that the run needs. Measured for codegen: docs/decisions/0007.
 */
const PATIENT_BUDGET = 300_000;
/** Longer runs benefit from optimised code. With 1,100 files, parsing was fastest at 100,000; with 330, a lower budget did not help. */
const BUDGET_OF_ALL_FILES = 110_000_000;
const LEAST_BUDGET_FOR_FILES = 100_000;
/** For reading tools, the fastest budget was 132,000 with 3,000 tools, and only 40,000 with 10,000. */
const BUDGET_OF_ALL_TOOLS = 400_000_000;
const LEAST_BUDGET_FOR_TOOLS = 40_000;

/**
 * Lets the old generation grow to 51 times its size after the first collection, about 900 MB. A short run still needs most of its
 * allocations when it ends.
 */
const PATIENT_COLLECTOR = '--heap-growing-percent=5000';

/** Options of `generate` that tune V8 while codegen runs. */
export interface ShortRun {
  readonly onFilesFound: (count: number) => void;
  readonly onToolsFound: (count: number) => void;
  readonly onToolsRead: () => void;
}

const UNTUNED: ShortRun = { onFilesFound: () => {}, onToolsFound: () => {}, onToolsRead: () => {} };

/** Tunes V8 for a process that exits after one task. Later engines decide better, or lack the options. */
export function expectShortRun(): ShortRun {
  if (!process.versions.v8.startsWith('11.3.')) return UNTUNED;
  const reset = () => setBudget(PATIENT_BUDGET);
  reset();
  setFlagsFromString(PATIENT_COLLECTOR);
  // V8 refuses compiled code that was cached under different flags.
  return {
    onFilesFound: (count) => setBudget(budgetForFiles(count)),
    onToolsFound: (count) => setBudget(budgetForTools(count)),
    onToolsRead: reset,
  };
}

/** Returns the bytecode budget for parsing a number of files, in bytes. */
export function budgetForFiles(files: number): number {
  return share(BUDGET_OF_ALL_FILES, files, LEAST_BUDGET_FOR_FILES);
}

/** Returns the bytecode budget for reading a number of tools, in bytes. */
export function budgetForTools(tools: number): number {
  return share(BUDGET_OF_ALL_TOOLS, tools, LEAST_BUDGET_FOR_TOOLS);
}

function share(whole: number, count: number, least: number): number {
  return Math.min(PATIENT_BUDGET, Math.max(least, Math.round(whole / Math.max(count, 1))));
}

function setBudget(bytes: number): void {
  setFlagsFromString(`--interrupt-budget=${bytes}`);
}
