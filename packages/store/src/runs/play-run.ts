import { type AgentEvent, errorMessage, type RunResult, type ToolSpec } from '@toolwright/contract';
import {
  Agent,
  type AgentConfig,
  type ApprovalDecisions,
  Memory,
  type ResumeOptions,
  type RunStream,
  repairHistory,
} from '@toolwright/core';
import type { HeldLease } from '../leases/with-lease.js';
import { conversationRecord } from '../sessions/conversation-record.js';
import type { SessionHistory } from '../sessions/session-history.js';
import type { RunResumeRecord } from '../sessions/session-record.js';
import { Journal } from './journal.js';
import { advance, type OpenRun } from './open-run.js';
import { recordedClient } from './recorded-client.js';
import { allTools, recordedTools } from './recorded-tools.js';
import { idsOf } from './run-ids.js';

export interface RunContext<Output = unknown> {
  readonly agent: Omit<AgentConfig, 'memory'>;
  readonly history: SessionHistory;
  readonly open: OpenRun;
  /** Whether the start of the run has yet to be recorded. */
  readonly isNew?: boolean | undefined;
  /** New decisions on waiting calls. */
  readonly decisions?: ApprovalDecisions | undefined;
  readonly options: ResumeOptions<Output>;
  readonly held: HeldLease;
  /** Receives the recorded result, even if the consumer of the events stopped reading. */
  readonly onEnd?: ((result: RunResult<Output>) => void) | undefined;
}

/** Executes a run from its start or its last pause to its end. Recorded steps are not repeated. */
export async function* playRun<Output>(
  context: RunContext<Output>,
): AsyncGenerator<AgentEvent, RunResult<Output>> {
  const { agent: config, history, open, isNew, decisions, options, held, onEnd } = context;
  const { runId } = open.start;
  const resume: RunResumeRecord | undefined = decisions && { type: 'run-resume', runId, decisions };
  const listTools = (): readonly ToolSpec[] => allTools(config.toolRegistry);
  const journal = new Journal(resume ? advance(open, resume) : open, held.lease, held.fail, listTools);
  const { usable, warning } = repaired(history);
  const agent = createAgent(config, usable, journal);
  const signal = options.signal ? AbortSignal.any([options.signal, held.signal]) : held.signal;
  // This validates the input, the options and the decisions before they are recorded. The run starts when its events are read.
  const stream = startRun(agent, journal.run, { ...options, signal });
  if (isNew) await held.lease.append([open.start]);
  if (resume !== undefined) await held.lease.append([resume]);
  let ending: RunResult | undefined;
  let thrown: { readonly error: unknown } | undefined;
  try {
    for await (const event of stream) {
      // The end of the run is recorded before it is emitted.
      if (event.type === 'run-end') ending = event.result;
      else yield event;
      if (event.type === 'run-start' && warning !== undefined) yield warning;
    }
  } catch (error) {
    thrown = { error };
  } finally {
    // The end is recorded even if the consumer stopped reading.
    const result = await stream.result.catch(() => undefined);
    if (held.failure() === undefined) await recordEnd(context, agent, ending ?? result, thrown);
    if (held.failure() === undefined && result !== undefined) onEnd?.(result);
  }
  if (held.failure() !== undefined) throw held.failure();
  if (thrown !== undefined) {
    if (ending !== undefined) yield { type: 'run-end', result: ending };
    throw thrown.error;
  }
  const result = await stream.result;
  yield { type: 'run-end', result };
  return result;
}

/** Repairs a conversation that providers would refuse, and returns a warning about the repair. */
function repaired(history: SessionHistory): {
  readonly usable: SessionHistory;
  readonly warning?: AgentEvent;
} {
  const whole = repairHistory(history.messages);
  if (whole === undefined) return { usable: history };
  const asides = history.asides.map((place) => whole.places.indexOf(place)).filter((place) => place >= 0);
  const message =
    'The stored conversation was repaired: each call now has one result, and results without a call were removed.';
  return { usable: { ...history, messages: whole.messages, asides }, warning: { type: 'warning', message } };
}

function createAgent(config: RunContext['agent'], history: SessionHistory, journal: Journal): Agent {
  const { maxHistory, toolRegistry, runtime, ...rest } = config;
  const { messages, asides } = history;
  const { start, pauses } = journal.run;
  // Same default as in agents: with compaction, tokens limit the history unless `maxHistory` is set.
  const limit = maxHistory ?? (rest.compaction && Number.POSITIVE_INFINITY);
  return new Agent({
    ...rest,
    approvalKey: rest.approvalKey ?? false,
    llmClient: recordedClient(config.llmClient, journal),
    ...(toolRegistry && { toolRegistry: recordedTools(toolRegistry, journal) }),
    memory: new Memory({ messages, asides, maxHistory: limit }),
    runtime: {
      ...runtime,
      newId: idsOf(start.runId, pauses),
      wrapClient: (client) => recordedClient(client, journal),
    },
  });
}

function startRun<Output>(
  agent: Agent,
  { start, resumed }: OpenRun,
  options: ResumeOptions<Output>,
): RunStream<Output> {
  const { streaming: stream, input } = start;
  if (resumed === undefined) return agent.runStream(input, { ...options, stream });
  return agent.resumeStream(resumed.paused, resumed.decisions, { ...options, stream });
}

async function recordEnd(
  { held, open, history, agent: { compaction } }: Omit<RunContext, 'onEnd' | 'options'>,
  agent: Agent,
  result: RunResult | undefined,
  thrown: { readonly error: unknown } | undefined,
): Promise<void> {
  const { runId } = open.start;
  if (result?.paused !== undefined) {
    await held.lease.append([{ type: 'run-pause', runId, paused: result.paused }]);
    return;
  }
  const errors = result?.errors ?? (thrown === undefined ? [] : [errorMessage(thrown.error)]);
  await held.lease.append([
    {
      type: 'run-end',
      runId,
      status: result?.status ?? (thrown === undefined ? 'aborted' : 'error'),
      finalResponse: result?.finalResponse ?? '',
      errors,
      ...(result?.finishReason !== undefined && { finishReason: result.finishReason }),
      ...(result !== undefined && result.warnings.length > 0 && { warnings: result.warnings }),
      ...conversationRecord(agent.getMemoryState(), {
        before: history.messages.length,
        added: result?.messages ?? [],
        mayRewrite: compaction !== undefined,
      }),
      observations: agent.observations(),
    },
  ]);
}
