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

/**
 * The `export type` or `import type`, in whichever module it stands, that leaves an imported name without a value; undefined where it has
 * one, or where the name's own import leaves it without.
 */
export function findTypeOnlyExport(name: ts.Identifier, checker: ts.TypeChecker): ts.Node | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined || !('getTypeOnlyAliasDeclaration' in checker)) return undefined;
  // Not of its published type; what it answers has been the same since TypeScript 3.8.
  const { getTypeOnlyAliasDeclaration } = checker as TypeOnlyAliases;
  const found = getTypeOnlyAliasDeclaration(symbol);
  return found?.getSourceFile() === name.getSourceFile() ? undefined : found;
}

interface TypeOnlyAliases extends ts.TypeChecker {
  getTypeOnlyAliasDeclaration(symbol: ts.Symbol): ts.Node | undefined;
}
