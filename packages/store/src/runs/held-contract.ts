import { isDeepStrictEqual } from 'node:util';
import { findTool, type ToolSpec } from '@toolwright/contract';
import {
  findStaleCall,
  type HeldTool,
  type HeldTools,
  holdTools,
  presentArgumentsText,
} from '@toolwright/core';
import type { StartedCall } from './step-recorder.js';

/**
 * Returns the tools that a reply may call: those whose names occur in it, in any protocol. Undefined if all are already recorded unchanged.
 * @param known the tools recorded before
 */
export function toolsOfReply(
  reply: unknown,
  tools: readonly ToolSpec[],
  known: HeldTools = {},
): HeldTools | undefined {
  const text = JSON.stringify(reply) ?? '';
  const names = tools.flatMap(({ name, was }) => [name, ...(was?.tool ?? [])]);
  const held = Object.entries(
    holdTools(
      tools,
      names.filter((name) => text.includes(name)),
    ),
  );
  const added = held.filter(([name, tool]) => !isDeepStrictEqual(findHeld(name, known), tool));
  return added.length === 0 ? undefined : Object.fromEntries(added);
}

/** Returns the reason a recorded call does not fit the current tools. Undefined if it fits or if its original tool was not recorded. */
export function findStale(
  call: StartedCall,
  args: unknown,
  known: HeldTools,
  tools: readonly ToolSpec[],
): string | undefined {
  const name = call.calledAs ?? call.name;
  const before = findHeld(name, known);
  if (before === undefined) return undefined;
  const problem = findStaleCall({ name, args }, before, tools);
  return problem && `The call '${call.callId}' no longer fits: ${problem}`;
}

function findHeld(name: string, known: HeldTools): HeldTool | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** Describes the problem if a call that started under earlier tools would now reach a different tool. Otherwise returns undefined. */
export function findMoved(
  recorded: Pick<StartedCall, 'name'>,
  call: StartedCall,
  tools: readonly ToolSpec[],
): string | undefined {
  const meant = findTool(tools, recorded.name)?.name;
  if (meant === call.name || recorded.name === call.name) return undefined;
  return `The call '${call.callId}' no longer fits: it started as '${recorded.name}', and would now reach '${call.name}'.`;
}

/** Whether the recorded arguments equal those of a call, except for renamed parameters. */
export function areSameArguments(
  recorded: Pick<StartedCall, 'name' | 'arguments'>,
  { arguments: text }: StartedCall,
  tools: readonly ToolSpec[],
): boolean {
  if (recorded.arguments === text) return true;
  const { was } = findTool(tools, recorded.name) ?? {};
  if (was?.parameters === undefined) return false;
  const moved = presentArgumentsText(recorded.arguments, was);
  return moved !== undefined && moved === presentArgumentsText(text);
}
