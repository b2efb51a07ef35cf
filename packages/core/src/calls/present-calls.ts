import {
  type FormerNames,
  findTool,
  type JsonObject,
  type ToolSpec,
  withPresentNames,
} from '@toolwright/contract';
import { readJson, writeJson } from '@toolwright/json';
import { withPlainArguments } from '../protocols/native-calls.js';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';

/**
 * Calls with plain arguments, under the present names of tools and arguments: what policies, people and records are shown. A policy that names a tool holds for
 * it whatever name the model used. Gives the same list if there is nothing to change.
 * @param tools all tools of the agent: one that has a name is meant, not one that had it, also if the run may not use it
 */
export function presentCalls(
  calls: readonly RequestedCall[],
  tools: readonly ToolSpec[],
): readonly RequestedCall[] {
  const hasMoved = tools.some(({ was }) => was !== undefined);
  if (!hasMoved && calls.every((call) => withPlainArguments(call) === call)) return calls;
  const present = calls.map((call) => presentCall(withPlainArguments(call), tools));
  return present.every((call, index) => call === calls[index]) ? calls : present;
}

function presentCall(call: RequestedCall, tools: readonly ToolSpec[]): RequestedCall {
  const tool = findTool(tools, call.name);
  if (tool?.was === undefined) return call;
  const { name } = tool;
  const moved = withPresentArguments(call, tool);
  return name === call.name ? moved : { ...moved, name, calledAs: call.calledAs ?? call.name };
}

/** A call of a tool with the present names of its arguments; refused if an argument has two. */
export function withPresentArguments(call: RequestedCall, { name, was }: ToolSpec): RequestedCall {
  const { args, isExact } = call;
  if (args === undefined) return call;
  const moved = withPresentNames(args, was?.parameters);
  if (!moved.ok) {
    // As the registry says it.
    const problem = `Invalid arguments for '${name}': ${moved.message}`;
    return { ...call, problem: call.problem ?? problem };
  }
  if (moved.args === args) return call;
  // Only the text has all digits of its numbers.
  const exact = isExact === false ? presentArgumentsText(call.text, was) : undefined;
  // Moved members of a JSON object are one.
  return { ...call, args: moved.args as JsonObject, text: exact ?? writeJson(moved.args) };
}

/** The text of arguments under present names, with all digits of its numbers; undefined if it is no JSON object, or if an argument has two names. */
export function presentArgumentsText(text: string, was: FormerNames = {}): string | undefined {
  const read = readJson(text);
  if (!read.ok || typeof read.value !== 'object' || read.value === null) return undefined;
  const moved = withPresentNames(read.value, was.parameters);
  return moved.ok ? writeJson(moved.args) : undefined;
}
