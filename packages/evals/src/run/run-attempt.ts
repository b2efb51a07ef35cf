import { setTimeout as delay } from 'node:timers/promises';
import type { Logger, RunResult } from '@toolwright/contract';
import type { LoadedCase } from '../dataset/load-cases.js';
import type { Eval } from '../define/define-eval.js';
import type { Attempt, RunEvent } from '../define/scorer.js';
import type { ToolsChange } from '../mutate/tools-change.js';
import { createAgent, findResultProblem } from './check-agent.js';
import { copyContext } from './copy-context.js';
import { type Failure, failureOf, thrownFailure } from './provider-failure.js';
import { withTimeLimit } from './time-limit.js';
import { toolsFor } from './tools-for.js';

/** A repetition of a case. */
export interface PlannedAttempt {
  readonly loaded: LoadedCase;
  /** From 1. */
  readonly repetition: number;
  readonly key: string;
}

/** A try: its run, unless it did not end, and why it cannot be scored. */
export interface Once {
  readonly attempt?: Attempt;
  readonly failure?: Failure;
  readonly events: readonly RunEvent[];
  readonly durationMs: number;
}

/** The outcome of an attempt: its last try. */
export interface Tried extends Once {
  /** The failures of the tries before. */
  readonly retried: readonly string[];
}

/** Settings of the attempts. */
export interface AttemptSettings {
  readonly now: () => number;
  readonly retryDelayMs: number;
  readonly signal: AbortSignal;
  readonly change?: ToolsChange | undefined;
  /** Receives a try that is followed by another. */
  readonly onRetry: (tried: Once) => void;
}

const RETRIES = 2;
const TIMEOUT_MS = 300_000;

/** Runs an attempt. After a failure of the provider, it is tried again with a new agent. */
export async function runAttempt(
  definition: Eval,
  planned: PlannedAttempt,
  settings: AttemptSettings,
): Promise<Tried> {
  const retried: string[] = [];
  for (let round = 0; ; round++) {
    const tried = await tryOnce(definition, planned, settings);
    const { failure } = tried;
    if (failure === undefined) return { ...tried, retried };
    const mayRetry = failure.isRetryable && round < (definition.retries ?? RETRIES);
    if (!mayRetry || settings.signal.aborted) return { ...tried, retried };
    retried.push(failure.message);
    settings.onRetry(tried);
    const wait = settings.retryDelayMs * 2 ** round;
    await delay(wait, undefined, { signal: settings.signal }).catch(() => {
      // Interrupted: the next try reports it.
    });
  }
}

async function tryOnce(
  definition: Eval,
  { loaded, repetition }: PlannedAttempt,
  { now, signal, change }: AttemptSettings,
): Promise<Once> {
  const { data } = loaded;
  const events: RunEvent[] = [];
  // An agent that ignores its signal may go on.
  let isOver = false;
  const logger: Logger = {
    log: (event, run) => {
      if (!isOver) events.push({ event, run, at: now() });
    },
  };
  const started = now();
  let result: RunResult;
  try {
    const time = definition.timeoutMs ?? TIMEOUT_MS;
    result = await withTimeLimit('The attempt', time, signal, async (own) => {
      const agent = await createAgent(definition, {
        ...{ caseId: data.id, repetition, key: `${data.id}#${repetition}` },
        tools: toolsFor(data.attack, change),
      });
      // The types of the cases have checked the input and the context.
      const run = agent.run.bind(agent) as (input: unknown, options: object) => PromiseLike<RunResult>;
      const context = 'context' in data && { context: copyContext(data.context) };
      return run(data.input, { ...context, logger, signal: own });
    });
  } catch (error) {
    return { failure: thrownFailure(error), events, durationMs: now() - started };
  } finally {
    isOver = true;
  }
  const durationMs = now() - started;
  const problem = findResultProblem(result);
  if (problem !== undefined) return { failure: { message: problem, isRetryable: false }, events, durationMs };
  result = withOriginalNames(result, change);
  const { usage, cost } = result;
  const attempt: Attempt = {
    ...{ case: data, repetition, result, events, durationMs, usage },
    ...(cost !== undefined && { cost }),
  };
  const failure = failureOf(result);
  return { attempt, events, durationMs, ...(failure !== undefined && { failure }) };
}

/** Scorers know the names of the tools in the code. */
function withOriginalNames(result: RunResult, change: ToolsChange | undefined): RunResult {
  if (change === undefined) return result;
  const toolCalls = result.toolCalls.map((call) => ({ ...call, name: change.originalName(call.name) }));
  return { ...result, toolCalls };
}
