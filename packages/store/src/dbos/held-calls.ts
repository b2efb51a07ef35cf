import { type PendingCall, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import type { ApprovalDecisions } from '@toolwright/core';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import type { Database } from './database.js';
import { contractOf, type ToolContract } from './tool-contract.js';

/** What the tools of the calls are when a person is asked about them. */
export function heldContract(calls: readonly PendingCall[], tools: readonly ToolSpec[]): ToolContract {
  const names = new Set(calls.map(({ name }) => name));
  return contractOf(tools.filter(({ name }) => names.has(name)));
}

/** The calls that a person has approved, under the tools that the person was told of. */
export interface DecidedCalls {
  readonly run: string;
  readonly calls: readonly PendingCall[];
  readonly decisions: ApprovalDecisions;
  readonly asked: ToolContract;
}

/**
 * Approved calls that have not begun must fit the tools of this version: these take the arguments, and their annotations are the same.
 * @throws ToolwrightError `STALE_RUN`
 */
export async function assertCallsFit(
  database: Database,
  { run, calls, decisions, asked }: DecidedCalls,
  tools: readonly ToolSpec[],
): Promise<void> {
  const now = contractOf(tools);
  const unfit = calls.flatMap((call) => {
    const decision = decisions[call.callId];
    const [before, after] = [asked[call.name], now[call.name]];
    if (!decision?.approved || before === undefined || before.join() === after?.join()) return [];
    const problem = findProblem(call, decision.arguments ?? call.arguments, before, tools);
    return problem === undefined ? [] : [{ ...call, problem }];
  });
  if (unfit.length === 0) return;
  const { rows } = await database.query<{ call: string }>(
    'SELECT call FROM toolwright.tool_starts WHERE run = $1 AND call = ANY($2)',
    [run, unfit.map(({ callId }) => `${callId}/0`)],
  );
  const begun = new Set(rows.map(({ call }) => call));
  const problems = unfit.filter(({ callId }) => !begun.has(`${callId}/0`)).map(({ problem }) => problem);
  if (problems.length === 0) return;
  throw new ToolwrightError('STALE_RUN', problems.join(' '), {
    blame: 'developer',
    hint: 'Deploy a version whose tools take the calls that were approved.',
  });
}

function findProblem(
  { callId, name }: PendingCall,
  args: unknown,
  [, annotations]: ToolContract[string],
  tools: readonly ToolSpec[],
): string | undefined {
  const approved = `The approved call '${callId}' of '${name}' no longer fits:`;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return `${approved} the tool is gone.`;
  if (contractOf([tool])[name]?.[1] !== annotations) return `${approved} the annotations have changed.`;
  const { description, parameters } = tool;
  const registry = new ToolRegistry().register(
    new FunctionTool({ name, description, parameters, fn: () => null }),
  );
  const result = registry.validate(name, args);
  return result.ok ? undefined : `${approved} ${result.message}`;
}
