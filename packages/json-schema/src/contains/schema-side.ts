import type { JsonValue } from '@toolwright/contract';
import { canonicalHash, canonicalJson } from '@toolwright/json';
import { findTarget } from '../document/references.js';
import { alternativesOf } from './alternatives.js';
import { type Budget, Undecided } from './budget.js';
import { constraintsOf } from './constraint.js';
import type { Conjunction, Shape } from './shape.js';
import { shapesOf } from './shapes-of.js';
import type { Side } from './side.js';
import { type Accepts, isPart, type Part } from './verdict.js';

/** One of the two compared schemas. Computes the shapes of its parts. */
export class SchemaSide implements Side {
  readonly root: object;
  readonly budget: Budget;
  readonly #accepts: Accepts;
  readonly #ids = new Map<Part, number>();
  readonly #known = new Map<string, Conjunction>();
  readonly #shapes = new Map<Conjunction, readonly Shape[]>();
  readonly #literals = new Map<Conjunction, ReadonlySet<string>>();
  #hash: string | undefined;
  #hasBases: boolean | undefined;

  constructor(root: object, accepts: Accepts, budget: Budget) {
    this.root = root;
    this.budget = budget;
    this.#accepts = accepts;
  }

  join(parts: Iterable<Part>): Conjunction {
    const kept = new Map<number, Part>();
    for (const written of parts) {
      const part = this.#target(written);
      if (part === true || (part !== false && constraintsOf(part).length === 0)) continue;
      kept.set(this.#idOf(part), part);
    }
    const id = [...kept.keys()].sort((one, other) => one - other).join();
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const all = [...kept.values()];
    const made = { id, parts: all, isEverything: all.length === 0, isNothing: all.includes(false) };
    this.#known.set(id, made);
    return made;
  }

  /** Returns a conjunction that is restricted to some of its shapes. */
  narrow(whole: Conjunction, name: string, shapes: readonly Shape[]): Conjunction {
    const id = `${whole.id}/${name}`;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const made = { id, parts: whole.parts, isEverything: false, isNothing: shapes.length === 0 };
    this.#known.set(id, made);
    this.#shapes.set(made, shapes);
    return made;
  }

  shapes(conjunction: Conjunction): readonly Shape[] {
    const known = this.#shapes.get(conjunction);
    if (known !== undefined) return known;
    const shapes = alternativesOf(conjunction.parts, this).flatMap((alternative) =>
      shapesOf(alternative, conjunction, this),
    );
    this.#shapes.set(conjunction, shapes);
    return shapes;
  }

  /** Returns the values that the conjunction lists, as canonical JSON. */
  literals(conjunction: Conjunction): ReadonlySet<string> {
    const known = this.#literals.get(conjunction);
    if (known !== undefined) return known;
    const finite = this.shapes(conjunction).flatMap((shape) =>
      shape.kind === 'finite' && shape.isExact ? shape.values : [],
    );
    const literals = new Set(finite.map(canonicalJson));
    this.#literals.set(conjunction, literals);
    return literals;
  }

  accepts({ parts }: Conjunction, value: JsonValue): boolean | undefined {
    let verdict: boolean | undefined = true;
    for (const part of parts) {
      this.budget.spend();
      const one = this.#accepts(value, part);
      if (one === false) return false;
      verdict = one === undefined ? undefined : verdict;
    }
    return verdict;
  }

  /** Returns the target of a reference; undefined if it is not a schema, or if an `$id` may change the target. */
  resolve(ref: unknown): Part | undefined {
    this.#hasBases ??= hasBases(this.root);
    if (this.#hasBases) return undefined;
    const target = typeof ref === 'string' ? findTarget(ref, this.root) : undefined;
    return isPart(target) ? target : undefined;
  }

  /** Returns a text that is equal only for equal constraints. With references, it includes a hash of the root, which defines them. */
  textOf(keyword: string, value: unknown): string {
    const text = `${keyword} ${canonicalJson(value)}`;
    if (!text.includes('"$ref"') && !text.includes('"$dynamicRef"')) return text;
    this.#hash ??= canonicalHash(this.root);
    return `${text} in ${this.#hash}`;
  }

  #target(written: Part): Part {
    let part = written;
    for (let hops = 0; typeof part === 'object'; hops += 1) {
      const constraints = constraintsOf(part);
      const target = constraints.length === 1 && '$ref' in part ? this.resolve(part.$ref) : undefined;
      if (target === undefined) break;
      if (hops > MAX_HOPS) throw new Undecided('a reference refers to itself');
      part = target;
    }
    return part;
  }

  #idOf(part: Part): number {
    const known = this.#ids.get(part);
    if (known !== undefined) return known;
    this.budget.spend();
    this.#ids.set(part, this.#ids.size);
    return this.#ids.size - 1;
  }
}

const MAX_HOPS = 32;

/** Whether any part of a schema has an `$id`, which changes the base URI of references. */
function hasBases(root: object): boolean {
  const open: unknown[] = Object.values(root);
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    if ('$id' in part && typeof part.$id === 'string') return true;
    for (const inner of Object.values(part)) open.push(inner);
  }
  return false;
}
