import type { JsonValue } from '@toolwright/contract';
import { Budget, Undecided } from './budget.js';
import { Comparison } from './comparison.js';
import { findExamples } from './find-examples.js';
import { SchemaSide } from './schema-side.js';
import type { Accepts, CreateAccepts, Verdict } from './verdict.js';

/**
 * Decides whether every value that one schema accepts is accepted by another. Never wrong in `yes` and `no`; `unknown` for what it does
 * not understand, and for schemas that are too large.
 * @param createAccepts makes the validators that judge listed values, and each example before it is given
 */
export function fitsWithin(inner: object, outer: object, createAccepts: CreateAccepts): Verdict {
  try {
    if (isSame(inner, outer)) return { answer: 'yes' };
    return compare(inner, outer, createAccepts);
  } catch (error) {
    if (error instanceof Undecided) return { answer: 'unknown', reason: error.message };
    // Validators and hashes recurse into values and schemas.
    if (error instanceof RangeError)
      return { answer: 'unknown', reason: 'the schemas are nested too deeply' };
    throw error;
  }
}

/** Units of work: some hundred milliseconds. */
const BUDGET = 300_000;

function isSame(inner: object, outer: object): boolean {
  try {
    return inner === outer || JSON.stringify(inner) === JSON.stringify(outer);
  } catch (error) {
    // Nested too deeply for `JSON.stringify`, but not for a comparison.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function compare(inner: object, outer: object, createAccepts: CreateAccepts): Verdict {
  const budget = new Budget(BUDGET);
  const [accepts, refuses] = [patient(createAccepts(inner)), patient(createAccepts(outer))];
  const one = new SchemaSide(inner, accepts, budget);
  const other = new SchemaSide(outer, refuses, budget);
  const root = new Comparison(one, other).solve({ inner: one.join([inner]), outer: other.join([outer]) });
  if (root.refuted === undefined) return { answer: 'yes' };
  const { examples, reason } = findExamples(root);
  const isExample = (value: JsonValue): boolean =>
    accepts(value, inner) === true && refuses(value, outer) === false;
  const example = examples.find(isExample);
  return example === undefined ? { answer: 'unknown', reason } : { answer: 'no', example };
}

/** A validator that gives up on a value, because a pattern takes too long to match, has no verdict. */
function patient(accepts: Accepts): Accepts {
  return (value, part) => {
    try {
      return accepts(value, part);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      return undefined;
    }
  };
}
