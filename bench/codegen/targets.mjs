import { ratio } from '../report/statistics.mjs';
import { BASELINE } from './peers.mjs';

/**
 * @typedef {{ methods: number, rounds: number, rows: import('./measure-size.mjs').Row[] }} SizeResult
 */

/**
 * The targets for codegen, with what this run measured of them.
 * @param {SizeResult[]} results
 * @returns {import('../report/targets.mjs').Target[]}
 */
export function codegenTargets(results) {
  const usage = (methods, id) =>
    results.find((result) => result.methods === methods)?.rows.find((row) => row.id === id)?.usage;
  const against = (methods, id, base, key) => ratio(usage(methods, id)?.[key], usage(methods, base)?.[key]);
  const seconds = (methods, id) => ratio(usage(methods, id)?.wallMs, 1000);
  return [
    ...[1000, 3000].flatMap((methods) => [
      {
        what: `cold, ${count(methods)} methods: wall against tsc 6.0 \`--noEmit\``,
        limit: 0.85,
        value: against(methods, 'toolwright-cold', BASELINE, 'wallMs'),
        unit: '×',
      },
      {
        what: `cold, ${count(methods)} methods: peak memory against tsc 6.0 \`--noEmit\``,
        limit: 1.3,
        value: against(methods, 'toolwright-cold', BASELINE, 'peakMb'),
        unit: '×',
      },
      {
        what: `nothing changed, ${count(methods)} methods: whole process`,
        limit: 0.12,
        value: seconds(methods, 'toolwright-unchanged'),
        unit: 's',
      },
    ]),
    {
      what: 'one file changed, 3,000 methods: wall against cold',
      limit: 0.4,
      value: against(3000, 'toolwright-changed', 'toolwright-cold', 'wallMs'),
      unit: '×',
    },
    ...[100, 1000].map((methods) => ({
      what: `--watch, ${count(methods)} methods: from an edit to the rewritten manifest`,
      limit: 0.05,
      value: seconds(methods, 'toolwright-watch'),
      unit: 's',
    })),
    {
      what: 'cold, linear: wall per further method, 3,000 → 10,000 against 1,000 → 3,000 methods',
      limit: 1.25,
      value: growth((methods) => usage(methods, 'toolwright-cold')?.wallMs),
      unit: '×',
    },
  ];
}

/** How much more a method costs in a large project than in a middle-sized one; 1 is linear. */
function growth(wallMs) {
  const [small, middle, large] = [1000, 3000, 10_000].map(wallMs);
  if (small === undefined || middle === undefined || large === undefined) return undefined;
  return ratio((large - middle) / 7000, (middle - small) / 2000);
}

/** 10000 → "10,000", whatever the language of the system. */
export function count(number) {
  return number.toLocaleString('en-US');
}
