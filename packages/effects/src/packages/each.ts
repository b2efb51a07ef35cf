import type { Effect } from '../effect.js';
import type { PackageEffects } from './package-effects.js';

/** Gives several names the same effects. @param names Separated by spaces. */
export function each(effects: readonly Effect[], names: string): PackageEffects {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, effects]));
}

/** Like {@link each}, but also for the names with the suffix `Sync`. */
export function eachSync(effects: readonly Effect[], names: string): PackageEffects {
  return each(
    effects,
    names
      .split(/\s+/)
      .flatMap((name) => [name, `${name}Sync`])
      .join(' '),
  );
}
