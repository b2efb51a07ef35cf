import { findTool, type PendingCall, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { type ApprovalDecisions, findStaleCall, type HeldTool, type HeldTools } from '@toolwright/core';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import type { Database } from './database.js';
import { contractOf, type ToolContract } from './tool-contract.js';

/** The tools of the calls when the person was asked. Earlier versions of this package recorded hashes. */
export type AskedTools = HeldTools | ToolContract;

/** A person's decisions, and the tools as the person saw them. */
export interface DecidedCalls {
  readonly run: string;
  readonly calls: readonly PendingCall[];
  readonly decisions: ApprovalDecisions;
  readonly asked: AskedTools;
}

/**
 * Asserts that the tools of this version accept the approved calls that have not started: the arguments are valid, and the annotations
 * promise no less.
 * @throws ToolwrightError `STALE_RUN`
 */
export async function assertCallsFit(
  database: Database,
  { run, calls, decisions, asked }: DecidedCalls,
  tools: readonly ToolSpec[],
): Promise<void> {
  const unfit = calls.flatMap((call) => {
    const decision = decisions[call.callId];
    if (!decision?.approved) return [];
    const problem = findProblem(call, decision.arguments ?? call.arguments, asked, tools);
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
    hint: 'Deploy a version whose tools accept the approved calls.',
  });
}

function findProblem(
  { callId, name }: PendingCall,
  args: unknown,
  asked: AskedTools,
  tools: readonly ToolSpec[],
): string | undefined {
  // The call uses the current name of its tool, which may have had another name when the person was asked.
  const names = Object.keys(asked);
  const known = names.find((one) => one === name) ?? names.find((one) => findTool(tools, one)?.name === name);
  const before = known === undefined ? undefined : asked[known];
  if (known === undefined || before === undefined) return undefined;
  const approved = `The approved call '${callId}' of '${name}' no longer fits:`;
  if (!isHashed(before)) {
    const problem = findStaleCall({ name: known, args }, before, tools);
    return problem && `${approved} ${problem}`;
  }
  const [, annotations] = before;
  const now = contractOf(tools)[name];
  if (before.join() === now?.join()) return undefined;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return `${approved} the tool no longer exists.`;
  if (contractOf([tool])[name]?.[1] !== annotations) return `${approved} the annotations have changed.`;
  const { description, parameters } = tool;
  const registry = new ToolRegistry().register(
    new FunctionTool({ name, description, parameters, execute: () => null }),
  );
  const result = registry.validate(name, args);
  return result.ok ? undefined : `${approved} ${result.message}`;
}

function isHashed(value: HeldTool | ToolContract[string]): value is ToolContract[string] {
  return Array.isArray(value);
}
