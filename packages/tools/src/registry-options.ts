import type { MemberSelection } from './binding/select-members.js';
import type { Coercion } from './validation/arguments/check-arguments.js';
import type { ArgumentIssue } from './validation/explain/argument-issue.js';

/** Options of `registry.registerFrom`. `only` and `except` take names from the manifest. */
export interface RegisterFromOptions<
  Prefix extends string = string,
  Only extends string = string,
  Except extends string = string,
> extends MemberSelection<Only, Except> {
  /** Added before every name without a separator: `prefix: 'home_'` turns `search` into `home_search`. */
  readonly prefix?: Prefix | undefined;
}

/** Options of `registry.register`. */
export type RegisterOptions<Prefix extends string = string> = Pick<RegisterFromOptions<Prefix>, 'prefix'>;

/** Options of `registry.validate`. */
export interface ValidateOptions {
  /** Default: `none`, so that what is valid here is valid for `call`. */
  readonly coercion?: Coercion | undefined;
}

/** The result of `registry.validate`: the argument values, or their issues. */
export type ValidationResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** Empty for an unknown tool, and for arguments that are not valid JSON. */
      readonly errors: readonly ArgumentIssue[];
      /** All issues in a few sentences, as shown to a model. */
      readonly message: string;
    };
