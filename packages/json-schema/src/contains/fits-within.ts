import type { JsonValue } from '@toolwright/contract';
import { Budget, Undecided } from './budget.js';
import { Comparison } from './comparison.js';
import { findExamples } from './find-examples.js';
import { SchemaSide } from './schema-side.js';
import type { Accepts, CreateAccepts, Verdict } from './verdict.js';

/**
 * Decides whether one schema accepts every value that another accepts. `yes` and `no` are certain. `unknown` means that the schemas
 * use unsupported keywords or are too large.
 * @param createAccepts creates the validators that check listed values, and each example before it is reported
 */
export function fitsWithin(inner: object, outer: object, createAccepts: CreateAccepts): Verdict {
  try {
    if (isSame(inner, outer)) return { answer: 'yes' };
    return compare(inner, outer, createAccepts);
  } catch (error) {
    if (error instanceof Undecided) return { answer: 'unknown', reason: error.message };
    // Validation and hashing recurse into values and schemas, so the stack may overflow.
    if (error instanceof RangeError)
      return { answer: 'unknown', reason: 'the schemas are nested too deeply' };
    throw error;
  }
}

/** The units of work that one comparison may use, which take a few hundred milliseconds. */
const BUDGET = 300_000;

function isSame(inner: object, outer: object): boolean {
  try {
    return inner === outer || JSON.stringify(inner) === JSON.stringify(outer);
  } catch (error) {
    // The schemas are nested too deeply for `JSON.stringify`, but not for the comparison.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function compare(inner: object, outer: object, createAccepts: CreateAccepts): Verdict {
  const budget = new Budget(BUDGET);
  const spend = (units: number): void => budget.spend(units);
  const [accepts, refuses] = [patient(createAccepts(inner, spend)), patient(createAccepts(outer, spend))];
  const one = new SchemaSide(inner, accepts, budget);
  const other = new SchemaSide(outer, refuses, budget);
  const root = new Comparison(one, other).solve({ inner: one.join([inner]), outer: other.join([outer]) });
  if (root.refuted === undefined) return { answer: 'yes' };
  const { examples, reason } = findExamples(root);
  const isExample = (value: JsonValue): boolean =>
    accepts(value, inner) === true && refuses(value, outer) === false;
  const example = examples.find(isExample);
  if (example === undefined) return { answer: 'unknown', reason };
  if (isDeep(example)) return { answer: 'unknown', reason: 'the only example is nested too deeply to show' };
  return { answer: 'no', example };
}

/** The maximum depth of an example, because printing and hashing recurse into it. */
const MAX_DEPTH = 1_000;

function isDeep(example: JsonValue): boolean {
  let level: readonly JsonValue[] = [example];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** Wraps a validator so that it returns undefined if it stops because a pattern takes too long to match. */
function patient(accepts: Accepts): Accepts {
  return (value, part) => {
    try {
      return accepts(value, part);
    } catch (error) {
      if (error instanceof RangeError || error instanceof Undecided) throw error;
      return undefined;
    }
  };
}
