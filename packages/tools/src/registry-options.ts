import type { MemberSelection } from './binding/select-members.js';
import type { Coercion } from './validation/arguments/check-arguments.js';
import type { ArgumentIssue } from './validation/explain/argument-issue.js';

/** `only` and `except` take the names that the manifest gives. */
export interface RegisterFromOptions<
  Prefix extends string = string,
  Only extends string = string,
  Except extends string = string,
> extends MemberSelection<Only, Except> {
  /** Put before every name as it is: `prefix: 'home_'` makes `search` into `home_search`. */
  readonly prefix?: Prefix | undefined;
}

/** Options of `registry.register`. */
export type RegisterOptions<Prefix extends string = string> = Pick<RegisterFromOptions<Prefix>, 'prefix'>;

/** Options of `registry.validate`. */
export interface ValidateOptions {
  /** Default: `none`, so that what is valid here is valid for `call`. */
  readonly coercion?: Coercion | undefined;
}

/** The result of `registry.validate`: the arguments as values, or what is wrong with them. */
export type ValidationResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** Empty where there is no such tool, or where the arguments are no JSON. */
      readonly errors: readonly ArgumentIssue[];
      /** All of it in a few sentences, as a model gets it. */
      readonly message: string;
    };
