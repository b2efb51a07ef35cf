import { isRecord } from '@toolwright/contract';
import { deepEqual } from '@toolwright/json';
import { showValue } from '../show-value.js';
import { likeness } from './aligned-branches.js';
import { type Alternative, admitsNull, alternativesOf } from './alternatives-of.js';
import type { Place } from './place.js';
import { defaultEdit } from './schema-edits.js';
import { describeLostConversion } from './text-conversion.js';

/**
 * A difference that changes the values that a tool receives for the same arguments, because validation repairs wrong types, drops null
 * and inserts defaults. `null`: a member for which null was treated as absent before.
 */
export interface MeaningEdit {
  readonly kind: 'null' | 'default' | 'repair';
  readonly path: readonly string[];
  readonly at: readonly string[];
  readonly message: string;
}

type Schema = Readonly<Record<string, unknown>>;

/** Returns the differences in how validation converts arguments. Works without recursion, because schemas may be nested to any depth. */
export function meaningEdits(before: Schema, after: Schema): readonly MeaningEdit[] {
  const edits: MeaningEdit[] = [];
  const seen = new Map<object, Set<object>>();
  const open: Place[] = [{ before, after, at: [], path: [], isOmitted: false }];
  for (const place of open) {
    const known = seen.get(place.before) ?? new Set();
    if (known.has(place.after)) continue;
    seen.set(place.before, known.add(place.after));
    const was = alternativesOf(place.before, place.at, before);
    const is = alternativesOf(place.after, place.path, after);
    edits.push(...editsAt(place, was, is));
    for (const [one, other] of counterparts(was, is)) open.push(...partsOf(one, other));
  }
  return edits;
}

function* editsAt(
  place: Place,
  was: readonly Alternative[],
  is: readonly Alternative[],
): Generator<MeaningEdit> {
  const { before, at, path, isOmitted } = place;
  const lost = describeLostConversion(was, is);
  if (lost !== undefined) yield { kind: 'repair', at, path, message: lost };
  const byDefault = isOmitted ? defaultEdit(place) : undefined;
  if (byDefault !== undefined)
    yield { kind: 'default', at, path: byDefault.path, message: byDefault.message };
  if (!isOmitted || admitsNull(was) || !admitsNull(is)) return;
  const hasDefault = before.default !== undefined;
  const stood = hasDefault ? `the default ${showValue(before.default)}` : 'an omitted value';
  const message = `null meant ${stood} and is now a separate value`;
  // The path ends with `default`, as for other changes of omitted values.
  if (hasDefault) yield { kind: 'null', at, path: [...path, 'default'], message };
  else yield { kind: 'repair', at, path, message };
}

/** Returns the pairs of alternatives that are versions of each other. */
function counterparts(
  was: readonly Alternative[],
  is: readonly Alternative[],
): readonly (readonly [Alternative, Alternative])[] {
  const [before, after] = [was.filter(hasParts), is.filter(hasParts)];
  const isSingle = before.length === 1 && after.length === 1;
  return before.flatMap((one) => {
    const alike = after.filter((other) => isSingle || likeness(one.schema) === likeness(other.schema));
    const same = alike.filter((other) => deepEqual(one.schema, other.schema));
    return (same.length > 0 ? same : alike).map((other) => [one, other] as const);
  });
}

function hasParts({ schema }: Alternative): boolean {
  return PARTS.some((keyword) => schema[keyword] !== undefined);
}

const PARTS = ['properties', 'items', 'additionalProperties', 'prefixItems', 'patternProperties'] as const;

function* partsOf(one: Alternative, other: Alternative): Generator<Place> {
  const part = (segments: readonly string[], was: unknown, is: unknown, isOmitted = false): Place[] =>
    isRecord(was) && isRecord(is)
      ? [
          {
            before: was,
            after: is,
            at: [...one.path, ...segments],
            path: [...other.path, ...segments],
            isOmitted,
          },
        ]
      : [];
  for (const keyword of ['items', 'additionalProperties'])
    yield* part([keyword], one.schema[keyword], other.schema[keyword]);
  for (const keyword of ['properties', 'patternProperties', 'prefixItems']) {
    const [was, is] = [entriesOf(one.schema[keyword]), entriesOf(other.schema[keyword])];
    const needed: unknown = one.schema.required;
    for (const [name, schema] of was) {
      const isOmitted = keyword === 'properties' && !(Array.isArray(needed) && needed.includes(name));
      yield* part([keyword, name], schema, is.get(name), isOmitted);
    }
  }
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
