import { fileKindOf } from '../diff/file-kind.js';

/** Folders deeper than this are not told apart. */
const MAX_DEPTH = 4;

/**
 * All files in the order in which a map shows them: sources before tests before all else, and of each the folders take turns,
 * so that no part of a monorepo takes all the room.
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

/** Files of a folder first, then one of each folder below, and again. */
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
