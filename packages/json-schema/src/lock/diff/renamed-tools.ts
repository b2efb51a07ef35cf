import { findTool } from '@toolwright/contract';
import { showValue } from '../show-value.js';
import type { LockedTool, ToolLock } from '../tool-lock.js';
import type { FoundChange } from './contract-change.js';

/** The tools that have different names in two locks, according to `@was`. */
export interface RenamedTools {
  /** Maps each removed name to the tool that calls under this name now reach. */
  readonly successors: ReadonlyMap<string, LockedTool>;
  /** Maps each new name of a renamed tool to the tool's earlier version. */
  readonly predecessors: ReadonlyMap<string, LockedTool>;
}

export function findRenamedTools(before: ToolLock, after: ToolLock): RenamedTools {
  const successors = new Map<string, LockedTool>();
  const predecessors = new Map<string, LockedTool>();
  if (after.tools.every(({ was }) => was?.tool === undefined)) return { successors, predecessors };
  const had = new Set(before.tools.map(({ name }) => name));
  const has = new Set(after.tools.map(({ name }) => name));
  for (const tool of before.tools) {
    const successor = has.has(tool.name) ? undefined : findTool(after.tools, tool.name);
    if (successor === undefined) continue;
    successors.set(tool.name, successor);
    if (!had.has(successor.name) && !predecessors.has(successor.name)) predecessors.set(successor.name, tool);
  }
  return { successors, predecessors };
}

/** Returns the changes to a tool's former names. */
export function diffFormerNames(
  before: LockedTool,
  after: LockedTool,
  lock: ToolLock,
): readonly FoundChange[] {
  const [was, is] = [before.was?.tool ?? [], after.was?.tool ?? []];
  const lost = was.filter((name) => findTool(lock.tools, name) !== after);
  const added = is.filter((name) => name !== before.name && !was.includes(name));
  return [
    ...lost.map((name) => nameChange('breaking', `can no longer be called ${showValue(name)}`)),
    ...added
      .filter((name) => findTool(lock.tools, name) === after)
      .map((name) => nameChange('compatible', `may be called ${showValue(name)}, a former name`)),
  ];
}

export function nameChange(verdict: FoundChange['verdict'], message: string): FoundChange {
  return { side: 'name', path: '', verdict, message };
}

/** Maps each former name to the tools that claim it, in both locks. */
export interface NameClaims {
  readonly before: ReadonlyMap<string, readonly LockedTool[]>;
  readonly after: ReadonlyMap<string, readonly LockedTool[]>;
}

export function claimsOf({ tools }: ToolLock): ReadonlyMap<string, readonly LockedTool[]> {
  const claims = new Map<string, LockedTool[]>();
  for (const tool of tools) {
    for (const name of tool.was?.tool ?? []) {
      if (name === tool.name) continue;
      const others = claims.get(name);
      if (others === undefined) claims.set(name, [tool]);
      else others.push(tool);
    }
  }
  return claims;
}

/** Reports a name that another tool claims as a former name, because its calls may have been meant for the other tool. */
export function diffTakenName({ name }: LockedTool, claims: NameClaims): readonly FoundChange[] {
  const [owner] = claims.before.has(name) ? [] : (claims.after.get(name) ?? []);
  if (owner === undefined) return [];
  const message = `is now also the former name of another tool: ${showValue(owner.name)} was ${showValue(name)}`;
  return [nameChange('breaking', message)];
}
