import { interleave } from '../measure/interleave.mjs';
import { parseOptions } from '../options.mjs';
import { installPeers } from '../peers.mjs';
import { busyWarning, machine } from '../report/machine.mjs';
import { writeSection } from '../report/page.mjs';
import { median } from '../report/statistics.mjs';
import { CONTESTANTS, PROCESSES, startContestant } from './contestants.mjs';
import { scenario, startModelServer } from './model-server.mjs';
import { llmReport } from './report.mjs';

/**
 * The requests of one batch, and the number of parts into which its CPU is divided. `warmUp` is the number of requests that do not count:
 * for about the first 2,000, most of the CPU of each contestant goes to V8's compiler, which runs only once.
 */
const WORKLOADS = [
  {
    id: 'burst',
    title: 'per delta, bursts of 50',
    ...scenario('burst', 2000),
    warmUp: 25,
    times: 5,
    parts: 10_000,
  },
  {
    id: 'single',
    title: 'per delta, singles',
    ...scenario('single', 500),
    warmUp: 25,
    times: 4,
    parts: 2000,
  },
  { id: 'whole', title: 'per request', ...scenario('whole', 1), warmUp: 2500, times: 100, parts: 100 },
];

/**
 * `pnpm bench llm`: the cost of a streamed delta and of a request, compared with the bare SDKs and other frameworks, on one local server.
 */
export async function run(args) {
  const only = { only: { type: 'string', default: CONTESTANTS.map(({ id }) => id).join(',') } };
  const options = parseOptions(args, { runs: 21 }, only);
  const chosen = options.only.split(',');
  installPeers();
  console.error([machine(), busyWarning()].filter(Boolean).join('\n'));
  const server = await startModelServer();
  const entries = CONTESTANTS.filter(({ id }) => id === 'toolwright' || chosen.includes(id)).map(
    (contestant) => ({ ...contestant, process: undefined, failure: undefined, samples: {} }),
  );
  try {
    for (let processes = 0; processes < PROCESSES; processes += 1) {
      await measureProcesses(entries, server.url, Math.ceil(options.runs / PROCESSES));
    }
  } finally {
    server.close();
  }
  const report = llmReport(entries.map(toResult), WORKLOADS, options.runs);
  console.log(report);
  if (options.write) writeSection('llm', 'Model clients', report);
  return entries[0].failure === undefined;
}

/** Measures some batches of each contestant in a fresh process. */
async function measureProcesses(entries, url, rounds) {
  try {
    for (const entry of entries.filter(({ failure }) => failure === undefined)) {
      entry.process = await startContestant(entry, url);
      entry.failure = entry.process.failure;
    }
    // The first round warms up.
    await interleave(entries, 1 + rounds, (entry, round) => measure(entry, round > 0));
  } finally {
    for (const { process } of entries) process?.stop();
  }
}

/** One batch of each workload. A contestant that fails skips the rest. */
async function measure(entry, counts) {
  for (const { id, kind, model, text, warmUp, times, parts } of WORKLOADS) {
    if (entry.failure !== undefined) return;
    const batch = { model, kind, times: counts ? times : warmUp, expected: text };
    const { cpuMicros, failure } = await entry.process.ask(batch);
    entry.failure = failure;
    if (!counts || failure !== undefined) continue;
    entry.samples[id] ??= [];
    entry.samples[id].push(cpuMicros / parts);
  }
}

function toResult({ id, title, failure, samples }) {
  const micros = Object.fromEntries(
    Object.entries(samples).map(([workload, list]) => [workload, median(list)]),
  );
  return { id, title, failure, micros };
}
