import { type ToolSpec, ToolwrightError, type UserMessage } from '@toolwright/contract';
import { type ApprovalDecisions, applyDecision, checkDecisions } from './decision.js';
import type { PausedData } from './paused-run.js';
import { readPausedRun } from './read-paused-run.js';
import { assertSameTools } from './tool-set.js';

/** A run that goes on where it was paused, with what a person has decided. */
export interface ResumedRun {
  readonly runId: string;
  readonly input: UserMessage;
  readonly data: PausedData;
  /** The ids of the calls that may be executed although they need approval. */
  readonly approved: ReadonlySet<string>;
}

/**
 * Puts decisions to the calls that wait for them.
 * @throws ToolwrightError `INVALID_RUN`, `STALE_RUN` for an agent or tools other than those it was paused with, or `USAGE`
 */
export function resumeRun(
  paused: unknown,
  decisions: ApprovalDecisions,
  agent: { readonly name: string; readonly tools: readonly ToolSpec[] },
): ResumedRun {
  const { run, data } = readPausedRun(paused);
  if (run.agent !== agent.name) {
    throw new ToolwrightError(
      'STALE_RUN',
      `This run belongs to the agent '${run.agent}', not to '${agent.name}'.`,
      {
        blame: 'developer',
        hint: 'Resume it with that agent.',
      },
    );
  }
  assertSameTools(data.tools, agent.tools);
  checkDecisions(run.pending, decisions);
  const calls = data.reply.calls.map((call) =>
    applyDecision(call, Object.hasOwn(decisions, call.id) ? decisions[call.id] : undefined),
  );
  const input = data.added.find((message) => message.role === 'user') ?? { role: 'user', content: '' };
  return {
    runId: run.runId,
    input,
    data: { ...data, reply: { ...data.reply, calls } },
    approved: new Set(run.pending.map(({ callId }) => callId)),
  };
}
