/** A program that tries to leave the sandbox, to stall it or to confuse its host, and how it must end. */
export interface Escape {
  readonly about: string;
  readonly code: string;
  /** The returned JSON, or the way in which the program ends otherwise. */
  readonly ends: { readonly value: unknown } | { readonly type: string; readonly like?: RegExp };
  /** The calls that it must make. Default: any of its tools. */
  readonly calls?: readonly unknown[];
}

/** A program that returns a value. */
export const value = (about: string, code: string, given: unknown): Escape => ({
  about,
  code,
  ends: { value: given },
});
/** A program that throws. */
export const throws = (about: string, code: string, like?: RegExp): Escape => ({
  about,
  code,
  ends: { type: 'thrown', ...(like && { like }) },
});
/** A program that reaches a limit. */
export const limit = (about: string, code: string): Escape => ({ about, code, ends: { type: 'limit' } });
/** A program that waits for nothing. */
export const stuck = (about: string, code: string): Escape => ({ about, code, ends: { type: 'stuck' } });
