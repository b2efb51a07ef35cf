import { listNames, type ToolSpec } from '@toolwright/contract';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';

/** Returns the error for a call to a tool that exists but was not offered with this request. */
export function findNotOffered(
  name: string,
  offered: readonly ToolSpec[],
  all: readonly ToolSpec[],
): string | undefined {
  const has = (tools: readonly ToolSpec[]) => tools.some((tool) => tool.name === name);
  if (has(offered) || !has(all)) return undefined;
  const names = offered.map((tool) => tool.name);
  const possible = names.length === 0 ? 'Answer without tools.' : listNames(names);
  return `The tool '${name}' is not available in this step. ${possible}`;
}

/** Refuses calls to tools that exist but were not offered with this request. */
export function refuseOthers(
  calls: readonly RequestedCall[],
  offered: readonly ToolSpec[],
  all: readonly ToolSpec[],
): readonly RequestedCall[] {
  const problems = calls.map(({ name, problem }) => problem ?? findNotOffered(name, offered, all));
  if (calls.every(({ problem }, index) => problem === problems[index])) return calls;
  return calls.map((call, index) => ({ ...call, problem: problems[index] }));
}
