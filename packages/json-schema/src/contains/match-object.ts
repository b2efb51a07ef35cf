import type { JsonValue } from '@toolwright/contract';
import type { Comparing, Condition } from './comparing.js';
import { matchesName } from './matches-name.js';
import { missingFrom } from './opaque.js';
import { languageOf } from './pattern-language.js';
import type { Conjunction, ObjectShape } from './shape.js';

/** Yields the conditions under which every object of a shape also has the target shape. */
export function* matchObject(
  shape: ObjectShape,
  target: ObjectShape,
  comparing: Comparing,
): Generator<Condition> {
  yield* counts(shape, target, comparing);
  yield* named(shape, target, comparing);
  yield* unnamed(shape, target, comparing);
}

function* counts(shape: ObjectShape, target: ObjectShape, comparing: Comparing): Generator<Condition> {
  const { sampler } = comparing;
  for (const name of target.required) {
    if (shape.required.has(name)) continue;
    const own = (): readonly JsonValue[] => sampler.objects(shape, { without: name });
    yield { goal: comparing.refuted(`${JSON.stringify(name)} may be missing`, own) };
  }
  if (shape.range.min < target.range.min && shape.required.size < target.range.min) {
    yield { goal: comparing.refuted('an object may have fewer members', () => sampler.objects(shape)) };
  }
  if (sizeLimit(shape) > target.range.max) {
    const own = (): readonly JsonValue[] => sampler.objects(shape, { count: target.range.max + 1 });
    yield { goal: comparing.refuted('an object may have more members', own) };
  }
  const missing = missingFrom(shape.opaque, target.opaque) ?? unjudgedNames(shape, target, comparing);
  if (missing !== undefined) yield { goal: comparing.refuted(missing, () => sampler.objects(shape)) };
}

function sizeLimit({ range, names, member, others, patterns }: ObjectShape): number {
  if (!others.isNothing || patterns.size > 0) return range.max;
  return Math.min(range.max, [...names].filter((name) => !member(name).isNothing).length);
}

function* named(shape: ObjectShape, target: ObjectShape, comparing: Comparing): Generator<Condition> {
  for (const name of new Set([...shape.names, ...target.names])) {
    const [inner, outer] = [shape.member(name), target.member(name)];
    if (inner.isNothing || outer.isEverything) continue;
    yield { goal: comparing.pair({ inner, outer }), embed: putting(name, shape, comparing) };
  }
}

/** Yields the conditions for members that neither shape declares, whether or not their names match a pattern. */
function* unnamed(shape: ObjectShape, target: ObjectShape, comparing: Comparing): Generator<Condition> {
  for (const source of sourcesOf(shape)) {
    if (source.schema.isNothing) continue;
    for (const sink of sourcesOf(target)) {
      if (sink.schema.isEverything || areApart(source, sink, shape, target, comparing)) continue;
      const isTaken = (name: string): boolean => shape.names.has(name) || target.names.has(name);
      const name = namesOf(source, sink).find(
        (one) => !isTaken(one) && belongs(one, source, shape) && belongs(one, sink, target),
      );
      const goal = comparing.pair({ inner: source.schema, outer: sink.schema });
      yield { goal, ...(name === undefined ? {} : { embed: putting(name, shape, comparing) }) };
    }
  }
}

interface Source {
  /** The pattern that the names match; undefined for members that match no pattern. */
  readonly pattern: string | undefined;
  readonly schema: Conjunction;
}

function sourcesOf({ patterns, others }: ObjectShape): Source[] {
  return [
    ...[...patterns].map(([pattern, schema]) => ({ pattern, schema })),
    { pattern: undefined, schema: others },
  ];
}

/** Whether certainly no name belongs to both sources. */
function areApart(
  source: Source,
  sink: Source,
  shape: ObjectShape,
  target: ObjectShape,
  comparing: Comparing,
): boolean {
  if (source.pattern === undefined)
    return sink.pattern !== undefined && isWithin(sink.pattern, shape, comparing);
  if (sink.pattern === undefined) return isWithin(source.pattern, target, comparing);
  if (source.pattern === sink.pattern) return false;
  comparing.inner.budget.spend(AUTOMATON_COST);
  const [one, other] = [languageOf(source.pattern), languageOf(sink.pattern)];
  comparing.inner.budget.spend((one?.cost ?? 0) + (other?.cost ?? 0));
  return one !== undefined && other !== undefined && one.isApartFrom(other);
}

/** Whether all names that match a pattern certainly match one of a shape's patterns. */
function isWithin(pattern: string, { patterns }: ObjectShape, comparing: Comparing): boolean {
  if (patterns.has(pattern)) return true;
  return [...patterns.keys()].some((other) => {
    comparing.inner.budget.spend(AUTOMATON_COST);
    const [one, all] = [languageOf(pattern), languageOf(other)];
    comparing.inner.budget.spend((one?.cost ?? 0) + (all?.cost ?? 0));
    return one !== undefined && all !== undefined && one.outside(all)?.length === 0;
  });
}

const AUTOMATON_COST = 2_000;

/** Returns candidate names for an example. */
function namesOf(source: Source, sink: Source): readonly string[] {
  const [one, other] = [source.pattern, sink.pattern].map((pattern) =>
    pattern === undefined ? undefined : languageOf(pattern),
  );
  const both = one !== undefined && other !== undefined ? one.and(other) : (one ?? other);
  return both === undefined ? FREE_NAMES : both.texts();
}

const FREE_NAMES: readonly string[] = ['more', 'other', 'extra', 'k1', 'Z9', '_', '~'];

function belongs(name: string, { pattern }: Source, { patterns }: ObjectShape): boolean {
  if (pattern !== undefined) return matchesName(pattern, name);
  return ![...patterns.keys()].some((other) => matchesName(other, name));
}

function putting(name: string, shape: ObjectShape, { sampler }: Comparing) {
  return (value: JsonValue): JsonValue | undefined => sampler.objects(shape, { having: [name, value] })[0];
}

/** Returns the reason why the target's `propertyNames` might not be satisfied; undefined if they certainly are. */
function unjudgedNames(shape: ObjectShape, target: ObjectShape, { outer }: Comparing): string | undefined {
  const isClosed = shape.others.isNothing && shape.patterns.size === 0;
  const names = [...shape.names].filter((name) => !shape.member(name).isNothing);
  for (const part of target.nameParts) {
    const conjunction = outer.join([part]);
    if (conjunction.isEverything) continue;
    if (isClosed && names.every((name) => outer.accepts(conjunction, name) === true)) continue;
    return 'member names might not be accepted';
  }
  return undefined;
}
