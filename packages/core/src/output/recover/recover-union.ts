import { appendAll, type JsonSchema, type OutputWarning } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import { findBranch } from '@toolwright/json-schema';
import type { Path, Recovery } from './recovery.js';

/** Fits a value to the branch that its tag indicates, otherwise to the branch that needs the fewest changes. */
export function recoverUnion(
  value: unknown,
  branches: readonly JsonSchema[],
  path: Path,
  recovery: Recovery,
): unknown {
  if (branches.some((branch) => recovery.fits(value, branch))) return value;
  const tagged = branches[findBranch(branches, value, recovery.root) ?? -1];
  if (tagged !== undefined) {
    const attempt = tryBranch(value, tagged, path, recovery);
    // Even if the result does not fit completely, it is closer, and validation reports the rest.
    if (attempt.fits || typeof value === 'object') return take(attempt, recovery);
  }
  const fitting = branches
    .map((branch) => tryBranch(value, branch, path, recovery))
    .filter((attempt) => attempt.fits);
  const fewest = Math.min(...fitting.map(({ warnings }) => warnings.length));
  const best = fitting.filter(({ warnings }) => warnings.length === fewest);
  const [first] = best;
  const isClear = new Set(best.map((attempt) => canonicalJson(attempt.value))).size === 1;
  // If several branches need different changes, choosing one would be a guess.
  return first !== undefined && isClear ? take(first, recovery) : value;
}

interface Attempt {
  readonly value: unknown;
  readonly warnings: readonly OutputWarning[];
  readonly fits: boolean;
}

function tryBranch(value: unknown, branch: JsonSchema, path: Path, recovery: Recovery): Attempt {
  const fork = recovery.fork();
  const recovered = fork.recover(value, branch, path);
  return { value: recovered, warnings: fork.warnings, fits: recovery.fits(recovered, branch) };
}

function take({ value, warnings }: Attempt, recovery: Recovery): unknown {
  appendAll(recovery.warnings, warnings);
  return value;
}
