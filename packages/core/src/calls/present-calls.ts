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
 * Returns the calls as policies, people and records see them: with plain arguments, and with the current names of tools and
 * arguments. A policy for a tool thus applies whatever name the model used. Returns the same list if nothing changes.
 * @param tools all tools of the agent, even if the run may not use them: a current name takes precedence over a former name
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

/** Returns a call with the current names of its arguments; a refused call if an argument is given under two names. */
export function withPresentArguments(call: RequestedCall, { name, was }: ToolSpec): RequestedCall {
  const { args, isExact } = call;
  if (args === undefined) return call;
  const moved = withPresentNames(args, was?.parameters);
  if (!moved.ok) {
    // The registry uses the same wording.
    const problem = `Invalid arguments for '${name}': ${moved.message}`;
    return { ...call, problem: call.problem ?? problem };
  }
  if (moved.args === args) return call;
  // Only the text keeps the full precision of numbers.
  const exact = isExact === false ? presentArgumentsText(call.text, was) : undefined;
  // Renaming members of a JSON object gives a JSON object.
  return { ...call, args: moved.args as JsonObject, text: exact ?? writeJson(moved.args) };
}

/** Renames arguments in JSON text without losing precision; undefined if it is not an object or gives an argument twice. */
export function presentArgumentsText(text: string, was: FormerNames = {}): string | undefined {
  const read = readJson(text);
  if (!read.ok || typeof read.value !== 'object' || read.value === null) return undefined;
  const moved = withPresentNames(read.value, was.parameters);
  return moved.ok ? writeJson(moved.args) : undefined;
}
