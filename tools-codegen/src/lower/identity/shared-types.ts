import type { Definition, TypeNode } from '../../ir/type-node.js';
import { type Failure, isFailure, type Lowered, mustSettle } from '../problem.js';
import { isInside, isOpenSince, nest, type Open } from './open-types.js';

/** How one type becomes a definition, or stays in place. */
export interface SharedType {
  /** Only its identity counts. */
  readonly type: object;
  /** Tells apart uses of one type that differ in what was written, such as documented aliases as type arguments. */
  readonly variant: string;
  /** The name of a declared type; without one, the type stands in place unless it is recursive. */
  readonly name: string | undefined;
  /** The name if it turns out to be recursive, which few do. */
  fallbackName(): string;
  /** What the type is an instance of, to notice instances that lead to ever new instances. */
  readonly origin: object | undefined;
  /** Lowers the type itself. */
  build(): Lowered;
}

/** Lowers each type once, and ends cycles through definitions. */
export interface SharedTypes {
  lower(shared: SharedType): Lowered;
}

interface Entry {
  /** Undefined while the type is being lowered, or waits for its turn. */
  lowered: Lowered | undefined;
  /** Set once a definition is needed. */
  id: string | undefined;
  /** Another type refers to it and was lowered before it. */
  awaited: boolean;
  /** How many types were being lowered around it. */
  readonly depth: number;
}

/** One use of a type in the table, so that it can be taken out again. */
interface Place {
  readonly variants: Map<string, Entry>;
  readonly variant: string;
  readonly entry: Entry;
}

/** A type whose turn comes when the stack is free, with the types that were being lowered around it. */
interface Postponed extends Place {
  readonly shared: SharedType;
  readonly around: Open | undefined;
}

/** How deep the walk goes; the tests go less deep. */
interface Depths {
  /** Instances of one declaration inside each other: more than anybody writes; only types that grow at each step get there. */
  readonly instances: number;
  /** Types inside each other before one with a name has to wait: a program of many types that refer to each other would exhaust the stack. */
  readonly waiting: number;
  /** Types without a name inside each other: nothing that somebody wrote out is so deep. */
  readonly end: number;
}

const DEPTHS: Depths = { instances: 25, waiting: 40, end: 100 };

/**
 * @param newId Makes an id for a definition from its name, unique over all positions.
 * @param onNameless Called when a recursive type without a name takes one from where it was met.
 */
export function createSharedTypes(
  definitions: Map<string, Definition>,
  newId: (name: string) => string,
  onNameless: () => void = () => {},
  depths: Depths = DEPTHS,
): SharedTypes {
  const entries = new Map<object, Map<string, Entry>>();
  /** Everything that succeeded, in order, so that what relied on a failed type can be undone. */
  const succeeded: Place[] = [];
  const postponed: Postponed[] = [];
  let open: Open | undefined;
  /** How many types were being lowered around the one with which the stack began. */
  let floor = 0;
  /** A type grows without end, so that all around it fail: nothing else is looked at until they have. */
  let endless = false;

  const lower = (shared: SharedType): Lowered => {
    if (open !== undefined) return lowerInside(shared);
    for (let rounds = 1; ; rounds += 1) {
      const start = succeeded.length;
      const lowered = lowerInside(shared);
      const failed = isFailure(lowered) ? lowered : lowerPostponed();
      if (failed === undefined) return lowered;
      const waiting = postponed.splice(0);
      for (const { variants, variant } of waiting) variants.delete(variant);
      if (failed !== lowered || waiting.length > 0) undo(start);
      // What relied on a type that had to wait is lowered anew, and finds the failure where it is used.
      if (failed === lowered || isEndless(failed) || rounds === MAX_ROUNDS) return failed;
    }
  };

  /** The failure of one that failed; all others that fail are known as well then. */
  const lowerPostponed = (): Failure | undefined => {
    let failed: Failure | undefined;
    for (let next = postponed.pop(); next !== undefined; next = postponed.pop()) {
      open = next.around;
      floor = open?.depth ?? 0;
      const lowered = settle(next.shared, next);
      open = undefined;
      floor = 0;
      if (isFailure(lowered)) failed = lowered;
      if (failed !== undefined && isEndless(failed)) break;
    }
    return failed;
  };

  const lowerInside = (shared: SharedType): Lowered => {
    if (endless) return NOT_LOOKED_AT;
    const { type, variant, origin, name } = shared;
    const variants = entries.get(type) ?? new Map<string, Entry>();
    entries.set(type, variants);
    const known = variants.get(variant);
    if (known?.lowered !== undefined) return known.lowered;
    // A nameless type is written out again where a named one ends the circle: its schema must not depend on where the walk began.
    const inPlace = name === undefined && known !== undefined && isOpenSince(open, known.depth);
    if (known !== undefined && !inPlace) return awaitOpen(known, shared);
    const depth = open?.depth ?? 0;
    if (depth - floor >= depths.end || isInside(open, origin, depths.instances)) {
      endless = true;
      return mustSettle('TW2012', 'has a type that expands without end');
    }
    if (inPlace) return build(shared);
    const entry = { lowered: undefined, id: name && newId(name), awaited: false, depth };
    variants.set(variant, entry);
    const place: Place = { variants, variant, entry };
    if (name === undefined || depth - floor < depths.waiting) return settle(shared, place);
    postponed.push({ ...place, shared, around: open });
    return awaitOpen(entry, shared);
  };

  /** Lowers a type that is in the table. */
  const settle = (shared: SharedType, { variants, variant, entry }: Place): Lowered => {
    const start = succeeded.length;
    const built = build(shared);
    if (!isFailure(built)) {
      entry.lowered = define(entry.id, built, shared);
      succeeded.push({ variants, variant, entry });
      return entry.lowered;
    }
    if (entry.awaited) undo(start);
    if (endless && (open?.depth ?? 0) > floor) {
      // Parts of it were not looked at, so it is not known for good what is wrong with it.
      variants.delete(variant);
      return built;
    }
    endless = false;
    entry.lowered = built;
    return built;
  };

  const build = ({ origin, name, build: lowerParts }: SharedType): Lowered => {
    const around = open;
    open = nest(around, origin, name !== undefined);
    const built = lowerParts();
    open = around;
    return built;
  };

  const awaitOpen = (entry: Entry, shared: SharedType): Lowered => {
    if (shared.name === undefined) onNameless();
    entry.id ??= newId(shared.name ?? shared.fallbackName());
    entry.awaited = true;
    return { kind: 'ref', id: entry.id };
  };

  const define = (id: string | undefined, node: TypeNode, shared: SharedType): TypeNode => {
    if (id === undefined) return node;
    definitions.set(id, { id, name: shared.name ?? shared.fallbackName(), node });
    return { kind: 'ref', id };
  };

  /** Types that succeeded since may refer to the one that failed; they are lowered anew when somebody needs them. */
  const undo = (start: number): void => {
    for (const { variants, variant, entry } of succeeded.splice(start)) {
      variants.delete(variant);
      if (entry.id !== undefined) definitions.delete(entry.id);
    }
  };

  return { lower };
}

/** Each round finds more failures; where there are still more after so many, one is told without the way to it. */
const MAX_ROUNDS = 100;

/** Adds nothing to the failure on the way out. */
const NOT_LOOKED_AT: Failure = { kind: 'failure', problems: [] };

/** Such a failure reaches every type around it, and each lowering may make other types on the way to it. */
function isEndless({ problems }: Failure): boolean {
  return problems.some(({ code }) => code === 'TW2012');
}
