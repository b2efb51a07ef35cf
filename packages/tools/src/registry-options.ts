import { optionsOf } from '@toolwright/contract';
import type { MemberSelection } from './binding/select-members.js';
import type { Wrap } from './dispatch/wrapped.js';
import type { Coercion } from './validation/arguments/check-arguments.js';
import type { ArgumentIssue } from './validation/explain/argument-issue.js';

/** Options of `registry.registerFrom`. `only` and `except` use the names in the manifest. */
export interface RegisterFromOptions<
  Prefix extends string = string,
  Only extends string = string,
  Except extends string = string,
> extends MemberSelection<Only, Except> {
  /** A prefix for every name, added without a separator: `prefix: 'home_'` turns `search` into `home_search`. */
  readonly prefix?: Prefix | undefined;
  /**
   * Wraps each method that is registered: receives the method and returns the function that is called instead. Wrapped tools are
   * asynchronous, so `callSync` refuses them.
   */
  readonly wrap?: Wrap | undefined;
}

/** Options of `registry.register`. */
export type RegisterOptions<Prefix extends string = string> = Pick<RegisterFromOptions<Prefix>, 'prefix'>;

/** Options of `registry.validate`. */
export interface ValidateOptions {
  /** Whether to repair types. Default: `none`, as in `call`. */
  readonly coercion?: Coercion | undefined;
}

/** The result of `registry.validate`: the argument values, or their issues. */
export type ValidationResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** The issues. Empty for an unknown tool, and for arguments that are not valid JSON. */
      readonly errors: readonly ArgumentIssue[];
      /** All issues in a few sentences, as shown to a model. */
      readonly message: string;
    };

export const REGISTER_FROM = optionsOf<RegisterFromOptions>()({
  'a string': 'prefix',
  'true or false': 'resources',
  'a list': 'only except',
  'a function': 'wrap',
});
export const REGISTER = optionsOf<RegisterOptions>()({ 'a string': 'prefix' });
export const VALIDATE = optionsOf<ValidateOptions>()({ 'a string': 'coercion' });
