import type { ToolType } from '@toolwright/contract';
import type { ToolRegistry } from './tool-registry.js';

/** The tools of a registry, or of several: `typeof registry`. Any names and arguments if the type does not tell them. */
export type ToolsOfSource<Source> = unknown extends Source
  ? { readonly [name: string]: ToolType }
  : Source extends ToolRegistry<infer Tools, infer _Declared, infer _Registered, infer _Extra>
    ? Tools
    : never;

/**
 * The arguments of a tool as a model writes them: JSON.
 * @typeParam Real whether a `Date`, a `Map` and the like may also stand for their JSON, as in checks
 */
export type ArgumentsOf<One, Real extends boolean = false> = One extends { readonly args: infer Args }
  ? unknown extends Args
    ? object
    : Args extends Readonly<Record<string, never>>
      ? NoArguments
      : JsonForm<Args, Real>
  : object;

declare const NONE: unique symbol;

/** Not `Record<string, never>`, which would make the compiler's messages about other tools say that their arguments must be `never`. */
export interface NoArguments {
  readonly [NONE]?: never;
}

/**
 * The JSON of a value: a text for a `Date`, a list for a `Set`, an object or a list of pairs for a `Map`. A class is what its `toJSON`
 * returns.
 */
export type JsonForm<Value, Real extends boolean = false> = unknown extends Value
  ? unknown
  : Value extends string
    ? TextForm<Value>
    : Value extends number
      ? NumberForm<Value>
      : Value extends boolean | null | undefined
        ? Value
        : Value extends RegExp
          ? string
          : Value extends RealValue
            ? (Real extends true ? Value : never) | JsonOf<Value, Real>
            : { readonly [Key in keyof Value]: JsonForm<Value[Key], Real> };

/** A value that JSON writes in another form, and checks compare by its content. */
export type RealValue =
  | bigint
  | Uint8Array
  | { toJSON(): unknown }
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;

type JsonOf<Value, Real extends boolean> = Value extends bigint
  ? number | string
  : Value extends Uint8Array
    ? string
    : Value extends { toJSON(): infer Json }
      ? JsonForm<Json, Real>
      : Value extends ReadonlyMap<infer Key, infer Item>
        ?
            | { readonly [key: string]: JsonForm<Item, Real> }
            | readonly (readonly [JsonForm<Key, Real>, JsonForm<Item, Real>])[]
        : Value extends ReadonlySet<infer Item>
          ? readonly JsonForm<Item, Real>[]
          : never;

/** Of an enum its values, and of a branded text the text. */
type TextForm<Value extends string> = keyof Value extends keyof string
  ? `${Value}`
  : Unbranded<Value, string>;

type NumberForm<Value extends number> = keyof Value extends keyof number
  ? `${Value}` extends `${infer Plain extends number}`
    ? Plain
    : Value
  : Unbranded<Value, number>;

/** `Base` of `Base & Brand`, such as the pattern of a text, where the compiler can tell it. */
type Unbranded<Value, Primitive> = Value extends infer Base &
  Pick<Value, Exclude<keyof Value, keyof Primitive>>
  ? [Base] extends [Value]
    ? Primitive
    : Base
  : Primitive;
