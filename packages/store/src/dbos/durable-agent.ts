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
import { allTools, recordedTools } from '../runs/recorded-tools.js';
import { idsOf } from '../runs/run-ids.js';
import { createSessionAgent, type SessionAgent } from '../sessions/session-agent.js';
import { checkStoredText } from '../sessions/session-error.js';
import { checkQueue, defineAgent, workflowName } from './defined-agents.js';
import { ask, type DurableRun, durableRun } from './durable-run.js';
import { type FindRuns, findRuns, type RunQuery } from './find-runs.js';
import { executeRun } from './lost-runs.js';
import { knownQueues } from './queues.js';
import { runningWorker } from './running-worker.js';
import { parkRun } from './stale-runs.js';
import { contractOf, describeChanges } from './tool-contract.js';
import { insertStart } from './tool-starts.js';
import { WorkflowRecorder } from './workflow-recorder.js';

/** Options of a durable agent. */
export interface DurableAgentOptions {
  /** The queue of `startWorker` in which runs wait. Default: none; runs start immediately in the process that starts them. */
  readonly queue?: string | undefined;
  /**
   * Returns the context that tools read as `context.app`. A context is never stored, so this is called each time a process starts or
   * resumes the run. Find the context by the run's id or input.
   */
  readonly contextFor?: ((run: DurableRunStart) => unknown) | undefined;
}

/** The argument of `contextFor`. */
export interface DurableRunStart {
  readonly id: string;
  readonly input: RunInput;
}

/** Makes `contextFor` required, for agents whose tools need a context. */
interface NeedsContextFor<Context> {
  readonly contextFor: (run: DurableRunStart) => AppOf<Context> | Promise<AppOf<Context>>;
}

type AppOf<Context> = Context extends { readonly context: infer App } ? App : never;

type DurableAgentArguments<Tools> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is the type of empty options
  {} extends ContextOfSource<Tools>
    ? [options?: DurableAgentOptions]
    : [options: DurableAgentOptions & NeedsContextFor<ContextOfSource<Tools>>];

/** An agent whose runs survive the exit of their process. */
export interface DurableAgent {
  /** @param id The id of the run. A second start with the same id does nothing. Default: a new id. */
  start(input: RunInput, options?: { readonly id?: string | undefined }): Promise<DurableRun>;
  /** Finds a run by id, in any process, or lists the waiting or stale runs of this agent, page by page. */
  readonly find: FindRuns & ((id: string) => DurableRun);
}

/**
 * Creates an agent whose runs survive crashes: PostgreSQL records each model request and each tool call as a step. Define the agent in
 * every process, with the same name and configuration, before `startWorker`.
 */
export function durableAgent<Tools extends ToolSource = ToolSource>(
  config: SessionAgent<Tools>,
  ...[options = {}]: DurableAgentArguments<Tools>
): DurableAgent {
  const { queue, contextFor }: DurableAgentOptions = options;
  const { name } = createSessionAgent(config);
  const hint = 'Pass `contextFor`, a function that returns the context for each run.';
  requireContext(allTools(config.toolRegistry), contextFor, { caller: 'the durable agent', hint });
  const execute = (input: RunInput): Promise<RunResult> =>
    executeRun(DBOS.workflowID ?? '', () => runDurably(config, name, input, contextFor));
  const workflow = DBOS.registerWorkflow(execute, { name: workflowName(name) });
  defineAgent(name, { queue, listTools: () => allTools(config.toolRegistry) });
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
    find: find as DurableAgent['find'], // the overloads depend on the type of the argument
  };
}

/**
 * The workflow of a run. It must take the same steps each time, so anything that could differ happens inside a step. If this version cannot
 * continue a run, the run is parked for other versions.
 */
async function runDurably(
  config: SessionAgent,
  name: string,
  input: RunInput,
  contextFor: DurableAgentOptions['contextFor'],
): Promise<RunResult> {
  const workflow = DBOS.workflowID ?? '';
  const now = contractOf(allTools(config.toolRegistry));
  const before = await DBOS.runStep(async () => now, { name: 'contract' });
  try {
    return await playRun(config, name, input, contextFor);
  } catch (error) {
    const problem = staleProblem(error);
    if (problem === undefined) throw error;
    const changes = describeChanges(before, now);
    const more = changes === undefined ? '' : ` Its tools have changed since it started: ${changes}.`;
    await parkRun(workflow, name, `${problem}${more}`, now);
    throw error;
  }
}

/** Returns the reason this version cannot continue a run; undefined for other errors. */
function staleProblem(error: unknown): string | undefined {
  if (error instanceof DBOSErrors.DBOSUnexpectedStepError) {
    const [, recorded, expected] =
      /function (.*) was recorded when (.*) was expected/.exec(error.message) ?? [];
    return `Its recorded step is '${recorded}', but this version takes the step '${expected}'.`;
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
  const tools = (): readonly ToolSpec[] => allTools(config.toolRegistry);
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

/** Returns the number of recorded steps of a call. Queries outside of the workflow, so that the query does not become a step itself. */
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
  // Run ids are short, but users choose workflow ids of any length.
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
