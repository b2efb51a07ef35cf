import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../canonical-json.js';
import { showValue } from '../show-value.js';
import type { LockedTool, ToolLock } from '../tool-lock.js';
import type { ContractChange, ContractDiff, Fits, FoundChange } from './contract-change.js';
import { diffTool } from './diff-tool.js';
import { releaseFor } from './release-for.js';
import {
  diffFormerNames,
  diffTakenName,
  findRenamedTools,
  nameChange,
  type RenamedTools,
} from './renamed-tools.js';

/** What has changed between two locks, for whom, and which release it asks for. @param fits compares two schemas */
export function diffLocks(before: ToolLock, after: ToolLock, fits: Fits): ContractDiff {
  const was = new Map(before.tools.map((tool) => [tool.name, tool]));
  const is = new Map(after.tools.map((tool) => [tool.name, tool]));
  const origins = findOrigins(before, after);
  const locks: Locks = { before, after, origins, renamed: findRenamedTools(before, after), fits };
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .sort(byCodeUnit)
    .flatMap((name): readonly ContractChange[] => {
      const found = diffNamed(name, was.get(name), is.get(name), locks);
      return found.map((change) => ({ tool: name, ...change }));
    });
  return { changes, release: releaseFor(changes) };
}

/** What the tools of two locks are compared with. */
interface Locks {
  readonly before: ToolLock;
  readonly after: ToolLock;
  readonly origins: Origins;
  readonly renamed: RenamedTools;
  readonly fits: Fits;
}

/** For tools that are what a tool of another name was, and no longer is: that name. */
type Origins = ReadonlyMap<LockedTool, string>;

function findOrigins(before: ToolLock, after: ToolLock): Origins {
  const own = new Map(before.tools.map((tool) => [tool.name, tool]));
  const changed = after.tools.filter((tool) => !isSame(own.get(tool.name), tool));
  // Most often: contents are only printed if some have changed.
  if (changed.length === 0) return new Map();
  const was = new Map(before.tools.map((tool) => [contentOf(tool), tool.name]));
  const is = new Map(after.tools.map((tool) => [tool.name, contentOf(tool)]));
  const origins = new Map<LockedTool, string>();
  for (const tool of changed) {
    const content = is.get(tool.name) ?? '';
    const origin = was.get(content);
    if (origin !== undefined && origin !== tool.name && is.get(origin) !== content) origins.set(tool, origin);
  }
  return origins;
}

function isSame(before: LockedTool | undefined, after: LockedTool): boolean {
  try {
    return before !== undefined && isDeepStrictEqual(withoutWire(before), withoutWire(after));
  } catch (error) {
    // Nested too deeply to be compared in this way.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function withoutWire({ wire: _wire, ...content }: LockedTool): object {
  return content;
}

function diffNamed(
  name: string,
  before: LockedTool | undefined,
  after: LockedTool | undefined,
  locks: Locks,
): readonly FoundChange[] {
  const { origins, renamed, fits } = locks;
  const origin = after && origins.get(after);
  const predecessor = renamed.predecessors.get(name);
  if (before === undefined) {
    if (after !== undefined && predecessor !== undefined) return diffRenamed(predecessor, after, locks);
    const message = origin === undefined ? 'is new' : `is new; it is what ${showValue(origin)} was`;
    return [nameChange('compatible', message)];
  }
  if (after === undefined) {
    const successor = renamed.successors.get(name);
    if (successor === undefined) return [nameChange('breaking', `is gone${hintFor(name, locks)}`)];
    // Said of the tool that it is now.
    if (renamed.predecessors.get(successor.name) === before) return [];
    return diffRenamed(before, successor, locks);
  }
  const changes = [
    ...diffTakenName(after, locks.before, locks.after),
    ...diffFormerNames(before, after, locks.after),
    ...diffTool(before, after, fits),
  ];
  if (changes.length === 0 || origin === undefined) return changes;
  const message = `is now what ${showValue(origin)} was: calls reach another tool`;
  return [nameChange('breaking', message), ...changes];
}

function diffRenamed(
  before: LockedTool,
  after: LockedTool,
  { after: lock, fits }: Locks,
): readonly FoundChange[] {
  const names = `${showValue(before.name)} is ${showValue(after.name)} now`;
  return [
    nameChange('compatible', `${names}; calls may use either name`),
    ...diffFormerNames(before, after, lock),
    ...diffTool(before, after, fits),
  ];
}

/** A tool that has another name looks like one that is gone beside one that is new. */
function hintFor(name: string, { before, origins }: Locks): string {
  const names = new Set(before.tools.map((tool) => tool.name));
  const [present] = [...origins].find(([tool, origin]) => origin === name && !names.has(tool.name)) ?? [];
  return present === undefined
    ? ''
    : `; it is ${showValue(present.name)} now: \`@was\` there keeps calls valid`;
}

function contentOf({ name, title, description, parameters, output, annotations }: LockedTool): string {
  try {
    return canonicalJson({ title, description, parameters, output, annotations });
  } catch (error) {
    // Nested too deeply to be printed: like no other tool.
    if (error instanceof RangeError) return name;
    throw error;
  }
}

/** Not by `localeCompare`, which depends on the machine. */
function byCodeUnit(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
