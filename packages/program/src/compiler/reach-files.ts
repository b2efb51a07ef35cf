/** Finds everything reachable from the starting points, including the starting points themselves. */
export function reach(start: Iterable<string>, next: (place: string) => readonly string[]): Set<string> {
  const reached = new Set(start);
  // A loop over a set also visits the elements added during the loop.
  for (const place of reached) for (const further of next(place)) reached.add(further);
  return reached;
}
