import type { PausedRun, RunResult, Usage } from '@toolwright/contract';
import { type LedgerState, listModels } from '@toolwright/core';
import { addUsage } from '@toolwright/llm';
import type { OpenRun } from './open-run.js';
import type { RecordedReply } from './step-recorder.js';

type Totals = Pick<
  RunResult,
  | 'agent'
  | 'iteration'
  | 'toolCalls'
  | 'reasoningTrace'
  | 'errors'
  | 'finishReason'
  | 'warnings'
  | 'messages'
  | 'usage'
  | 'cost'
  | 'models'
>;

/** The part of a paused run's `data` that contributes to its result. Earlier versions may have stored less. */
type KeptData = Partial<Omit<Totals, 'agent' | 'messages' | 'usage' | 'cost' | 'models'>> & {
  readonly handedTo?: string;
  readonly added?: Totals['messages'];
  readonly ledger?: Partial<Pick<LedgerState, 'usage' | 'cost' | 'models'>>;
};

/** Returns the totals for the result of a run that is waiting for a person. */
export function totalsOf(open: OpenRun): Totals {
  if (open.paused !== undefined) return pausedTotals(open.paused);
  const before = pausedTotals(open.resumed?.paused);
  if (open.replies.length === 0) return before;
  // Only the agent knows the cost of the replies after the pause.
  const { cost, models, ...totals } = before;
  const usage = open.replies.reduce((sum, reply) => addUsage(sum, usageOf(reply) ?? NOTHING), totals.usage);
  return { ...totals, iteration: totals.iteration + open.replies.length, usage };
}

function pausedTotals(paused: PausedRun | undefined): Totals {
  // The agent wrote this data, and validates it when the run is resumed.
  const data = (paused?.data ?? {}) as KeptData;
  const {
    handedTo,
    iteration = 0,
    toolCalls = [],
    reasoningTrace = [],
    errors = [],
    finishReason,
    warnings = [],
    added = [],
    ledger,
  } = data;
  const { usage = NOTHING, cost = null, models = [] } = ledger ?? {};
  return {
    ...(handedTo !== undefined && { agent: handedTo }),
    iteration,
    toolCalls,
    reasoningTrace,
    errors,
    ...(finishReason !== undefined && { finishReason }),
    warnings,
    messages: added,
    usage,
    ...(cost !== null && iteration > 0 && { cost }),
    ...listModels(models),
  };
}

function usageOf(reply: RecordedReply): Usage | undefined {
  if (!('deltas' in reply)) return reply.usage;
  return reply.deltas.findLast((delta) => delta.type === 'usage')?.usage;
}

const NOTHING: Usage = { inputTokens: 0, outputTokens: 0 };
