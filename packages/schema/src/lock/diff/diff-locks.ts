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
  const origins = findOrigins(before, after);
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .sort(byCodeUnit)
    .flatMap((name): readonly ContractChange[] => {
      const found = diffNamed(was.get(name), is.get(name), origins, fits);
      return found.map((change) => ({ tool: name, ...change }));
    });
  return { changes, release: releaseFor(changes) };
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
