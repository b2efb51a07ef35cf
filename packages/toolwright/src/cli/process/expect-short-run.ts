import { setFlagsFromString } from 'node:v8';

/**
 * The V8 of Node 20 optimises a function after about 66 KiB of bytecode. In a run of some seconds most of that work is wasted, and
 * takes a core that the run needs. Measured for codegen: docs/decisions/0007.
 */
const PATIENT_BUDGET = 300_000;
/** Longer runs gain from optimised code. With 1,100 files, 100,000 was fastest for parsing; with 330 files, nothing was faster. */
const BUDGET_OF_ALL_FILES = 110_000_000;
const LEAST_BUDGET_FOR_FILES = 100_000;
/** For reading tools, the fastest budget fell from 132,000 at 3,000 tools to 40,000 at 10,000. */
const BUDGET_OF_ALL_TOOLS = 400_000_000;
const LEAST_BUDGET_FOR_TOOLS = 40_000;

/**
 * The old generation may grow to 51 times its size after the first collection, some 900 MB: a short run still needs most of what it
 * allocated when it ends.
 */
const PATIENT_COLLECTOR = '--heap-growing-percent=5000';

/** Tunes V8 while codegen runs: options of `generate`. */
export interface ShortRun {
  readonly onFilesFound: (count: number) => void;
  readonly onToolsFound: (count: number) => void;
  readonly onToolsRead: () => void;
}

const UNTUNED: ShortRun = { onFilesFound: () => {}, onToolsFound: () => {}, onToolsRead: () => {} };

/** Tunes V8 for a process that ends after one piece of work. Later engines decide better, or lack the options. */
export function expectShortRun(): ShortRun {
  if (!process.versions.v8.startsWith('11.3.')) return UNTUNED;
  const reset = () => setBudget(PATIENT_BUDGET);
  reset();
  setFlagsFromString(PATIENT_COLLECTOR);
  // V8 refuses compiled code that was stored under other flags.
  return {
    onFilesFound: (count) => setBudget(budgetForFiles(count)),
    onToolsFound: (count) => setBudget(budgetForTools(count)),
    onToolsRead: reset,
  };
}

/** The budget in bytes of bytecode for parsing a number of files. */
export function budgetForFiles(files: number): number {
  return share(BUDGET_OF_ALL_FILES, files, LEAST_BUDGET_FOR_FILES);
}

/** The same for reading a number of tools. */
export function budgetForTools(tools: number): number {
  return share(BUDGET_OF_ALL_TOOLS, tools, LEAST_BUDGET_FOR_TOOLS);
}

function share(whole: number, count: number, least: number): number {
  return Math.min(PATIENT_BUDGET, Math.max(least, Math.round(whole / Math.max(count, 1))));
}

function setBudget(bytes: number): void {
  setFlagsFromString(`--interrupt-budget=${bytes}`);
}
