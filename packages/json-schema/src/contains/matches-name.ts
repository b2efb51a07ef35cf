import { compilePattern } from '../pattern/compile-pattern.js';
import { Undecided } from './budget.js';

/**
 * Whether a name matches a schema's pattern.
 * @throws Undecided if matching takes too long
 */
export function matchesName(pattern: string, name: string): boolean {
  try {
    return compilePattern(pattern).test(name);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Undecided(`the pattern ${pattern.slice(0, MAX_SHOWN)} takes too long to match`);
  }
}

const MAX_SHOWN = 60;
