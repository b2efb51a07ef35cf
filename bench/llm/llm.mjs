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
 * What one batch asks, and into how many parts its CPU is divided. `warmUp` is how often it is asked before anything counts: until some
 * 2,000 requests have been made, most of the CPU of each contestant is that of the engine that compiles it, once.
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

/** `pnpm bench llm`: what a streamed delta and a request cost, beside the bare SDKs and other frameworks, on one local server. */
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

/** Some batches of each contestant, in a fresh process each. */
async function measureProcesses(entries, url, rounds) {
  try {
    for (const entry of entries.filter(({ failure }) => failure === undefined)) {
      entry.process = await startContestant(entry, url);
      entry.failure = entry.process.failure;
    }
    // The first round is for warming up.
    await interleave(entries, 1 + rounds, (entry, round) => measure(entry, round > 0));
  } finally {
    for (const { process } of entries) process?.stop();
  }
}

/** One batch of each workload; a contestant that fails sits out the rest. */
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
