import { DBOS } from '@dbos-inc/dbos-sdk';
import type { ToolExecution, ToolOutcome, ToolSource } from '@toolwright/contract';
import { describeRefusal, restoreState, stateToJson } from '../shared-state.js';
import type { KnownOutcome, RunMemo } from './run-memo.js';

/** Writes down that a call begins. False where it began before: then it was cut off. */
export type ClaimStart = (call: string) => Promise<boolean>;

/** Tools each of whose calls is a step. A call that is not repeatable begins once only. */
export function durableTools(tools: ToolSource, memo: RunMemo, claimStart: ClaimStart): ToolSource {
  return {
    listTools: () => tools.listTools(),
    execute: async (name, args, execution) => {
      const { callId, state } = execution;
      const known = memo.outcomes.get(callId) ?? refuse(memo, callId);
      const done = known ?? (await takeStep(tools, memo, claimStart, name, args, execution));
      if (done === undefined) return interrupt(memo, name, args, callId);
      memo.outcomes.set(callId, done);
      restoreState(state, done.state);
      return done.outcome;
    },
  };
}

/** Undefined where the call was cut off. */
async function takeStep(
  tools: ToolSource,
  memo: RunMemo,
  claimStart: ClaimStart,
  name: string,
  args: unknown,
  execution: ToolExecution,
): Promise<KnownOutcome | undefined> {
  const { callId, state } = execution;
  const { readOnly, idempotent } = tools.listTools().find((tool) => tool.name === name)?.annotations ?? {};
  const repeatable = readOnly === true || idempotent === true;
  const attempt = `${callId}/${memo.attempts.get(callId) ?? 0}`;
  const step = await DBOS.runStep(
    async (): Promise<{ done?: KnownOutcome }> => {
      if (!repeatable && !(await claimStart(attempt))) return {};
      const outcome = await tools.execute(name, args, execution);
      return { done: { outcome, state: stateToJson(state) } };
    },
    { name: `tool ${name}` },
  );
  return step.done;
}

/** The run goes on until all calls of the step have ended; then the model is not asked, but a person. */
function interrupt(memo: RunMemo, name: string, args: unknown, callId: string): ToolOutcome {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  memo.interrupted.set(callId, { callId, name, arguments: text, interrupted: true });
  memo.attempts.set(callId, (memo.attempts.get(callId) ?? 0) + 1);
  return { result: null, error: describeRefusal(undefined) };
}

function refuse(memo: RunMemo, callId: string): KnownOutcome | undefined {
  const decision = memo.decisions.get(callId);
  if (decision === undefined || decision.approved) return undefined;
  return { outcome: { result: null, error: describeRefusal(decision.reason) } };
}
