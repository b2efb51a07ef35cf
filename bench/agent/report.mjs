import { ratio } from '../report/statistics.mjs';
import { figure, table } from '../report/table.mjs';
import { targetTable } from '../report/targets.mjs';
import { BATCHES, CROWDS, GROWTH } from './workloads.mjs';

/** @typedef {{ id: string, title: string, failure?: string, medians: Record<string, Record<string, number>> }} Result medians by workload */

/**
 * The first result is Toolwright's, the second that of the hand-written loop.
 * @param {Result[]} results
 */
export function agentReport(results, runs, fewRuns) {
  const [, base] = results;
  const against = (result, workload, key) =>
    ratio(result.medians[workload]?.[key], base.medians[workload]?.[key]);
  const costs = results.map((result) => [
    result.title,
    ...BATCHES.flatMap(({ id }) => [
      figure(scale(result.medians[id]?.cpuMicros, 1_000), 3),
      figure(against(result, id, 'cpuMicros')),
    ]),
  ]);
  const long = results.map((result) => [
    result.title,
    figure(scale(result.medians.growth?.early, 1_000), 3),
    figure(scale(result.medians.growth?.late, 1_000), 3),
    figure(scale(growth(result), 1_000), 3),
    figure(ratio(growth(result), growth(base))),
  ]);
  const crowds = results.map((result) => [
    result.title,
    ...CROWDS.flatMap(({ id }) => [
      figure(scale(result.medians[id]?.cpuMicros, 1_000), 0),
      figure(against(result, id, 'cpuMicros')),
      figure(result.medians[id]?.peakMb, 0),
      figure(against(result, id, 'peakMb')),
    ]),
  ]);
  const failed = results.filter(({ failure }) => failure !== undefined);
  return [
    `CPU of the process that runs the agents, in milliseconds; medians of ${runs} interleaved batches. × is against a loop written by hand on the bare openai SDK.`,
    table(['', ...BATCHES.flatMap(({ title }) => [title, '×'])], costs),
    `Conversations of 200 turns with tool calls: CPU per turn early (10 to 30) and late (180 to 200) in them, medians of ${GROWTH.times} conversations in each of ${fewRuns} fresh processes.`,
    table(['', 'early', 'late', 'late − early', '×'], long),
    `Many agents at once, each with two tool calls: CPU in milliseconds and peak memory of the whole process in MB, medians of ${fewRuns} fresh processes.`,
    table(['', ...CROWDS.flatMap(({ title }) => [title, '×', 'peak', '×'])], crowds),
    ...failed.map(({ title, failure }) => `- ${title} failed: ${failure}`),
    '### Targets',
    targetTable(agentTargets(results)),
  ].join('\n\n');
}

/**
 * Toolwright against the hand-written loop.
 * @param {Result[]} results
 */
export function agentTargets([ours, base]) {
  const against = (workload, key) => ratio(ours.medians[workload]?.[key], base.medians[workload]?.[key]);
  return [
    { what: 'CPU per turn', limit: 1.2, value: against('turn', 'cpuMicros'), unit: '×' },
    { what: 'CPU per streamed turn', limit: 1.2, value: against('streamed', 'cpuMicros'), unit: '×' },
    {
      what: 'growth of the CPU per turn over 200 turns: against the bare loop',
      limit: 1.1,
      value: ratio(growth(ours), growth(base)),
      unit: '×',
    },
    { what: '200 at once: CPU', limit: 1.2, value: against('crowd-200', 'cpuMicros'), unit: '×' },
    { what: '200 at once: peak memory', limit: 1.05, value: against('crowd-200', 'peakMb'), unit: '×' },
  ];
}

/** The additional cost of a late turn over an early one. A ratio of the two would punish cheap early turns. */
function growth({ medians }) {
  return medians.growth && medians.growth.late - medians.growth.early;
}

function scale(value, divisor) {
  return value === undefined ? undefined : value / divisor;
}
