import { type ToolAnnotations, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { canonicalHash, diffAnnotations } from '@toolwright/schema';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';

/** A hash of each tool by its name, which tells whether two sets of tools are the same. */
export type ToolSet = Readonly<Record<string, string>>;

export function describeToolSet(tools: readonly ToolSpec[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, parameters, annotations }) => [name, canonicalHash({ parameters, annotations })]),
  );
}

/** The annotations of the tools that are called: a person has decided about a call by what its tool was said to do. */
export function describeHeld(
  tools: readonly ToolSpec[],
  calls: readonly RequestedCall[],
): Readonly<Record<string, ToolAnnotations>> {
  const held = new Set(calls.map(({ name }) => name));
  return Object.fromEntries(
    tools.filter(({ name }) => held.has(name)).map(({ name, annotations }) => [name, annotations]),
  );
}

/** What a paused run says of its tools. */
export interface PausedTools {
  readonly tools: ToolSet;
  /** Earlier versions recorded hashes, and the earliest nothing. */
  readonly held?: Readonly<Record<string, ToolAnnotations | string>> | undefined;
}

/**
 * Other tools may be new, gone or changed. Those of the calls that a run holds must still take their arguments, and their annotations must
 * promise no less.
 * @throws ToolwrightError `STALE_RUN` that names the calls, and what is new, gone or changed
 */
export function assertToolsFit(
  paused: PausedTools,
  tools: readonly ToolSpec[],
  calls: readonly RequestedCall[],
): void {
  const { tools: before } = paused;
  const now = describeToolSet(tools);
  if (calls.every((call) => fits(call, paused, tools, now))) return;
  const added = Object.keys(now).filter((name) => !Object.hasOwn(before, name));
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(now, name));
  const changed = Object.keys(now).filter(
    (name) => Object.hasOwn(before, name) && before[name] !== now[name],
  );
  const differences = [
    ...(removed.length > 0 ? [`gone: ${removed.join(', ')}`] : []),
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
    ...(changed.length > 0 ? [`changed: ${changed.join(', ')}`] : []),
  ];
  throw new ToolwrightError(
    'STALE_RUN',
    `The tools are not those that the run was paused with; ${differences.join('; ')}.`,
    {
      blame: 'developer',
      hint: 'Resume with tools that take the calls of the run as they are, or ask again.',
    },
  );
}

function fits(
  call: RequestedCall,
  { tools: before, held }: PausedTools,
  tools: readonly ToolSpec[],
  now: ToolSet,
): boolean {
  const { name } = call;
  // The model has made up the name.
  if (!Object.hasOwn(before, name) || before[name] === now[name]) return true;
  const tool = tools.find((one) => one.name === name);
  const promised = held?.[name];
  return (
    tool !== undefined && promised !== undefined && keeps(promised, tool.annotations) && accepts(tool, call)
  );
}

/** Whether a person who has agreed to a call would agree again: the tool got no more destructive, and asks no less. */
function keeps(before: ToolAnnotations | string, now: ToolAnnotations): boolean {
  if (typeof before === 'string') return before === canonicalHash({ annotations: now });
  return diffAnnotations(before, now).every(({ verdict }) => verdict !== 'breaking');
}

function accepts(
  { name, description, parameters }: ToolSpec,
  { args, text, isExact }: RequestedCall,
): boolean {
  const tool = new FunctionTool({ name, description, parameters, fn: () => null });
  const value = isExact === false || args === undefined ? text : args;
  return new ToolRegistry().register(tool).validate(name, value).ok;
}
