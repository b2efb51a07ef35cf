import type { ts } from 'ts-morph';

/**
 * Questions that TypeScript's public API does not answer. Each reads one internal field, checked for at run time; another
 * compiler needs its own answers here and nowhere else.
 */

/** The type of a name or an import that did not resolve; to the checker it is a kind of `any`. */
export function isErrorType(type: ts.Type): boolean {
  return 'intrinsicName' in type && type.intrinsicName === 'error';
}

/** `this` inside a class or an interface. */
export function isThisType(type: ts.Type): boolean {
  return 'isThisType' in type && type.isThisType === true;
}
