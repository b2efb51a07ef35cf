import { ratio } from '../report/statistics.mjs';
import { figure, table } from '../report/table.mjs';
import { targetTable } from '../report/targets.mjs';

/** @typedef {{ id: string, title: string, failure?: string, micros: Record<string, number> }} Result CPU in microseconds by workload */

/** The contestant that all are compared with, and the limits for Toolwright. */
const BASE = 'openai-6';
const LIMITS = { burst: 1, single: 1, whole: 1.1 };

/**
 * @param {Result[]} results
 * @param {{ id: string, title: string }[]} workloads
 */
export function llmReport(results, workloads, runs) {
  const ran = results.filter(({ failure }) => failure === undefined);
  const base = ran.find(({ id }) => id === BASE);
  const rows = ran.map(({ title, micros }) => [
    title,
    ...workloads.flatMap(({ id }) => [figure(micros[id], 1), figure(ratio(micros[id], base?.micros[id]))]),
  ]);
  const failed = results.filter(({ failure }) => failure !== undefined);
  return [
    `CPU of the client's process in microseconds, medians of ${runs} interleaved batches; × is against the bare openai 6.`,
    table(['', ...workloads.flatMap(({ title }) => [title, '×'])], rows),
    ...failed.map(({ title, failure }) => `- ${title} failed: ${failure}`),
    '### Targets',
    targetTable(llmTargets(results, workloads)),
  ].join('\n\n');
}

/**
 * Toolwright against the bare SDKs. A request is compared only with the SDK version that Toolwright sends it with, because Toolwright
 * cannot change the cost of the SDK. Toolwright reads streams itself, so they are compared with the best version.
 */
export function llmTargets(results, workloads) {
  const [ours, ...others] = results;
  const bare = others.filter(({ id }) => id === BASE || id === 'openai-7');
  return workloads.flatMap(({ id, title }) =>
    bare
      .filter((sdk) => id !== 'whole' || sdk.id === BASE)
      .map((sdk) => ({
        what: `${title}: against ${sdk.title}`,
        limit: LIMITS[id],
        value: ratio(ours.micros[id], sdk.micros[id]),
        unit: '×',
      })),
  );
}
