import type { ToolSpec } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';

/** Tells which tools may have changed places with others. */
export interface MoveFinder {
  /** Of the present tool of a name. */
  hashOf(name: string): string | undefined;
  /**
   * The name of another tool that was what the tool of this name is now. Only where this cannot be two tools that have changed on their
   * own: the other one is gone, or they have changed places, perhaps with others between them.
   * @param isDescribed the tool has its description still, so nothing took the place of it if only the other one is gone
   */
  findOrigin(name: string, isDescribed: boolean): string | undefined;
}

/** @param before hashes by names */
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
  /** The tools that were what the tool of a name is now, and no longer are. */
  const originsOf = (name: string): readonly string[] =>
    (origins.get(hashOf(name) ?? '') ?? []).filter((other) => before[other] !== hashOf(other));
  const isGone = (name: string): boolean => !byName.has(name) && !former.has(name);
  return {
    hashOf,
    findOrigin: (name, isDescribed) => {
      const direct = originsOf(name);
      const gone = isDescribed ? undefined : direct.find(isGone);
      // Each with the first step of the way to it; tools that are alike now have the same origins.
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
