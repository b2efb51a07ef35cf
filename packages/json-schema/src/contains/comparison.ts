import type { JsonValue } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import type { Comparing, Condition, Pairing } from './comparing.js';
import { MAX_CAUSES } from './find-examples.js';
import { Goal } from './goal.js';
import { matchArray } from './match-array.js';
import { matchNumber } from './match-number.js';
import { matchObject } from './match-object.js';
import { matchText } from './match-text.js';
import { missingFrom } from './opaque.js';
import { Sampler } from './sampler.js';
import type { SchemaSide } from './schema-side.js';
import type { ArrayShape, Conjunction, ObjectShape, Shape } from './shape.js';
import { splitArray } from './split-array.js';
import { splitObject } from './split-object.js';
import { candidatesOf } from './tags.js';
import { isWrittenIn } from './written-shapes.js';

/** Collects all goals of a comparison, then solves them together. */
export class Comparison implements Comparing {
  readonly inner: SchemaSide;
  readonly outer: SchemaSide;
  readonly sampler: Sampler;
  readonly #goals: Goal[] = [];
  readonly #pairs = new Map<string, Goal>();
  readonly #open: (() => void)[] = [];

  constructor(inner: SchemaSide, outer: SchemaSide) {
    this.inner = inner;
    this.outer = outer;
    this.sampler = new Sampler(inner);
  }

  /** Collects all goals that a goal depends on, and solves it. */
  solve(pairing: Pairing): Goal {
    const root = this.pair(pairing);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) next();
    Goal.solve(this.#goals);
    return root;
  }

  pair(pairing: Pairing): Goal {
    const { inner, outer } = pairing;
    const key = `${inner.id}:${outer.id}`;
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const goal = this.#goal('every');
    this.#pairs.set(key, goal);
    if (outer.isEverything || inner.isNothing) return goal;
    this.#examine(goal, pairing);
    this.#open.push(() => {
      for (const shape of this.inner.shapes(inner)) this.#shape(goal, shape, pairing);
    });
    return goal;
  }

  refuted(reason: string, own?: () => readonly JsonValue[]): Goal {
    const goal = this.#goal('some');
    goal.reason = reason;
    goal.own = own;
    return goal;
  }

  #goal(needs: Goal['needs']): Goal {
    this.inner.budget.spend();
    const goal = new Goal(needs);
    this.#goals.push(goal);
    return goal;
  }

  /** Checks examples of a goal: an example must be a value that the inner side accepts and the outer side refuses. */
  #examine(goal: Goal, { inner, outer }: Pairing): void {
    goal.check = (value) =>
      this.inner.accepts(inner, value) !== false && this.outer.accepts(outer, value) !== true;
  }

  #shape(parent: Goal, shape: Shape, pairing: Pairing): void {
    const { outer } = pairing;
    if (shape.kind === 'finite') {
      this.#values(parent, shape.values, outer);
      return;
    }
    if (isWrittenIn(shape, outer, this.outer)) return;
    const candidates = candidatesOf(shape, this.inner, outer, this.outer);
    this.inner.budget.spend(candidates.length);
    const same = candidates.filter(({ kind }) => kind === shape.kind);
    const sample = (): readonly JsonValue[] => this.sampler.samples(shape);
    const first = same[0];
    if (first === undefined) {
      parent.add(this.refuted(`${NAMES[shape.kind]} are not accepted`, sample));
      return;
    }
    if (shape.kind === 'number') this.#leaf(parent, matchNumber(shape, same.filter(isKind('number')), this));
    else if (shape.kind === 'string')
      this.#leaf(parent, matchText(shape, same.filter(isKind('string')), this));
    else if (shape.kind === 'array') this.#arrays(parent, shape, same.filter(isKind('array')), pairing);
    else this.#objects(parent, shape, same.filter(isKind('object')), pairing);
  }

  #values(parent: Goal, values: readonly JsonValue[], outer: Conjunction): void {
    const literals = this.outer.literals(outer);
    let refuted = 0;
    for (const value of values) {
      // More causes would not be used.
      if (refuted >= MAX_CAUSES) return;
      if (literals.has(canonicalJson(value))) continue;
      const verdict = this.outer.accepts(outer, value);
      if (verdict === true) continue;
      const shapes = verdict === undefined ? this.outer.shapes(outer) : [];
      const [unknown] = shapes.flatMap(
        (shape) => ('opaque' in shape ? missingFrom(NOTHING, shape.opaque) : []) ?? [],
      );
      refuted += 1;
      parent.add(this.refuted(unknown ?? 'a listed value might not be accepted', () => [value]));
    }
  }

  #leaf(parent: Goal, refuted: Goal | undefined): void {
    if (refuted !== undefined) parent.add(refuted);
  }

  #some<Target extends ArrayShape | ObjectShape>(
    parent: Goal,
    targets: readonly Target[],
    match: (target: Target) => Iterable<Condition>,
    pairing: Pairing,
    other?: Goal,
  ): void {
    const choice = this.#goal('some');
    this.#examine(choice, pairing);
    for (const target of targets) {
      const whole = this.#goal('every');
      for (const { goal, embed } of match(target)) {
        whole.add(goal, embed);
        // With many targets, the first reason against each target is enough.
        if (targets.length > MAX_EXPLAINED && goal.isRefutedAlone) break;
      }
      choice.add(whole);
    }
    if (other !== undefined) choice.add(other);
    parent.add(choice);
  }

  #objects(parent: Goal, shape: ObjectShape, targets: readonly ObjectShape[], pairing: Pairing): void {
    const parts = targets.length > 1 ? splitObject(shape, targets, this.inner, this.outer) : [];
    const split = this.#split(parts, pairing);
    this.#some(parent, targets, (target) => matchObject(shape, target, this), pairing, split);
  }

  #arrays(parent: Goal, shape: ArrayShape, targets: readonly ArrayShape[], pairing: Pairing): void {
    const split = this.#split(targets.length > 1 ? splitArray(shape, targets) : [], pairing);
    this.#some(parent, targets, (target) => matchArray(shape, target, this), pairing, split);
  }

  /** Returns a goal for the parts of a shape, because each part may fit a different target. */
  #split(parts: readonly Shape[], pairing: Pairing): Goal | undefined {
    if (parts.length === 0) return undefined;
    const split = this.#goal('every');
    this.#examine(split, pairing);
    this.#open.push(() => {
      for (const part of parts) this.#shape(split, part, pairing);
    });
    return split;
  }
}

/** The maximum number of targets to compare in full, which gives better examples. */
const MAX_EXPLAINED = 16;

const NOTHING: ReadonlySet<string> = new Set();

function isKind<Name extends Shape['kind']>(
  name: Name,
): (shape: Shape) => shape is Extract<Shape, { kind: Name }> {
  return (shape): shape is Extract<Shape, { kind: Name }> => shape.kind === name;
}

const NAMES: Readonly<Record<Exclude<Shape['kind'], 'finite'>, string>> = {
  number: 'numbers',
  string: 'strings',
  array: 'arrays',
  object: 'objects',
};
