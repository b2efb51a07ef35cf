import type { ToolSpec } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';

/** Detects tools that may have swapped names with other tools. */
export interface MoveFinder {
  /** Returns the hash of the current tool with this name. */
  hashOf(name: string): string | undefined;
  /**
   * Returns the former name of the tool that now has this name, if it had another. Two tools that changed independently are not
   * reported: the other tool must be gone, or the names must have been swapped, possibly through several tools.
   * @param isDescribed whether the description is unchanged; if so, the removal of the other tool alone proves nothing
   */
  findOrigin(name: string, isDescribed: boolean): string | undefined;
}

/** @param before hashes by tool name */
export function createMoveFinder(
  before: Readonly<Record<string, string>>,
  tools: readonly ToolSpec[],
): MoveFinder {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const former = new Set(tools.flatMap(({ was }) => was?.tool ?? []));
  const origins = new Map<string, string[]>();
  for (const [name, hash] of Object.entries(before)) {
    const names = origins.get(hash);
    if (names === undefined) origins.set(hash, [name]);
    else names.push(name);
  }
  const hashes = new Map<string, string>();
  const hashOf = (name: string): string | undefined => {
    const tool = byName.get(name);
    const known = hashes.get(name);
    if (tool === undefined || known !== undefined) return known;
    const hash = canonicalHash({ parameters: tool.parameters, annotations: tool.annotations });
    hashes.set(name, hash);
    return hash;
  };
  /** Returns other tools that used to be identical to the tool that now has this name, and have changed since. */
  const originsOf = (name: string): readonly string[] =>
    (origins.get(hashOf(name) ?? '') ?? []).filter((other) => before[other] !== hashOf(other));
  const isGone = (name: string): boolean => !byName.has(name) && !former.has(name);
  return {
    hashOf,
    findOrigin: (name, isDescribed) => {
      const direct = originsOf(name);
      const gone = isDescribed ? undefined : direct.find(isGone);
      // Maps each tool to the first step of the path to it. Tools that are now identical have the same origins.
      const firsts = new Map(direct.map((other) => [other, other]));
      const seen = new Set([hashOf(name)]);
      for (const [other, first] of firsts) {
        const hash = hashOf(other);
        if (gone !== undefined || seen.has(hash)) continue;
        seen.add(hash);
        for (const next of originsOf(other)) {
          if (next === name) return first;
          if (!firsts.has(next)) firsts.set(next, first);
        }
      }
      return gone;
    },
  };
}
