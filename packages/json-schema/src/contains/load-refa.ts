import { requirePackage } from '@toolwright/contract';

type Refa = typeof import('refa');

let loaded: Refa | undefined;

/**
 * Loads refa when two different patterns are compared: most comparisons have none.
 * @throws Error in a bundle, which does not contain it; the languages of patterns are unknown there
 */
export function loadRefa(): Refa {
  loaded ??= requirePackage('refa', '@toolwright/json-schema', import.meta.url) as Refa | undefined;
  if (loaded === undefined) throw new Error("The package 'refa' cannot be loaded.");
  return loaded;
}
