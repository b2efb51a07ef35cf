import type { Definition, TypeNode } from '../ir.js';
import { isFailure, type Lowered, mustSettle } from './problem.js';

/** How one type becomes a definition, or stays in place. */
export interface SharedType {
  /** Only its identity counts. */
  readonly type: object;
  /** Tells apart uses of one type that differ in what was written, such as documented aliases as type arguments. */
  readonly variant: string;
  /** The name of a declared type; without one, the type stands in place unless it is recursive. */
  readonly name: string | undefined;
  /** The name if it turns out to be recursive. */
  readonly fallbackName: string;
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
  /** Undefined while the type is being lowered. */
  lowered: Lowered | undefined;
  /** Set once a definition is needed. */
  id: string | undefined;
  /** Another type refers to it and was lowered before it. */
  awaited: boolean;
  /** How many types were being lowered around it. */
  readonly depth: number;
}

/** A type that is being lowered. */
interface Open {
  readonly origin: object | undefined;
  readonly named: boolean;
}

/** Instances of one declaration inside each other: more than anybody writes; only types that grow at each step get there. */
const MAX_INSTANCES = 25;
/** Types inside each other, so that the walk cannot exhaust the stack. */
const MAX_OPEN = 500;

/**
 * @param newId Makes an id for a definition from its name, unique over all positions.
 * @param onNameless Called when a recursive type without a name takes one from where it was met.
 */
export function createSharedTypes(
  definitions: Map<string, Definition>,
  newId: (name: string) => string,
  onNameless: () => void = () => {},
): SharedTypes {
  const entries = new Map<object, Map<string, Entry>>();
  /** Everything that succeeded, in order, so that what relied on a failed type can be undone. */
  const succeeded: { variants: Map<string, Entry>; variant: string; entry: Entry }[] = [];
  const open: Open[] = [];

  const lower = (shared: SharedType): Lowered => {
    const { type, variant, origin } = shared;
    const variants = entries.get(type) ?? new Map<string, Entry>();
    entries.set(type, variants);
    const known = variants.get(variant);
    if (known?.lowered !== undefined) return known.lowered;
    // A nameless type is written out again where a named one ends the circle: its schema must not depend on where the walk began.
    const inPlace =
      shared.name === undefined &&
      known !== undefined &&
      open.slice(known.depth + 1).some(({ named }) => named);
    if (known !== undefined && !inPlace) return awaitOpen(known, shared);
    if (isEndless(origin, open)) return mustSettle('TW2012', 'has a type that expands without end');
    if (inPlace) return build(shared);
    const id = shared.name === undefined ? undefined : newId(shared.name);
    const entry: Entry = { lowered: undefined, id, awaited: false, depth: open.length };
    variants.set(variant, entry);
    const start = succeeded.length;
    const built = build(shared);
    if (isFailure(built)) {
      if (entry.awaited) undo(start);
      entry.lowered = built;
    } else {
      entry.lowered = define(entry.id, built, shared);
      succeeded.push({ variants, variant, entry });
    }
    return entry.lowered;
  };

  const build = ({ origin, name, build: lowerInside }: SharedType): Lowered => {
    open.push({ origin, named: name !== undefined });
    const built = lowerInside();
    open.pop();
    return built;
  };

  const awaitOpen = (entry: Entry, { name, fallbackName }: SharedType): Lowered => {
    if (name === undefined) onNameless();
    entry.id ??= newId(name ?? fallbackName);
    entry.awaited = true;
    return { kind: 'ref', id: entry.id };
  };

  const define = (id: string | undefined, node: TypeNode, { name, fallbackName }: SharedType): TypeNode => {
    if (id === undefined) return node;
    definitions.set(id, { id, name: name ?? fallbackName, node });
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

function isEndless(origin: object | undefined, open: readonly Open[]): boolean {
  if (open.length >= MAX_OPEN) return true;
  return origin !== undefined && open.filter((other) => other.origin === origin).length >= MAX_INSTANCES;
}
