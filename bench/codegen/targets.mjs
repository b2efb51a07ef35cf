import { median, ratio } from '../report/statistics.mjs';
import { BASELINE, EMPTY } from './peers.mjs';

/**
 * What was measured of one project. Only generated ones have a size.
 * @typedef {{ methods?: number, title: string, about?: string, rounds: number, rows: import('./measure-project.mjs').Row[] }} Result
 */

/**
 * The targets for codegen, with the values that this run measured.
 * @param {Result[]} results
 * @returns {import('../report/targets.mjs').Target[]}
 */
export function codegenTargets(results) {
  const usage = (methods, id) =>
    usageOf(
      results.find((result) => result.methods === methods),
      id,
    );
  const beside = (methods, id, base, key) => ratio(usage(methods, id)?.[key], usage(methods, base)?.[key]);
  const seconds = (methods, id) => ratio(usage(methods, id)?.wallMs, 1000);
  return [
    ...[1000, 3000].flatMap((methods) => [
      {
        what: `cold, ${count(methods)} methods: wall against tsc 6.0 \`--noEmit\``,
        limit: 0.85,
        value: beside(methods, 'toolwright-cold', BASELINE, 'wallMs'),
        unit: '×',
      },
      {
        what: `cold, ${count(methods)} methods: peak memory against tsc 6.0 \`--noEmit\``,
        limit: 1.3,
        value: beside(methods, 'toolwright-cold', BASELINE, 'peakMb'),
        unit: '×',
      },
      {
        what: `nothing changed, ${count(methods)} methods: whole process`,
        limit: 0.12,
        value: seconds(methods, 'toolwright-unchanged'),
        unit: 's',
      },
    ]),
    ...coldTargets(results),
    {
      what: '`diff`, nothing changed, 1,000 methods: CPU against an unchanged run of codegen',
      limit: 1.5,
      value: beside(1000, 'toolwright-diff', 'toolwright-unchanged', 'cpuMs'),
      unit: '×',
    },
    {
      what: 'nothing changed, every project: longest time above Node.js without a program',
      limit: 0.04,
      value: largest(results.map(extraSeconds)),
      unit: 's',
    },
    {
      what: 'one file changed, 3,000 methods: wall against cold',
      limit: 0.4,
      value: beside(3000, 'toolwright-changed', 'toolwright-cold', 'wallMs'),
      unit: '×',
    },
    {
      what: '`--effects`, cold, 1,000 methods in 3,000 functions: wall against the same without it',
      limit: 2,
      value: beside(1000, 'toolwright-effects', 'toolwright-helpers', 'wallMs'),
      unit: '×',
    },
    {
      what: '`--effects`, nothing changed, 1,000 methods: whole process',
      limit: 0.3,
      value: seconds(1000, 'toolwright-effects-unchanged'),
      unit: 's',
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

/** Cold runs compared with tsc, over real projects and generated ones with at least 1,000 methods. */
function coldTargets(results) {
  const projects = results.filter(({ methods = 1000 }) => methods >= 1000);
  const ratios = (key) => projects.map((result) => against(result, key));
  return [
    {
      what: 'cold, median of the projects: wall against tsc 6.0 `--noEmit`',
      limit: 0.85,
      value: middle(ratios('wallMs')),
      unit: '×',
    },
    {
      what: 'cold, worst of the projects: wall against tsc 6.0 `--noEmit`',
      limit: 1,
      value: largest(ratios('wallMs')),
      unit: '×',
    },
    {
      what: 'cold, worst of the projects: peak memory against tsc 6.0 `--noEmit`',
      limit: 1.3,
      value: largest(ratios('peakMb')),
      unit: '×',
    },
  ];
}

function against(result, key) {
  return ratio(usageOf(result, 'toolwright-cold')?.[key], usageOf(result, BASELINE)?.[key]);
}

function extraSeconds(result) {
  const [ours, empty] = ['toolwright-unchanged', EMPTY].map((id) => usageOf(result, id)?.wallMs);
  return ours === undefined || empty === undefined ? undefined : (ours - empty) / 1000;
}

function usageOf(result, id) {
  return result?.rows.find((row) => row.id === id)?.usage;
}

/** Undefined where one of the values is missing: a target over all projects needs all of them. */
function middle(values) {
  return values.length === 0 || values.includes(undefined) ? undefined : median(values);
}

function largest(values) {
  return values.length === 0 || values.includes(undefined) ? undefined : Math.max(...values);
}

/** How much more a method costs in a large project than in a middle-sized one; 1 is linear. */
function growth(wallMs) {
  const [small, middle, large] = [1000, 3000, 10_000].map(wallMs);
  if (small === undefined || middle === undefined || large === undefined) return undefined;
  return ratio((large - middle) / 7000, (middle - small) / 2000);
}

/** 10000 → "10,000", independent of the system's language. */
export function count(number) {
  return number.toLocaleString('en-US');
}
