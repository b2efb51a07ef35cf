import {
  findTool,
  isRecord,
  type ToolAnnotations,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';
import { diffAnnotations } from '@toolwright/json-schema';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';
import type { HeldTool } from './held-tool.js';
import { findStaleCall } from './held-tools.js';
import { createMoveFinder, type MoveFinder } from './moved-tools.js';
import { findOtherTool } from './same-tool.js';

/** Hashes of tools by name. Two sets of tools are the same if their hashes are. */
export type ToolSet = Readonly<Record<string, string>>;

export function describeToolSet(tools: readonly ToolSpec[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, parameters, annotations }) => [name, canonicalHash({ parameters, annotations })]),
  );
}

/** The tools that a paused run stored. */
export interface PausedTools {
  readonly tools: ToolSet;
  /** Earlier versions stored annotations or their hashes; the first versions stored nothing. */
  readonly held?: Readonly<Record<string, HeldTool | ToolAnnotations | string>> | undefined;
}

/** The tools of a run to resume. */
export interface ResumedTools {
  readonly all: readonly ToolSpec[];
  readonly offered: readonly ToolSpec[];
}

/**
 * Checks that the called tools still accept the arguments of the stored calls, even if renamed, and that their annotations
 * promise no less. Other tools may be new, removed or changed.
 * @throws ToolwrightError `STALE_RUN`, which lists the calls and the new, removed or changed tools
 */
export function assertToolsFit(
  paused: PausedTools,
  tools: ResumedTools,
  calls: readonly RequestedCall[],
): void {
  const { tools: before } = paused;
  const moves = createMoveFinder(before, tools.all);
  const problems = calls.flatMap((call) => findProblem(call, paused, tools, moves) ?? []);
  if (problems.length === 0) return;
  const now = describeToolSet(tools.offered);
  const added = Object.keys(now).filter((name) => !Object.hasOwn(before, name));
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(now, name));
  const changed = Object.keys(now).filter(
    (name) => Object.hasOwn(before, name) && before[name] !== now[name],
  );
  const lists = [
    ...(removed.length > 0 ? [`gone: ${removed.join(', ')}`] : []),
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
    ...(changed.length > 0 ? [`changed: ${changed.join(', ')}`] : []),
  ];
  const differences = lists.length > 0 ? `; ${lists.join('; ')}` : '';
  throw new ToolwrightError(
    'STALE_RUN',
    [`The tools have changed since the run was paused${differences}.`, ...problems].join(' '),
    {
      blame: 'developer',
      hint: 'Resume with tools that accept the calls of the run unchanged, or start a new run. `@was` keeps former names valid.',
    },
  );
}

function findProblem(
  call: RequestedCall,
  { tools: before, held }: PausedTools,
  tools: ResumedTools,
  moves: MoveFinder,
): string | undefined {
  const { id, name } = call;
  // The model invented the name.
  if (!Object.hasOwn(before, name)) return undefined;
  const no = `The call '${id}' no longer fits:`;
  const tool = findOffered(name, tools);
  if (tool === undefined) return `${no} the tool '${name}' is gone.`;
  const promised = held !== undefined && Object.hasOwn(held, name) ? held[name] : undefined;
  const known = promised !== undefined && isHeldTool(promised) ? promised : undefined;
  const other = findOtherTool(name, known ?? {}, tools.all);
  if (other !== undefined) return `${no} ${other}`;
  const isSame = before[name] === moves.hashOf(tool.name);
  if (isSame && known === undefined) return undefined;
  const isDescribed = known?.description !== undefined && known.description === tool.description;
  const origin = isSame || tool.name !== name ? undefined : moves.findOrigin(name, isDescribed);
  if (origin !== undefined)
    return `${no} '${origin}' is now '${name}', so the call would reach another tool.`;
  if (promised === undefined) return `${no} '${name}' has changed, and the run does not record how.`;
  const value = call.isExact === false || call.args === undefined ? call.text : call.args;
  if (known !== undefined) {
    const problem = findStaleCall({ name, args: value }, known, tools.all);
    return problem && `${no} ${problem}`;
  }
  if (isHeldTool(promised)) return `${no} '${name}' has changed.`;
  const fits = keeps(promised, tool.annotations) && accepts(tool, value);
  return fits ? undefined : `${no} '${tool.name}' has changed.`;
}

function findOffered(name: string, { all, offered }: ResumedTools): ToolSpec | undefined {
  const tool = findTool(all, name);
  return tool !== undefined && offered.includes(tool) ? tool : undefined;
}

function isHeldTool(value: HeldTool | ToolAnnotations | string): value is HeldTool {
  if (!isRecord(value) || !isRecord(value.parameters) || !isRecord(value.annotations)) return false;
  const { name, description, was, claimedBy } = value;
  const isIdentified = [name, description].every((one) => one === undefined || typeof one === 'string');
  const isClaimed = claimedBy === undefined || Array.isArray(claimedBy);
  return isIdentified && isClaimed && (was === undefined || isFormer(was));
}

function isFormer(was: unknown): boolean {
  return isRecord(was) && (was.parameters === undefined || isRecord(was.parameters));
}

/** Whether an earlier approval still holds: the tool is no more destructive, and still needs approval if it did before. */
function keeps(before: ToolAnnotations | string, now: ToolAnnotations): boolean {
  if (typeof before === 'string') return before === canonicalHash({ annotations: now });
  return diffAnnotations({ annotations: before }, { annotations: now }).every(
    ({ verdict }) => verdict !== 'breaking',
  );
}

function accepts({ name, parameters }: ToolSpec, value: unknown): boolean {
  const tool = new FunctionTool({ name, description: '', parameters, fn: () => null });
  return new ToolRegistry().register(tool).validate(name, value).ok;
}
