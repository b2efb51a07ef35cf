import type { ObjectPlan } from '@toolwright/contract';
import { compilePattern } from '../pattern/compile-pattern.js';
import { isDataObject } from '../shape/is-data-object.js';
import type { Step, Steps } from './trail.js';

/** Returns the value unchanged, for parts without a codec. */
export const unchanged: Steps = { decode: (value) => value, encode: (value) => value };

export function arraySteps(items: Steps): Steps {
  const step =
    (direction: keyof Steps): Step =>
    (value, trail) =>
      Array.isArray(value)
        ? value.map((item, index) => trail.at(index, item, items[direction]))
        : trail.refuse('an array', value);
  return { decode: step('decode'), encode: step('encode') };
}

/** Returns the steps for a tuple. Trailing optional elements may be undefined in memory; JSON omits them. */
export function tupleSteps(prefix: readonly Steps[], rest: Steps): Steps {
  const step =
    (direction: keyof Steps): Step =>
    (value, trail) => {
      if (!Array.isArray(value)) return trail.refuse('an array', value);
      const given = value.slice(0, value.findLastIndex((item) => item !== undefined) + 1);
      return given.map((item, index) => trail.at(index, item, (prefix[index] ?? rest)[direction]));
    };
  return { decode: step('decode'), encode: step('encode') };
}

/** Returns the steps for an object. They convert members with a plan, including those of `patterns` and `additional`, and copy the rest. */
export function objectSteps(plan: ObjectPlan, compile: (plan: ObjectPlan['additional']) => Steps): Steps {
  const properties = Object.entries(plan.properties ?? {}).map(
    ([name, member]) => [name, compile(member)] as const,
  );
  const others = plan.patterns || plan.additional ? otherMembers(plan, compile) : undefined;
  const step =
    (direction: keyof Steps): Step =>
    (value, trail) => {
      if (!isDataObject(value)) return trail.refuse('an object', value);
      const copy: Record<string, unknown> = { ...value };
      for (const [name, steps] of properties) {
        // The name is an own member of the copy, so assigning to it cannot modify a prototype.
        if (Object.hasOwn(copy, name) && copy[name] !== undefined) {
          copy[name] = trail.at(name, copy[name], steps[direction]);
        }
      }
      if (others === undefined) return copy;
      for (const name of Object.keys(copy)) {
        const steps = others(name);
        if (steps !== undefined && copy[name] !== undefined) {
          copy[name] = trail.at(name, copy[name], steps[direction]);
        }
      }
      return copy;
    };
  return { decode: step('decode'), encode: step('encode') };
}

/** Finds the steps for a member that is not a declared property. */
function otherMembers(
  { properties = {}, plain = [], patterns = [], additional }: ObjectPlan,
  compile: (plan: ObjectPlan['additional']) => Steps,
): (name: string) => Steps | undefined {
  const named = new Set([...Object.keys(properties), ...plain]);
  const byPattern = patterns.map(({ pattern, plan }) => ({
    expression: compilePattern(pattern),
    steps: plan && compile(plan),
  }));
  const rest = additional && compile(additional);
  return (name) => {
    if (named.has(name)) return undefined;
    const match = byPattern.find(({ expression }) => expression.test(name));
    return match === undefined ? rest : match.steps;
  };
}
