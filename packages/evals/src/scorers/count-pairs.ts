/**
 * Returns the largest number of pairs in which each item is used once: a call that fits two expectations must not leave one of them
 * without a call.
 * @see https://en.wikipedia.org/wiki/Maximum_cardinality_matching augmenting paths in a bipartite graph
 */
export function countPairs<Left, Right>(
  lefts: readonly Left[],
  rights: readonly Right[],
  fits: (left: Left, right: Right) => boolean,
): number {
  const fitting = lefts.map((left) =>
    [...rights.keys()].filter((index) => fits(left, rights[index] as Right)),
  );
  const takenBy = new Map<number, number>();
  const take = (left: number, seen: Set<number>): boolean => {
    for (const right of fitting[left] ?? []) {
      if (seen.has(right)) continue;
      seen.add(right);
      const other = takenBy.get(right);
      if (other !== undefined && !take(other, seen)) continue;
      takenBy.set(right, left);
      return true;
    }
    return false;
  };
  return [...lefts.keys()].filter((left) => take(left, new Set())).length;
}
