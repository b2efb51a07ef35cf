import type { JsonValue } from '@toolwright/contract';
import type { Random } from './random.test.support.js';

/**
 * A random type as TypeScript writes it, with values that may fit it. The compiler judges them, so the values only have to be
 * interesting.
 */
export interface RandomType {
  readonly text: string;
  readonly values: readonly JsonValue[];
  /** The members of an object type whose members are known. */
  readonly members?: readonly RandomMember[];
}

export interface RandomMember {
  readonly name: string;
  readonly optional: boolean;
  readonly type: RandomType;
}

/** What the types of one file have in common. */
export interface TypeScope {
  readonly random: Random;
  /** Leaves out built-in objects, enums and brands, whose JSON the compiler knows under another type. */
  readonly plain?: boolean;
  /**
   * Declares a type for a random one to refer to, and returns its name.
   * @param judged The declaration that the compiler sees when it judges JSON values; default: the same. An enum is the union of its
   *   values there.
   */
  declare(write: (name: string) => string, judged?: (name: string) => string): string;
}

/** Makes a type to put into another; plain ones as in {@link TypeScope}. */
export type MakeInner = (plain?: boolean) => RandomType;

/** Values kept for each type: more of them say little more. */
const MAX_VALUES = 8;

export const KEYS = ['a', 'b', 'kind', 'x-1', '7'] as const;

/** A name in a type literal. */
export function keyText(name: string): string {
  return /^[a-z]+$/.test(name) ? name : `'${name}'`;
}

/** A type in a place where `|` and `&` would bind to what is around it. */
export function inner({ text }: RandomType): string {
  return `(${text})`;
}

/** At most {@link MAX_VALUES}, each once. */
export function sample(random: Random, values: readonly JsonValue[]): JsonValue[] {
  const known = new Map(values.map((value) => [JSON.stringify(value), value]));
  return random.some([...known.values()], MAX_VALUES);
}
