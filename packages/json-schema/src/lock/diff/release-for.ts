import type { ContractChange, Release } from './contract-change.js';

/** Returns `major` for breaking changes, `minor` for compatible changes, and `patch` if only descriptions or the order changed. */
export function releaseFor(changes: readonly Pick<ContractChange, 'verdict'>[]): Release {
  const verdicts = new Set(changes.map(({ verdict }) => verdict));
  if (verdicts.has('breaking')) return 'major';
  if (verdicts.has('compatible')) return 'minor';
  return verdicts.has('model-visible') ? 'patch' : 'none';
}
