import { canonicalJson } from '@toolwright/json';
import { orderedJson } from '../ordered-json.js';
import { showValue } from '../show-value.js';
import type { LockedTool, ToolLock } from '../tool-lock.js';
import type { ContractChange, ContractDiff, Fits, FoundChange } from './contract-change.js';
import { diffTool } from './diff-tool.js';
import { releaseFor } from './release-for.js';
import {
  claimsOf,
  diffFormerNames,
  diffTakenName,
  findRenamedTools,
  type NameClaims,
  nameChange,
  type RenamedTools,
} from './renamed-tools.js';

/** Returns the changes between two locks, their effects, and the release that they require. @param fits compares two schemas */
export function diffLocks(earlier: ToolLock, later: ToolLock, fits: Fits): ContractDiff {
  // The order of members is compared only if both locks record it.
  const isOrdered = earlier.version > 1 && later.version > 1;
  const [before, after] = isOrdered ? [earlier, later] : [withoutOrder(earlier), withoutOrder(later)];
  const was = new Map(before.tools.map((tool) => [tool.name, tool]));
  const is = new Map(after.tools.map((tool) => [tool.name, tool]));
  const same = new Set(
    after.tools.filter((tool) => isSame(was.get(tool.name), tool)).map(({ name }) => name),
  );
  const origins = findOrigins(before, after, same);
  const heirs = findHeirs(origins, was);
  const claims = { before: claimsOf(before), after: claimsOf(after) };
  const renamed = findRenamedTools(before, after);
  const locks: Locks = { before, after, same, claims, origins, heirs, renamed, fits };
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .sort(byCodeUnit)
    .flatMap((name): readonly ContractChange[] => {
      const found = diffNamed(name, was.get(name), is.get(name), locks);
      return found.map((change) => ({ tool: name, ...change }));
    });
  return { changes, release: releaseFor(changes) };
}

function withoutOrder({ tools, ...lock }: ToolLock): ToolLock {
  return {
    ...lock,
    tools: tools.map((tool): LockedTool => {
      try {
        return JSON.parse(canonicalJson(tool));
      } catch (error) {
        // The tool is nested too deeply to print or compare.
        if (error instanceof RangeError) return tool;
        throw error;
      }
    }),
  };
}

/** The two locks, and indexes for comparing their tools. */
interface Locks {
  readonly before: ToolLock;
  readonly after: ToolLock;
  /** The names of the tools that are unchanged, apart from their wire forms. */
  readonly same: ReadonlySet<string>;
  readonly claims: NameClaims;
  readonly origins: Origins;
  readonly heirs: ReadonlyMap<string, string>;
  readonly renamed: RenamedTools;
  readonly fits: Fits;
}

/** Maps each later tool with the content of an earlier tool of another name to that name. */
type Origins = ReadonlyMap<LockedTool, string>;

/** Maps each removed name to the new tool with the same content. */
function findHeirs(origins: Origins, was: ReadonlyMap<string, LockedTool>): ReadonlyMap<string, string> {
  const heirs = new Map<string, string>();
  for (const [{ name }, origin] of origins) {
    if (!was.has(name) && !heirs.has(origin)) heirs.set(origin, name);
  }
  return heirs;
}

/** @param same the names of unchanged tools, which are skipped */
function findOrigins(before: ToolLock, after: ToolLock, same: ReadonlySet<string>): Origins {
  const hasChanged = ({ name }: LockedTool): boolean => !same.has(name);
  const was = new Map<string, string>();
  // Tools with equal contents cannot be distinguished by content.
  const repeated = new Set<string>();
  for (const tool of before.tools.filter(hasChanged)) {
    const content = contentOf(tool);
    if (was.has(content)) repeated.add(content);
    was.set(content, tool.name);
  }
  for (const content of repeated) was.delete(content);
  return new Map(
    after.tools.filter(hasChanged).flatMap((tool): readonly (readonly [LockedTool, string])[] => {
      const origin = was.get(contentOf(tool));
      return origin === undefined || origin === tool.name ? [] : [[tool, origin]];
    }),
  );
}

function isSame(before: LockedTool | undefined, after: LockedTool): boolean {
  try {
    return before !== undefined && orderedJson(withoutWire(before)) === orderedJson(withoutWire(after));
  } catch (error) {
    // The tool is nested too deeply to compare in this way.
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
    const message = origin === undefined ? 'is new' : `is new; it was ${showValue(origin)} before`;
    return [nameChange('compatible', message)];
  }
  if (after === undefined) {
    const successor = renamed.successors.get(name);
    if (successor === undefined) return [nameChange('breaking', `was removed${hintFor(name, locks)}`)];
    // This change is reported for the renamed tool.
    if (renamed.predecessors.get(successor.name) === before) return [];
    return diffRenamed(before, successor, locks);
  }
  const isUnchanged = locks.same.has(name) && before.wire === after.wire;
  const changes = [
    ...diffTakenName(after, locks.claims),
    ...diffFormerNames(before, after, locks.after),
    ...(isUnchanged ? [] : diffTool(before, after, fits)),
  ];
  if (changes.length === 0 || origin === undefined || !explainsMore(before, after, changes, locks))
    return changes;
  const message = `is now what ${showValue(origin)} was: calls reach another tool`;
  return [nameChange('breaking', message), ...changes];
}

/**
 * Whether the names were swapped rather than the content changed. Then the description is unique, or calls no longer fit. Otherwise,
 * two tools that changed compatibly may resemble each other's former version by chance.
 */
function explainsMore(
  before: LockedTool,
  after: LockedTool,
  changes: readonly FoundChange[],
  { before: lock }: Locks,
): boolean {
  const { description } = after;
  const isOwn = lock.tools.filter((tool) => tool.description === description).length === 1;
  const isTold = description !== '' && description !== before.description && isOwn;
  return isTold || changes.some(({ verdict }) => verdict === 'breaking');
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

/** Returns a hint for a tool that may have been renamed: without `@was`, a rename looks like a removal and an addition. */
function hintFor(name: string, { heirs }: Locks): string {
  const present = heirs.get(name);
  return present === undefined ? '' : `; if it is now ${showValue(present)}, \`@was\` keeps calls valid`;
}

function contentOf({ name, title, description, parameters, output, annotations }: LockedTool): string {
  try {
    return canonicalJson({ title, description, parameters, output, annotations });
  } catch (error) {
    // The tool is nested too deeply to print, so it is treated as different from all others.
    if (error instanceof RangeError) return name;
    throw error;
  }
}

/** Compares strings independently of the machine's locale, unlike `localeCompare`. */
function byCodeUnit(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
