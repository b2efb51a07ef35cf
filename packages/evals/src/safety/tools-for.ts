import type { Attack } from '../define/attack.js';
import type { AttemptStart } from '../define/define-eval.js';
import { plant } from './plant.js';

/** Returns the function that wraps the tools of an attempt. */
export function toolsFor(attack: Attack | undefined): AttemptStart['tools'] {
  return (source) => (attack === undefined ? source : plant(source, attack));
}
