import type { ts } from 'ts-morph';

/**
 * Answers that TypeScript's public API does not provide. Each function reads one internal field and checks for it at run time. Another
 * compiler needs replacements only in this file.
 */

/** Whether a type belongs to an unresolved name or import. The checker treats it as a kind of `any`. */
export function isErrorType(type: ts.Type): boolean {
  return 'intrinsicName' in type && type.intrinsicName === 'error';
}

/** Whether a type is `this` inside a class or an interface. */
export function isThisType(type: ts.Type): boolean {
  return 'isThisType' in type && type.isThisType === true;
}

/**
 * Finds the `export type` or `import type`, in any module, that strips an imported name of its value. Returns undefined if the name has a
 * value, or if its own import strips it.
 */
export function findTypeOnlyExport(name: ts.Identifier, checker: ts.TypeChecker): ts.Node | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined || !('getTypeOnlyAliasDeclaration' in checker)) return undefined;
  // An internal method, stable since TypeScript 3.8.
  const { getTypeOnlyAliasDeclaration } = checker as TypeOnlyAliases;
  const found = getTypeOnlyAliasDeclaration(symbol);
  return found?.getSourceFile() === name.getSourceFile() ? undefined : found;
}

interface TypeOnlyAliases extends ts.TypeChecker {
  getTypeOnlyAliasDeclaration(symbol: ts.Symbol): ts.Node | undefined;
}
