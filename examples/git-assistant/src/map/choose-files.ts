import { fileKindOf } from '../diff/file-kind.js';

/** Deeper folders are treated as one. */
const MAX_DEPTH = 4;

/**
 * All files in the order of the map: sources before tests before everything else. Within each group, folders take turns, so that no part of
 * a monorepo fills the map.
 */
export function orderForMap(paths: readonly string[]): string[] {
  const groups: string[][] = [[], [], []];
  for (const path of paths) groups[rank(path)]?.push(path);
  return groups.flatMap((group) => takeTurns(group.sort(), 0));
}

function rank(path: string): 0 | 1 | 2 {
  const kind = fileKindOf(path);
  return kind === 'source' ? 0 : kind === 'test' ? 1 : 2;
}

/** The files of a folder first, then one file of each folder below, and so on. */
function takeTurns(paths: readonly string[], depth: number): string[] {
  const own: string[] = [];
  const below = new Map<string, string[]>();
  for (const path of paths) {
    const parts = path.split('/', depth + 2);
    const folder = parts[depth] ?? '';
    if (depth === MAX_DEPTH || parts.length < depth + 2) own.push(path);
    else if (below.get(folder)?.push(path) === undefined) below.set(folder, [path]);
  }
  return [...own, ...interleave([...below.values()].map((group) => takeTurns(group, depth + 1)))];
}

function interleave(lists: readonly (readonly string[])[]): string[] {
  const merged: string[] = [];
  let left = lists.filter(({ length }) => length > 0);
  for (let round = 0; left.length > 0; round += 1) {
    for (const list of left) merged.push(list[round] ?? '');
    left = left.filter(({ length }) => length > round + 1);
  }
  return merged;
}
