import { createHash } from 'node:crypto';
import { DBOS } from '@dbos-inc/dbos-sdk';
import {
  type PausedRun,
  type PendingCall,
  type RunResult,
  requireContext,
  type ToolSource,
  ToolwrightError,
} from '@toolwright/contract';
import { Agent, type ApprovalDecisions, type RunInput } from '@toolwright/core';
import type { ContextOfSource } from '@toolwright/tools';
import { recordedClient } from '../runs/recorded-client.js';
import { recordedTools } from '../runs/recorded-tools.js';
import { idsOf } from '../runs/run-ids.js';
import { createSessionAgent, type SessionAgent } from '../sessions/session-agent.js';
import { checkDecisions } from '../sessions/session-error.js';
import { runningWorker } from './worker.js';
import { insertStart } from './worker-tables.js';
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

/** A run that survives its process. */
export interface DurableRun {
  readonly id: string;
  /** Waits until it has ended, wherever it runs. */
  result(): Promise<RunResult>;
  /** The calls that wait for a decision; `interrupted` calls were cut off. */
  pending(): Promise<readonly PendingCall[]>;
  /** False if the run no longer waits; the first decision counts. @throws ToolwrightError `USAGE` for missing decisions */
  decide(decisions: ApprovalDecisions): Promise<boolean>;
}

/** An agent whose runs survive their process. */
export interface DurableAgent {
  /** @param id Names the run: to start it twice is to start it once. Default: a new one. */
  start(input: RunInput, options?: { readonly id?: string | undefined }): Promise<DurableRun>;
  /** A run that was started before, by whichever process. */
  find(id: string): DurableRun;
}

/** What a run waits for: the event of its workflow. */
const QUESTION = 'question';

interface Question {
  /** Counts the questions of a run: a decision that comes late does not answer the next one. */
  readonly number: number;
  readonly calls: readonly PendingCall[];
}

const YEAR_S = 31_536_000;

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
  const workflow = DBOS.registerWorkflow((input: RunInput) => runDurably(config, input, contextFor), {
    name: `agent ${name}`,
  });
  return {
    start: async (input, { id } = {}) => {
      runningWorker();
      const params = {
        ...(id !== undefined && { workflowID: id }),
        ...(queue !== undefined && { queueName: queue }),
      };
      const { workflowID } = await DBOS.startWorkflow(workflow, params)(input);
      return durableRun(workflowID);
    },
    find: durableRun,
  };
}

function durableRun(id: string): DurableRun {
  const question = (): Promise<Question | null> =>
    DBOS.getEvent<Question>(id, QUESTION, { timeoutSeconds: 0 });
  return {
    id,
    pending: async () => (await question())?.calls ?? [],
    result: async () => {
      const result = await DBOS.retrieveWorkflow<RunResult>(id).getResult();
      if (result !== null) return result;
      throw new ToolwrightError('UNKNOWN_SESSION', `The run '${id}' has no result.`, { blame: 'user' });
    },
    decide: async (decisions) => {
      const asked = await question();
      if (asked === null || asked.calls.length === 0) return false;
      checkDecisions(asked.calls, decisions);
      await DBOS.send(id, decisions, topicOf(asked.number), `${id}/${asked.number}`);
      return true;
    },
  };
}

function topicOf(question: number): string {
  return `decisions-${question}`;
}

/** The workflow: must take the same steps each time it is played, so all that can differ happens in steps. */
async function runDurably(
  config: SessionAgent,
  input: RunInput,
  contextFor: DurableAgentOptions['contextFor'],
): Promise<RunResult> {
  const workflow = DBOS.workflowID ?? '';
  const context = await contextFor?.({ id: workflow, input });
  const recorder = new WorkflowRecorder((call) => {
    const { pool, id } = runningWorker();
    return insertStart(pool, workflow, call, id);
  });
  let resumed: { readonly paused: PausedRun; readonly decisions: ApprovalDecisions } | undefined;
  let pauses = 0;
  for (let questions = 0; ; questions++) {
    recorder.rewind();
    const agent = createAgent(config, recorder, workflow, pauses);
    const result = await (resumed === undefined
      ? agent.run(input, { context })
      : agent.resume(resumed.paused, resumed.decisions, { context }));
    if (recorder.interrupted.size > 0) {
      const decisions = await ask(questions, [...recorder.interrupted.values()]);
      for (const [callId, decision] of Object.entries(decisions)) recorder.decisions.set(callId, decision);
      recorder.interrupted.clear();
    } else if (result.paused !== undefined) {
      resumed = { paused: result.paused, decisions: await ask(questions, result.paused.pending) };
      recorder.forgetReplies();
      pauses++;
    } else return result;
  }
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

/** Waits for a person, over any number of restarts. */
async function ask(number: number, calls: readonly PendingCall[]): Promise<ApprovalDecisions> {
  await DBOS.setEvent<Question>(QUESTION, { number, calls });
  for (;;) {
    const decisions = await DBOS.recv<ApprovalDecisions>(topicOf(number), { timeoutSeconds: YEAR_S });
    if (decisions === null) continue;
    await DBOS.setEvent<Question>(QUESTION, { number, calls: [] });
    return decisions;
  }
}
