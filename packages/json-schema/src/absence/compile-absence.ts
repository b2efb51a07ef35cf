import { isJsonObject, type JsonValue } from '@toolwright/contract';
import { compilePattern } from '../pattern/compile-pattern.js';
import { compileShape } from '../shape/compile-shape.js';
import type { AbsenceBranch, AbsencePlan, AbsencePlans } from './absence-plan.js';

/** Removes the nulls that represent absent properties. Never modifies its input. */
export type Restore = (value: JsonValue) => JsonValue;

/** Compiles plans to a function. */
export function compileAbsence({ root, definitions }: AbsencePlans): Restore {
  const linked = new Map<string, Restore>();

  const compile = (plan: AbsencePlan | null | undefined): Restore => {
    if (plan === undefined || plan === null) return unchanged;
    switch (plan.kind) {
      case 'object':
        return restoreObject(plan, compile);
      case 'array':
        return restoreArray(plan.prefix.map(compile), compile(plan.items));
      case 'union':
        return restoreUnion(plan.branches, compile);
      case 'ref':
        return link(plan.name);
      default:
        return plan satisfies never;
    }
  };

  /** Compiles a definition lazily, when a value first needs it, because it may be recursive or start a long chain. */
  const link = (name: string): Restore => {
    const known = linked.get(name);
    if (known !== undefined) return known;
    let restore: Restore | undefined;
    const lazy: Restore = (value) => {
      restore ??= compile(definitions.get(name));
      return restore(value);
    };
    linked.set(name, lazy);
    return lazy;
  };

  return compile(root);
}

function unchanged(value: JsonValue): JsonValue {
  return value;
}

function restoreObject(
  plan: Extract<AbsencePlan, { kind: 'object' }>,
  compile: (plan: AbsencePlan | undefined) => Restore,
): Restore {
  const absent = new Set(plan.absent);
  const named = new Map(Object.entries(plan.properties).map(([name, member]) => [name, compile(member)]));
  const patterns = Object.entries(plan.patterns).map(
    ([pattern, member]) => [compilePattern(pattern), compile(member)] as const,
  );
  const additional = compile(plan.additional);
  const restoreMember = (name: string, member: JsonValue): JsonValue => {
    const restore = named.get(name) ?? patterns.find(([pattern]) => pattern.test(name))?.[1] ?? additional;
    return restore(member);
  };
  return (value) => {
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).filter(([name, member]) => member !== null || !absent.has(name));
    return Object.fromEntries(members.map(([name, member]) => [name, restoreMember(name, member)]));
  };
}

function restoreArray(prefix: readonly Restore[], items: Restore): Restore {
  return (value) => (isArray(value) ? value.map((item, index) => (prefix[index] ?? items)(item)) : value);
}

/** Uses the first branch whose shape fits. A value that fits no branch stays unchanged, and validation refuses it. */
function restoreUnion(
  branches: readonly AbsenceBranch[],
  compile: (plan: AbsencePlan | undefined) => Restore,
): Restore {
  const compiled = branches.map(({ shape, plan }) => ({
    fits: compileShape(shape, { form: 'json', closed: true }),
    restore: compile(plan),
  }));
  return (value) => compiled.find(({ fits }) => fits(value))?.restore(value) ?? value;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
