import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../canonical-json.js';
import { showValue } from '../show-value.js';
import type { LockedTool, ToolLock } from '../tool-lock.js';
import type { ContractChange, ContractDiff, Fits, FoundChange } from './contract-change.js';
import { diffTool } from './diff-tool.js';
import { releaseFor } from './release-for.js';

/** What has changed between two locks, for whom, and which release it asks for. @param fits compares two schemas */
export function diffLocks(before: ToolLock, after: ToolLock, fits: Fits): ContractDiff {
  const was = new Map(before.tools.map((tool) => [tool.name, tool]));
  const is = new Map(after.tools.map((tool) => [tool.name, tool]));
  const same = new Set(
    after.tools.filter((tool) => isSame(was.get(tool.name), tool)).map(({ name }) => name),
  );
  const origins = findOrigins(before, after, same);
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .sort(byCodeUnit)
    .flatMap((name): readonly ContractChange[] => {
      if (same.has(name) && was.get(name)?.wire === is.get(name)?.wire) return [];
      const found = diffNamed(was.get(name), is.get(name), origins, fits);
      return found.map((change) => ({ tool: name, ...change }));
    });
  return { changes, release: releaseFor(changes) };
}

/** For tools that are what a tool of another name was, and no longer is: that name. */
type Origins = ReadonlyMap<LockedTool, string>;

/** @param same the names of tools that have not changed: their contents are not printed */
function findOrigins(before: ToolLock, after: ToolLock, same: ReadonlySet<string>): Origins {
  const hasChanged = ({ name }: LockedTool): boolean => !same.has(name);
  const was = new Map(before.tools.filter(hasChanged).map((tool) => [contentOf(tool), tool.name]));
  return new Map(
    after.tools.filter(hasChanged).flatMap((tool): readonly (readonly [LockedTool, string])[] => {
      const origin = was.get(contentOf(tool));
      return origin === undefined || origin === tool.name ? [] : [[tool, origin]];
    }),
  );
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
  before: LockedTool | undefined,
  after: LockedTool | undefined,
  origins: Origins,
  fits: Fits,
): readonly FoundChange[] {
  const place = { side: 'name', path: '' } as const;
  const origin = after && origins.get(after);
  if (before === undefined) {
    const message = origin === undefined ? 'is new' : `is new; it is what ${showValue(origin)} was`;
    return [{ ...place, verdict: 'compatible', message }];
  }
  if (after === undefined) return [{ ...place, verdict: 'breaking', message: 'is gone' }];
  const changes = diffTool(before, after, fits);
  if (changes.length === 0 || origin === undefined) return changes;
  const message = `is now what ${showValue(origin)} was: calls reach another tool`;
  return [{ ...place, verdict: 'breaking', message }, ...changes];
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
