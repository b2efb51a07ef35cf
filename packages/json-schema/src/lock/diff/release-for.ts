import type { ContractChange, Release } from './contract-change.js';

/** Breaking changes require a major release, compatible ones a minor release, changes of texts a patch. */
export function releaseFor(changes: readonly Pick<ContractChange, 'verdict'>[]): Release {
  const verdicts = new Set(changes.map(({ verdict }) => verdict));
  if (verdicts.has('breaking')) return 'major';
  if (verdicts.has('compatible')) return 'minor';
  return verdicts.has('model-visible') ? 'patch' : 'none';
}
