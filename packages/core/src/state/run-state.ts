import type {
  ErrorCode,
  LimitName,
  LLMResponse,
  PausedRun,
  RunResult,
  RunStatus,
  ToolCallRecord,
} from '@toolwright/contract';
import type { Limits } from '../limits/budget.js';
import { type Ledger, listModels } from '../limits/ledger.js';
import type { Memory } from '../memory/memory.js';
import type { ParsedOutput } from '../output/parsed-output.js';
import type { Reply } from '../protocols/tool-call-protocol.js';

/**
 * The complete state of a run, as data. Stop rules and policies are functions of this state, a paused run is its JSON, and the
 * result is a view of it. The objects that a run works with, such as the model, are in `Ports`.
 */
export interface RunState {
  readonly runId: string;
  /** The agent that the run was started with. */
  readonly agent: string;
  /** The next step of the run. */
  next: Next;
  /** The number of model requests so far. */
  iteration: number;
  readonly limits: Limits;
  /** The usage of the run and its sub-agents. */
  readonly ledger: Ledger;
  timeIsUp: boolean;
  /** The limit that was reached. If the run continues, the model must answer without tools. */
  limit: LimitName | undefined;
  /** The stop rule or policy that ends the run. Policies may set it at any time; the run ends after its current step. */
  stop: Stop | undefined;
  /** The error of a policy, of a protocol or of the program around a tool that ends the run after its current step. */
  failure: { readonly error: unknown } | undefined;
  /** A fork of the agent's memory. */
  readonly history: Memory;
  /** The ids of the calls that a person approved. */
  readonly approved: ReadonlySet<string>;
  readonly toolCalls: ToolCallRecord[];
  readonly reasoningTrace: string[];
  readonly errors: string[];
  errorCode: ErrorCode | undefined;
  /** The finish reason of the last reply. */
  finishReason: RunResult['finishReason'];
  /** The messages of all `warning` events. */
  readonly warnings: string[];
  /** Whether a reply has arrived or tools have run, so the run has results to lose. */
  hasBegun: boolean;
  lastReply: string;
  finalResponse: string;
  output: ParsedOutput | undefined;
  /** The target of the last handoff. */
  handedTo: string | undefined;
}

/** The steps that a run can take next. */
export type Next =
  | { readonly to: 'ask' }
  /** Executes the calls of a reply. */
  | { readonly to: 'run-calls'; readonly step: ToolStep }
  /** Treats a reply without calls as the answer, which policies and the output schema may refuse. */
  | { readonly to: 'answer'; readonly response: LLMResponse; readonly reply: Reply }
  /** Makes another agent continue after these calls. */
  | { readonly to: 'hand-over'; readonly calls: readonly ToolCallRecord[] }
  | { readonly to: 'pause'; readonly run: PausedRun }
  | { readonly to: 'end'; readonly status: Exclude<RunStatus, 'running' | 'paused'> };

export const ASK: Next = { to: 'ask' };

/** The reason that a run ends without an answer, or with an answer that was refused. */
export interface Stop {
  /** The name of the stop rule or policy. */
  readonly by: string;
  readonly reason?: string | undefined;
  readonly status: 'stopped' | 'refused';
}

/** The calls of one reply. */
export interface ToolStep {
  readonly reply: Reply;
  /** Calls that were completed before the run was paused. */
  readonly finished: readonly ToolCallRecord[];
  /** Paused runs of sub-agents, by the id of the call that started them. */
  readonly nested?: Readonly<Record<string, PausedRun>> | undefined;
}

type NewRun = Pick<RunState, 'runId' | 'agent' | 'limits' | 'ledger' | 'history'>;

/** The parts of the state that a paused run restores. */
export type RestoredState = Pick<
  RunState,
  | 'approved'
  | 'errors'
  | 'finishReason'
  | 'handedTo'
  | 'iteration'
  | 'next'
  | 'reasoningTrace'
  | 'toolCalls'
  | 'warnings'
>;

/** Creates the state of a run. Avoids spreads, because reading objects created by spreads is slow. */
export function newRunState(run: NewRun, before?: RestoredState): RunState {
  return {
    runId: run.runId,
    agent: run.agent,
    next: before?.next ?? ASK,
    iteration: before?.iteration ?? 0,
    limits: run.limits,
    ledger: run.ledger,
    timeIsUp: false,
    limit: undefined,
    stop: undefined,
    failure: undefined,
    history: run.history,
    approved: before?.approved ?? NOTHING,
    toolCalls: before?.toolCalls ?? [],
    reasoningTrace: before?.reasoningTrace ?? [],
    errors: before?.errors ?? [],
    errorCode: undefined,
    finishReason: before?.finishReason,
    warnings: before?.warnings ?? [],
    hasBegun: before !== undefined,
    lastReply: '',
    finalResponse: '',
    output: undefined,
    handedTo: before?.handedTo,
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/** Whether a policy or an error has ended the run, so that it executes no more calls. */
export function endsAfterStep({ stop, failure }: RunState): boolean {
  return stop !== undefined || failure !== undefined;
}

export function statusOf(next: Next): RunStatus {
  if (next.to === 'end') return next.status;
  return next.to === 'pause' ? 'paused' : 'running';
}

export function toResult(state: RunState): RunResult {
  const { runId, next, handedTo, limit, finalResponse, output, iteration, toolCalls } = state;
  const { reasoningTrace, errors, errorCode, lastReply, history, ledger, stop, finishReason, warnings } =
    state;
  const { usage, cost } = ledger.used;
  const status = statusOf(next);
  const isStopped = stop !== undefined && status === stop.status;
  const failed = status === 'error' || status === 'aborted' || status === 'stopped';
  return {
    runId,
    status,
    ...(handedTo !== undefined && { agent: handedTo }),
    ...(limit !== undefined && { limit }),
    ...(isStopped && { stoppedBy: stop.by }),
    ...(isStopped && stop.reason !== undefined && { stopReason: stop.reason }),
    finalResponse,
    ...(output && { output: output.value, outputWarnings: output.warnings }),
    iteration,
    toolCalls: Object.freeze([...toolCalls]),
    ...(next.to === 'pause' && { paused: next.run }),
    reasoningTrace,
    errors,
    ...(errorCode !== undefined && { errorCode }),
    ...(finishReason !== undefined && { finishReason }),
    warnings: Object.freeze([...warnings]),
    ...(failed && lastReply && { lastReply }),
    messages: Object.freeze([...history.added]),
    usage,
    ...(cost !== null && iteration > 0 && { cost }),
    ...listModels(ledger.used.models),
  };
}
