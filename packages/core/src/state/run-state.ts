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
 * All that a run knows about itself, as data. Stop rules and policies are functions of it; a paused run is its JSON; the
 * result is a view of it. What a run works with, such as the model, stands in `Ports`.
 */
export interface RunState {
  readonly runId: string;
  /** The agent that was asked. */
  readonly agent: string;
  /** What the run does now. */
  next: Next;
  /** How many times the model was asked. */
  iteration: number;
  readonly limits: Limits;
  /** What the run and its sub-agents have used. */
  readonly ledger: Ledger;
  timeIsUp: boolean;
  /** The limit that was reached. While the run goes on, the model must answer without tools. */
  limit: LimitName | undefined;
  /** The stop rule or policy that ends the run. Policies may set it at any time; the run ends after what it does now. */
  stop: Stop | undefined;
  /** A fork of the agent's memory. */
  readonly history: Memory;
  /** The ids of calls that a person has approved. */
  readonly approved: ReadonlySet<string>;
  readonly toolCalls: ToolCallRecord[];
  readonly reasoningTrace: string[];
  readonly errors: string[];
  errorCode: ErrorCode | undefined;
  /** Of the last reply. */
  finishReason: RunResult['finishReason'];
  /** The events of this type. */
  readonly warnings: string[];
  /** A reply has come or tools have run: the run has something to lose. */
  hasBegun: boolean;
  lastReply: string;
  finalResponse: string;
  output: ParsedOutput | undefined;
  /** The agent that the conversation was handed over to last. */
  handedTo: string | undefined;
}

/** What a step of a run leads to. */
export type Next =
  /** Asks the model. */
  | { readonly to: 'ask' }
  /** Runs the calls of a reply. */
  | { readonly to: 'run-calls'; readonly step: ToolStep }
  /** Takes a reply without calls as the answer, which policies and the schema of the output may refuse. */
  | { readonly to: 'answer'; readonly response: LLMResponse; readonly reply: Reply }
  /** Lets another agent go on after these calls. */
  | { readonly to: 'hand-over'; readonly calls: readonly ToolCallRecord[] }
  /** Waits for a person. */
  | { readonly to: 'pause'; readonly run: PausedRun }
  | { readonly to: 'end'; readonly status: Exclude<RunStatus, 'running' | 'paused'> };

export const ASK: Next = { to: 'ask' };

/** Why a run ends before the model has answered, or at an answer that was not accepted. */
export interface Stop {
  /** The name of the stop rule or policy. */
  readonly by: string;
  readonly reason?: string | undefined;
  readonly status: 'stopped' | 'refused';
}

/** The calls of one reply. */
export interface ToolStep {
  readonly reply: Reply;
  /** Calls that were done before the run was paused. */
  readonly finished: readonly ToolCallRecord[];
  /** Paused runs of sub-agents, by the calls that started them. */
  readonly nested?: Readonly<Record<string, PausedRun>> | undefined;
}

type NewRun = Pick<RunState, 'runId' | 'agent' | 'limits' | 'ledger' | 'history'>;

/** What a paused run brings along. */
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

/** Written without spreads: objects that are made of several others are slow to read. */
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

/** How a run stands. */
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
