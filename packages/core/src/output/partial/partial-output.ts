import type { JsonValue } from '@toolwright/contract';

/**
 * A value that is still being written: members may be absent, and lists and strings may be incomplete. Until the value is complete,
 * built-in objects such as a `Date` appear as the JSON that the model writes.
 */
export type PartialOutput<T> = unknown extends T
  ? unknown
  : T extends Primitive
    ? T
    : T extends BuiltIn
      ? T | JsonValue
      : T extends readonly (infer Item)[]
        ? readonly PartialOutput<Item>[]
        : { readonly [Name in keyof T]?: PartialOutput<T[Name]> };

type Primitive = string | number | boolean | null | undefined;

type BuiltIn =
  | bigint
  | Date
  | URL
  | RegExp
  | Uint8Array
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;
