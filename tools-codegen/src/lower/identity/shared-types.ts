import type { Definition, TypeNode } from '../../ir/type-node.js';
import { type Failure, isFailure, type Lowered, mustSettle } from '../problem.js';
import { isInside, isOpenSince, nest, type Open } from './open-types.js';

/** How a type becomes a definition or is inlined. */
export interface SharedType {
  /** Compared by identity. */
  readonly type: object;
  /** Distinguishes uses of one type that are written differently, such as documented aliases as type arguments. */
  readonly variant: string;
  /** The name of a declared type. Unnamed types are inlined unless they are recursive. */
  readonly name: string | undefined;
  /** Returns the name for a recursive type that has no name. */
  fallbackName(): string;
  /** The generic declaration that the type instantiates, to detect endless instantiation. */
  readonly origin: object | undefined;
  build(): Lowered;
}

/** Lowers each type once, and breaks cycles with definitions. */
export interface SharedTypes {
  lower(shared: SharedType): Lowered;
}

interface Entry {
  /** Undefined while the type is being lowered or is postponed. */
  lowered: Lowered | undefined;
  /** Set once a definition is needed. */
  id: string | undefined;
  /** Whether another type referred to it before it was lowered. */
  awaited: boolean;
  /** The number of types that were being lowered around this one. */
  readonly depth: number;
}

/** The position of an entry in the table, to remove it again. */
interface Place {
  readonly variants: Map<string, Entry>;
  readonly variant: string;
  readonly entry: Entry;
}

/** A type to lower later, when the stack is less deep, with its enclosing types. */
interface Postponed extends Place {
  readonly shared: SharedType;
  readonly around: Open | undefined;
}

/** Depth limits; tests use smaller ones. */
interface Depths {
  /** Nested instances of one declaration. Only types that grow with each instantiation reach this limit. */
  readonly instances: number;
  /** Nested types before a named type is postponed: many mutually recursive types would exhaust the stack. */
  readonly waiting: number;
  /** Nested unnamed types. Handwritten types are never this deep. */
  readonly end: number;
}

const DEPTHS: Depths = { instances: 25, waiting: 40, end: 100 };

/**
 * @param newId Creates a unique id for a definition from its name.
 * @param onNameless Called when an unnamed recursive type is named after the member where it is used.
 */
export function createSharedTypes(
  definitions: Map<string, Definition>,
  newId: (name: string) => string,
  onNameless: () => void = () => {},
  depths: Depths = DEPTHS,
): SharedTypes {
  const entries = new Map<object, Map<string, Entry>>();
  /** All successes in order, to undo those that relied on a type that failed. */
  const succeeded: Place[] = [];
  const postponed: Postponed[] = [];
  let open: Open | undefined;
  /** The number of enclosing types of the first type on the stack. */
  let floor = 0;
  /** Whether a type expands endlessly, so that all enclosing types fail. Until they have, nothing else is lowered. */
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
      // Types that relied on a postponed type are lowered again, and report the failure where the type is used.
      if (failed === lowered || isEndless(failed) || rounds === MAX_ROUNDS) return failed;
    }
  };

  /** Lowers the postponed types. Returns one of the failures; all of them have been recorded by then. */
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
    // An unnamed type is inlined again if a named type breaks the cycle: its schema must not depend on where the walk began.
    const inPlace = name === undefined && known !== undefined && isOpenSince(open, known.depth);
    if (known !== undefined && !inPlace) return awaitOpen(known, shared);
    const depth = open?.depth ?? 0;
    if (depth - floor >= depths.end || isInside(open, origin, depths.instances)) {
      endless = true;
      return mustSettle('TW2012', 'has a type that expands too deeply, possibly endlessly');
    }
    if (inPlace) return build(shared);
    const entry = { lowered: undefined, id: name && newId(name), awaited: false, depth };
    variants.set(variant, entry);
    const place: Place = { variants, variant, entry };
    if (name === undefined || depth - floor < depths.waiting) return settle(shared, place);
    postponed.push({ ...place, shared, around: open });
    return awaitOpen(entry, shared);
  };

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
      // Some parts were skipped, so the list of problems is incomplete.
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

  /** Later successes may refer to the failed type, so they are lowered again when needed. */
  const undo = (start: number): void => {
    for (const { variants, variant, entry } of succeeded.splice(start)) {
      variants.delete(variant);
      if (entry.id !== undefined) definitions.delete(entry.id);
    }
  };

  return { lower };
}

/** The maximum number of rounds. Each round finds more failures; after the last round, a failure is reported without the path to it. */
const MAX_ROUNDS = 100;

/** A failure that adds no problems to the enclosing failure. */
const NOT_LOOKED_AT: Failure = { kind: 'failure', problems: [] };

/** Such a failure affects every enclosing type, and each lowering may instantiate other types along the way. */
function isEndless({ problems }: Failure): boolean {
  return problems.some(({ code }) => code === 'TW2012');
}
