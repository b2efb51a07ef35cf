import {
  findTool,
  type PausedRun,
  type ToolSpec,
  ToolwrightError,
  type UserMessage,
} from '@toolwright/contract';
import {
  type ApprovalDecision,
  type ApprovalDecisions,
  applyDecision,
  checkDecisions,
} from '../approval/decision.js';
import { type Resumption, resumptionsOf } from '../approval/nested-runs.js';
import type { PauseSigner } from '../approval/pause-signer.js';
import type { PausedData } from '../approval/paused-run.js';
import { readPausedRun } from '../approval/read-paused-run.js';
import { assertToolsFit } from '../approval/tool-set.js';
import { listTools } from '../calls/check-context.js';
import { presentCalls } from '../calls/present-calls.js';
import type { ToolSource } from '../calls/tool-source.js';
import { pickTools, type ToolSubset } from '../calls/tool-subset.js';
import { findTarget, type Handoff, type HandoffTarget } from '../delegation/handoff.js';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';
import type { RestoredState } from '../state/run-state.js';

/** A paused run to resume, with a person's decisions applied. */
export interface ResumedRun {
  readonly runId: string;
  readonly input: UserMessage;
  readonly state: RestoredState;
  readonly data: PausedData;
  /** The target of the last handoff. */
  readonly target: HandoffTarget | undefined;
  /** The agent that was chosen to continue after the step. */
  readonly next: HandoffTarget | undefined;
  /** The sub-agent runs to resume with this run, by call id. */
  readonly nested: ReadonlyMap<string, Resumption>;
}

export interface ResumingAgent {
  readonly name: string;
  readonly tools: ToolSource;
  readonly handoffs: readonly Handoff[];
  /** Refuses a modified run; undefined for a nested run, which was already checked. */
  readonly signer: PauseSigner | undefined;
  readonly now: () => number;
  /** The tools that the resumed run may use. Default: the same as before. */
  readonly only?: ToolSubset | undefined;
}

/**
 * Applies decisions to the pending calls.
 * @throws ToolwrightError `INVALID_RUN`, `FORGED_RUN`, `EXPIRED_RUN`, `STALE_RUN` if the agent or its tools have changed, or `USAGE`
 */
export function resumeRun(paused: unknown, given: ApprovalDecisions, agent: ResumingAgent): ResumedRun {
  const { run, data: written } = readPausedRun(paused);
  agent.signer?.check(run);
  checkTime(run, agent.now());
  if (run.agent !== agent.name) {
    throw stale(`This run belongs to the agent '${run.agent}', not to '${agent.name}'.`);
  }
  const target = requireTarget(written.handedTo, agent);
  const next = requireTarget(written.next, agent);
  const tools = listTools(target?.settings.tools ?? agent.tools);
  const data = withPresentSubset(written, tools);
  const { only = data.subset } = agent;
  const decisions = checkDecisions(run.pending, given, run.runId);
  const offered = only === undefined ? tools : pickTools(tools, only);
  assertToolsFit(data, { all: tools, offered }, heldCalls(data, decisions));
  const nested = resumptionsOf(data.nested ?? {}, decisions);
  const input = data.added.find((message) => message.role === 'user') ?? { role: 'user', content: '' };
  const state = restoreState(run, data, decisions, tools);
  return { runId: run.runId, input, state, data, target, next, nested };
}

/** Converts the tools that the run was allowed to use to their current names. */
function withPresentSubset(data: PausedData, tools: readonly ToolSpec[]): PausedData {
  if (data.subset === undefined) return data;
  return { ...data, subset: data.subset.map((name) => findTool(tools, name)?.name ?? name) };
}

/** Returns the calls that have no outcome yet and were not denied. */
function heldCalls(
  { reply, finished = [] }: PausedData,
  decisions: ApprovalDecisions,
): readonly RequestedCall[] {
  const denied = Object.keys(decisions).filter((id) => decisions[id]?.approved === false);
  const ended = new Set([...denied, ...finished.map(({ callId }) => callId)]);
  const held = reply.calls.filter(({ id, problem }) => problem === undefined && !ended.has(id));
  return held.map((call) => applyDecision(call, decisionOn(call, decisions)));
}

function checkTime({ expiresAt }: PausedRun, now: number): void {
  if (expiresAt === undefined || now < Date.parse(expiresAt)) return;
  throw new ToolwrightError('EXPIRED_RUN', `The paused run expired at ${expiresAt}.`, {
    blame: 'user',
    hint: 'Start the run again.',
  });
}

function restoreState(
  { pending }: PausedRun,
  { reply, finished = [], nested = {}, ...data }: PausedData,
  decisions: ApprovalDecisions,
  tools: readonly ToolSpec[],
): RestoredState {
  const calls = reply.calls.map((call) => applyDecision(call, decisionOn(call, decisions)));
  return {
    next: { to: 'run-calls', step: { reply: { ...reply, calls: presentCalls(calls, tools) }, finished } },
    // The call to a waiting sub-agent was already approved, if it needed approval.
    approved: new Set([...pending.map(({ callId }) => callId), ...Object.keys(nested)]),
    iteration: data.iteration,
    toolCalls: [...data.toolCalls],
    reasoningTrace: [...data.reasoningTrace],
    errors: [...data.errors],
    warnings: [...(data.warnings ?? [])],
    finishReason: data.finishReason,
    handedTo: data.handedTo,
  };
}

function decisionOn({ id }: RequestedCall, decisions: ApprovalDecisions): ApprovalDecision | undefined {
  return Object.hasOwn(decisions, id) ? decisions[id] : undefined;
}

function requireTarget(name: string | undefined, agent: ResumingAgent): HandoffTarget | undefined {
  const target = name === undefined ? undefined : findTarget(agent.handoffs, name);
  if (name === undefined || target !== undefined) return target;
  throw stale(
    `The conversation was handed over to '${name}', but '${agent.name}' has no handoff to that agent.`,
  );
}

function stale(message: string): ToolwrightError {
  return new ToolwrightError('STALE_RUN', message, {
    blame: 'developer',
    hint: 'Resume it with the agent that paused it.',
  });
}
