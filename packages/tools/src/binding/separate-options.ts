import { isPlainObject } from '@toolwright/contract';
import { isMarked, TOOL } from '../decorator/mark.js';

/**
 * Splits the arguments of `registerFrom` and `register` into targets and options. Only the second of two arguments can be options: a plain
 * object without functions other than the option `wrap`, or undefined.
 */
export function separateOptions(given: readonly unknown[]): [targets: readonly unknown[], options: unknown] {
  const [first, second] = given;
  const isOptions = given.length === 2 && (second === undefined || !mayHaveTools(second));
  return isOptions
    ? [[first], second === undefined ? {} : second]
    : [given.length === 0 ? [undefined] : given, {}];
}

function mayHaveTools(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  const isTool = ([name, member]: [string, unknown]): boolean =>
    typeof member === 'function' && (name !== 'wrap' || isMarked(TOOL, member));
  return !isPlainObject(value) || Object.entries(value).some(isTool);
}
