import { figure, table } from './table.mjs';

/**
 * @typedef {object} Target
 * @property {string} what What is limited, e.g. "cold, 1,000 methods: wall against tsc 6.0"
 * @property {number} limit Passes at or below it
 * @property {number | undefined} value Undefined where this run did not measure it
 * @property {string} unit `×` or `s` or `ms`
 */

/** @param {Target} target */
export function verdict({ value, limit }) {
  if (value === undefined || Number.isNaN(value)) return 'not measured';
  return value <= limit ? 'pass' : 'FAIL';
}

/** @param {Target[]} targets */
export function targetTable(targets) {
  const rows = targets.map((target) => [
    target.what,
    figure(target.limit, 2, ` ${target.unit}`),
    figure(target.value, 2, ` ${target.unit}`),
    verdict(target),
  ]);
  return table(['target', 'at most', 'measured', 'verdict'], rows);
}
