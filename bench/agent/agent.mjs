import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROCESSES, startContestant } from '../llm/contestants.mjs';
import { interleave } from '../measure/interleave.mjs';
import { packedProject } from '../measure/packed-project.mjs';
import { parseOptions } from '../options.mjs';
import { installAgentPeers } from '../peers.mjs';
import { busyWarning, machine } from '../report/machine.mjs';
import { writeSection } from '../report/page.mjs';
import { median } from '../report/statistics.mjs';
import { startModelServer } from './model-server.mjs';
import { agentReport } from './report.mjs';
import { BATCHES, CROWD, CROWDS, GROWTH } from './workloads.mjs';

/** The SDK version of the hand-written loop. Toolwright must use the same one. */
const { dependencies } = createRequire(import.meta.url)('./package.json');
const OURS = fileURLToPath(new URL('./contestants/toolwright.mjs', import.meta.url));

/** The contestants. The first is Toolwright, as packed for npm; all are compared with the second. */
const CONTESTANTS = [
  { id: 'toolwright', title: 'toolwright' },
  { id: 'bare-openai', title: 'bare openai 6' },
  { id: 'ai-sdk', title: 'AI SDK 7' },
  { id: 'openai-agents', title: 'OpenAI Agents' },
  { id: 'langchain', title: 'LangChain' },
  { id: 'mastra', title: 'Mastra' },
  { id: 'strands', title: 'Strands' },
];

/** Long conversations and many agents at once take longer than batches and vary less. */
const FEW_ROUNDS = 3;

/** `pnpm bench agent`: the cost of a turn and of a tool call, also late in a long conversation and with many agents at once. */
export async function run(args) {
  const only = { only: { type: 'string', default: CONTESTANTS.map(({ id }) => id).join(',') } };
  const options = parseOptions(args, { runs: 60 }, only);
  const chosen = new Set([...options.only.split(','), 'toolwright', 'bare-openai']);
  installAgentPeers();
  console.error([machine(), busyWarning()].filter(Boolean).join('\n'));
  const ours = await packedProject({ 'toolwright.mjs': OURS }, [`openai@${dependencies.openai}`]);
  const entries = CONTESTANTS.filter(({ id }) => chosen.has(id)).map((one) => ({ ...one, samples: {} }));
  entries[0].file = join(ours.folder, 'toolwright.mjs');
  const server = await startModelServer();
  const few = Math.min(FEW_ROUNDS, options.runs);
  try {
    for (let processes = 0; processes < PROCESSES; processes += 1) {
      await measureBatches(entries, server.url, Math.ceil(options.runs / PROCESSES));
    }
    await interleave(entries, few, (entry) => inFreshProcess(entry, server.url, [GROWTH_TASK]));
    for (const { id, runs } of CROWDS) {
      const task = { id, task: 'crowd', ...CROWD, runs };
      await interleave(entries, few, (entry) => inFreshProcess(entry, server.url, [task]));
    }
  } finally {
    server.close();
    ours.remove();
  }
  const report = agentReport(entries.map(toResult), options.runs, few);
  console.log(report);
  if (options.write) writeSection('agent', 'Agents', report);
  return entries.slice(0, 2).every(({ failure }) => failure === undefined);
}

const GROWTH_TASK = { id: 'growth', task: 'growth', ...GROWTH };

/** One warm process for each contestant; the processes take turns. */
async function measureBatches(entries, url, runs) {
  const processes = new Map();
  try {
    for (const entry of entries.filter(({ failure }) => failure === undefined)) {
      const process = await startContestant(entry, url, import.meta.url);
      processes.set(entry, process);
      entry.failure = process.failure;
    }
    for (const { model, stream, warmUp, id, parts, times } of BATCHES) {
      await interleave(entries, 1, (entry) =>
        ask(entry, processes.get(entry), { task: 'warmUp', model, stream, times: warmUp }),
      );
      await interleave(entries, runs, async (entry) => {
        const sample = await ask(entry, processes.get(entry), { task: 'batch', model, stream, times });
        if (sample) note(entry, id, { cpuMicros: sample.cpuMicros / parts });
      });
    }
  } finally {
    for (const process of processes.values()) process.stop();
  }
}

async function inFreshProcess(entry, url, tasks) {
  if (entry.failure !== undefined) return;
  const process = await startContestant(entry, url, import.meta.url);
  try {
    entry.failure = process.failure;
    for (const { id, ...task } of tasks) {
      const sample = await ask(entry, process, task);
      if (sample) note(entry, id, sample);
    }
  } finally {
    process.stop();
  }
}

/** Undefined for a contestant that fails. It then skips the remaining workloads and keeps its earlier results. */
async function ask(entry, process, task) {
  if (entry.failure !== undefined) return undefined;
  const { result, failure } = await process.ask(task);
  entry.failure = failure;
  return result;
}

function note(entry, id, sample) {
  entry.samples[id] ??= [];
  entry.samples[id].push(sample);
}

function toResult({ id, title, failure, samples }) {
  const medians = Object.fromEntries(
    Object.entries(samples).map(([workload, list]) => [
      workload,
      Object.fromEntries(Object.keys(list[0]).map((key) => [key, median(list.map((sample) => sample[key]))])),
    ]),
  );
  return { id, title, failure, medians };
}
