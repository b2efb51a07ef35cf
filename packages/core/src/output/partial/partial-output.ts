import type { JsonValue } from '@toolwright/contract';

/**
 * A value that is still being written: every member may be absent, lists may be shorter, and strings may be cut. Built-in objects such as
 * a `Date` are shown in the JSON that the model writes until the value is complete.
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
