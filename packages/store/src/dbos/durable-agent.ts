import { createHash } from 'node:crypto';
import { DBOS, Error as DBOSErrors } from '@dbos-inc/dbos-sdk';
import {
  isRecord,
  isToolwrightError,
  type PausedRun,
  type RunResult,
  requireContext,
  type ToolSource,
  type ToolSpec,
} from '@toolwright/contract';
import { Agent, type ApprovalDecisions, type RunInput } from '@toolwright/core';
import { maskSecretsIn } from '@toolwright/redaction';
import type { ContextOfSource } from '@toolwright/tools';
import { recordedClient } from '../runs/recorded-client.js';
import { recordedTools } from '../runs/recorded-tools.js';
import { idsOf } from '../runs/run-ids.js';
import { createSessionAgent, type SessionAgent } from '../sessions/session-agent.js';
import { checkStoredText } from '../sessions/session-error.js';
import { checkQueue, defineAgent, workflowName } from './defined-agents.js';
import { ask, type DurableRun, durableRun } from './durable-run.js';
import { type FindRuns, findRuns, type RunQuery } from './find-runs.js';
import { knownQueues } from './queues.js';
import { runningWorker } from './running-worker.js';
import { parkRun } from './stale-runs.js';
import { contractOf, describeChanges } from './tool-contract.js';
import { insertStart } from './tool-starts.js';
import { WorkflowRecorder } from './workflow-recorder.js';

/** Options of a durable agent. */
export interface DurableAgentOptions {
  /** The queue that its runs wait in, of `startWorker`. Default: none, so that they begin at once in the process that starts them. */
  readonly queue?: string | undefined;
  /**
   * Returns what the tools read as `context.app`. It is called in whichever process plays the run, each time, because a context is never
   * stored: find it by the id or the input of the run.
   */
  readonly contextFor?: ((run: DurableRunStart) => unknown) | undefined;
}

/** The start of a durable run, for `contextFor`. */
export interface DurableRunStart {
  readonly id: string;
  readonly input: RunInput;
}

/** An option `contextFor` that must be passed: the tools ask for a context. */
interface NeedsContextFor<Context> {
  readonly contextFor: (run: DurableRunStart) => AppOf<Context> | Promise<AppOf<Context>>;
}

type AppOf<Context> = Context extends { readonly context: infer App } ? App : never;

type DurableAgentArguments<Tools> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of options with nothing in them
  {} extends ContextOfSource<Tools>
    ? [options?: DurableAgentOptions]
    : [options: DurableAgentOptions & NeedsContextFor<ContextOfSource<Tools>>];

/** An agent whose runs survive their process. */
export interface DurableAgent {
  /** @param id Names the run: to start it twice is to start it once. Default: a new one. */
  start(input: RunInput, options?: { readonly id?: string | undefined }): Promise<DurableRun>;
  /** A run that was started before, by whichever process; or the runs of this agent that wait or are stale, in pages. */
  readonly find: FindRuns & ((id: string) => DurableRun);
}

/**
 * Makes an agent whose runs survive crashes: each request to the model and each tool call is a step that is recorded in PostgreSQL. Define
 * it in every process, with the same name and configuration, before `startWorker`.
 */
export function durableAgent<Tools extends ToolSource = ToolSource>(
  config: SessionAgent<Tools>,
  ...[options = {}]: DurableAgentArguments<Tools>
): DurableAgent {
  const { queue, contextFor }: DurableAgentOptions = options;
  const { name } = createSessionAgent(config);
  const hint = 'Pass `contextFor`, a function that returns it for each run.';
  requireContext(config.toolRegistry?.listTools() ?? [], contextFor, { caller: 'the durable agent', hint });
  const workflow = DBOS.registerWorkflow((input: RunInput) => runDurably(config, name, input, contextFor), {
    name: workflowName(name),
  });
  defineAgent(name, { queue, listTools: () => config.toolRegistry?.listTools() ?? [] });
  const find = (wanted: string | RunQuery): unknown =>
    typeof wanted === 'object' && wanted !== null ? findRuns(wanted, name) : durableRun(wanted);
  return {
    start: async (input, { id } = {}) => {
      runningWorker();
      if (id !== undefined) checkStoredText('id of a run', id);
      if (queue !== undefined) checkQueue(name, queue, await knownQueues());
      const params = {
        ...(id !== undefined && { workflowID: id }),
        ...(queue !== undefined && { queueName: queue }),
      };
      const { workflowID } = await DBOS.startWorkflow(workflow, params)(maskSecretsIn(input));
      return durableRun(workflowID);
    },
    find: find as DurableAgent['find'], // one result for each kind of argument
  };
}

/**
 * The workflow: must take the same steps each time it is played, so all that can differ happens in steps. If this version cannot play it, the
 * run is left to others.
 */
async function runDurably(
  config: SessionAgent,
  name: string,
  input: RunInput,
  contextFor: DurableAgentOptions['contextFor'],
): Promise<RunResult> {
  const workflow = DBOS.workflowID ?? '';
  const now = contractOf(config.toolRegistry?.listTools() ?? []);
  const before = await DBOS.runStep(async () => now, { name: 'contract' });
  try {
    return await playRun(config, name, input, contextFor);
  } catch (error) {
    const problem = staleProblem(error);
    if (problem === undefined) throw error;
    const changes = describeChanges(before, now);
    const more = changes === undefined ? '' : ` Its tools have changed since it began; ${changes}.`;
    await parkRun(workflow, name, `${problem}${more}`, now);
    throw error;
  }
}

/** Why this version cannot play a run; undefined for other errors. */
function staleProblem(error: unknown): string | undefined {
  if (error instanceof DBOSErrors.DBOSUnexpectedStepError) {
    const [, recorded, expected] =
      /function (.*) was recorded when (.*) was expected/.exec(error.message) ?? [];
    return `It has taken the step '${recorded}' where this version takes '${expected}'.`;
  }
  return isToolwrightError(error) && error.code === 'STALE_RUN' ? error.message : undefined;
}

async function playRun(
  config: SessionAgent,
  name: string,
  input: RunInput,
  contextFor: DurableAgentOptions['contextFor'],
): Promise<RunResult> {
  const workflow = DBOS.workflowID ?? '';
  const context = await contextFor?.({ id: workflow, input });
  const tools = (): readonly ToolSpec[] => config.toolRegistry?.listTools() ?? [];
  const recorder = new WorkflowRecorder({
    claimStart: (call, repeatable) => {
      const { database, id } = runningWorker();
      return insertStart(database, { run: workflow, call, worker: id, repeatable });
    },
    listTools: tools,
    countSteps: (callId) => countSteps(workflow, callId),
  });
  let resumed: { readonly paused: PausedRun; readonly decisions: ApprovalDecisions } | undefined;
  let pauses = 0;
  for (let questions = 0; ; questions++) {
    recorder.rewind();
    const agent = createAgent(config, recorder, workflow, pauses);
    const result = await (resumed === undefined
      ? agent.run(input, { context })
      : agent.resume(resumed.paused, resumed.decisions, { context })
    ).catch((error: unknown) => {
      throw recorder.lost ?? error;
    });
    if (recorder.lost !== undefined) throw recorder.lost;
    if (recorder.interrupted.size > 0) {
      const decisions = await ask(name, questions, [...recorder.interrupted.values()], tools());
      for (const [callId, decision] of Object.entries(decisions)) recorder.decisions.set(callId, decision);
      recorder.interrupted.clear();
    } else if (result.paused !== undefined) {
      resumed = {
        paused: result.paused,
        decisions: await ask(name, questions, result.paused.pending, tools()),
      };
      recorder.forgetReplies();
      pauses++;
    } else return result;
  }
}

/** How many steps of a call are recorded. Asked outside of the workflow, of which the answer is no step. */
async function countSteps(workflow: string, callId: string): Promise<number> {
  const steps = (await runningWorker().outside(() => DBOS.listWorkflowSteps(workflow))) ?? [];
  return steps.filter(({ output }) => isRecord(output) && output.callId === callId).length;
}

function createAgent(
  config: SessionAgent,
  recorder: WorkflowRecorder,
  workflow: string,
  pauses: number,
): Agent {
  const { toolRegistry, runtime, ...rest } = config;
  // Ids of runs are short; ids of workflows are whatever their user likes.
  const runId = createHash('sha256').update(workflow).digest('hex').slice(0, 16);
  return new Agent({
    ...rest,
    approvalKey: rest.approvalKey ?? false,
    llmClient: recordedClient(config.llmClient, recorder),
    ...(toolRegistry && { toolRegistry: recordedTools(toolRegistry, recorder) }),
    runtime: {
      ...runtime,
      newId: idsOf(runId, pauses),
      wrapClient: (client) => recordedClient(client, recorder),
    },
  });
}
