import { setFlagsFromString } from 'node:v8';

/**
 * The V8 of Node 20 optimises a function after about 66 KiB of bytecode. In a run of some seconds most of that work is wasted, and
 * takes a core that the run needs. Measured for codegen: docs/decisions/0007.
 */
const PATIENT_BUDGET = 300_000;
/** Longer runs gain from optimised code: the budget that was fastest fell from 132,000 at 3,000 tools to 40,000 at 10,000. */
const BUDGET_OF_ALL_TOOLS = 400_000_000;
const LEAST_BUDGET = 40_000;

/**
 * The old generation may grow to 51 times its size after the first collection, some 900 MB: a short run still needs nearly everything
 * that it allocated when it ends.
 */
const PATIENT_COLLECTOR = '--heap-growing-percent=5000';

/** Tunes V8 while a run of codegen reads tools: options of `generate`. */
export interface ShortRun {
  readonly onToolsFound: (count: number) => void;
  readonly onToolsRead: () => void;
}

/** Tunes V8 for a process that ends after one piece of work. Later engines decide better, or lack the options. */
export function expectShortRun(): ShortRun {
  if (!process.versions.v8.startsWith('11.3.')) return { onToolsFound: () => {}, onToolsRead: () => {} };
  const reset = () => setBudget(PATIENT_BUDGET);
  reset();
  setFlagsFromString(PATIENT_COLLECTOR);
  // V8 refuses compiled code that was stored under other flags.
  return { onToolsFound: (count) => setBudget(budgetFor(count)), onToolsRead: reset };
}

/** The budget in bytes of bytecode for a number of tools. */
export function budgetFor(tools: number): number {
  const share = Math.round(BUDGET_OF_ALL_TOOLS / Math.max(tools, 1));
  return Math.min(PATIENT_BUDGET, Math.max(LEAST_BUDGET, share));
}

function setBudget(bytes: number): void {
  setFlagsFromString(`--interrupt-budget=${bytes}`);
}
