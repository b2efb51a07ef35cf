/** A type that is being lowered, inside other open types. */
export interface Open {
  readonly origin: object | undefined;
  readonly named: boolean;
  /** The number of enclosing open types, including this one. */
  readonly depth: number;
  readonly around: Open | undefined;
}

/** Opens a type inside those that are being lowered. */
export function nest(around: Open | undefined, origin: object | undefined, named: boolean): Open {
  return { origin, named, depth: (around?.depth ?? 0) + 1, around };
}

/** Whether a named type that is nested inside the type at the given depth is being lowered. */
export function isOpenSince(innermost: Open | undefined, depth: number): boolean {
  for (let open = innermost; open !== undefined && open.depth > depth + 1; open = open.around) {
    if (open.named) return true;
  }
  return false;
}

/** Whether at least this many instances of one declaration are being lowered, one inside another. */
export function isInside(
  innermost: Open | undefined,
  origin: object | undefined,
  instances: number,
): boolean {
  if (origin === undefined) return false;
  let count = 0;
  for (let open = innermost; open !== undefined && count < instances; open = open.around) {
    if (open.origin === origin) count += 1;
  }
  return count >= instances;
}
