import type { ts } from 'ts-morph';

/**
 * Information that TypeScript's public API does not provide. Each function reads one internal field and checks at run time that it exists.
 * To support another compiler, only this file has to change.
 */

/** Whether a type results from an unresolved name or import. The checker treats it as a kind of `any`. */
export function isErrorType(type: ts.Type): boolean {
  return 'intrinsicName' in type && (type.intrinsicName === 'error' || type.intrinsicName === 'unresolved');
}

/** Whether a type is `this` inside a class or an interface. */
export function isThisType(type: ts.Type): boolean {
  return 'isThisType' in type && type.isThisType === true;
}

/** Returns `T` of a mapped type over the keys of `T`, once the checker has computed the type's members. */
export function findMappedSource(type: ts.Type): ts.Type | undefined {
  // A field of the checker's internal MappedType.
  return 'modifiersType' in type ? (type.modifiersType as ts.Type | undefined) : undefined;
}

/** Returns the mapped type that created a property. */
export function findMappedOwner(property: ts.Symbol): ts.Type | undefined {
  // The checker's internal data about a property that it created.
  const { links } = property as { readonly links?: { readonly mappedType?: ts.Type } };
  return links?.mappedType;
}

/**
 * Finds the `export type` or `import type`, in any module, through which an imported name loses its value. Returns undefined if the name
 * has a value, or if its own import is the cause.
 */
export function findTypeOnlyExport(name: ts.Identifier, checker: ts.TypeChecker): ts.Node | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined || !('getTypeOnlyAliasDeclaration' in checker)) return undefined;
  // An internal method, stable since TypeScript 3.8.
  const { getTypeOnlyAliasDeclaration } = checker as TypeOnlyAliases;
  const found = getTypeOnlyAliasDeclaration(symbol);
  return found?.getSourceFile() === name.getSourceFile() ? undefined : found;
}

/** Whether a file declares or imports a name at its top level. Works only for files that the checker has bound. */
export function declaresName(source: ts.SourceFile, name: string): boolean {
  // The binder's symbol table, a Map by name.
  const { locals } = source as { readonly locals?: ReadonlyMap<string, ts.Symbol> };
  return locals?.has(name) ?? false;
}

/** Whether the parser found errors in a file that belongs to no program. */
export function hasSyntaxErrors(source: ts.SourceFile): boolean {
  // The parser's own list, from which programs read their errors.
  const { parseDiagnostics } = source as { readonly parseDiagnostics?: readonly unknown[] };
  return parseDiagnostics === undefined || parseDiagnostics.length > 0;
}

interface TypeOnlyAliases extends ts.TypeChecker {
  getTypeOnlyAliasDeclaration(symbol: ts.Symbol): ts.Node | undefined;
}

/** Returns the value that a name refers to at a node, without resolving imports. Excludes globals of the platform. */
export function findValue(
  ts_: typeof ts,
  checker: ts.TypeChecker,
  name: string,
  at: ts.Node,
): ts.Symbol | undefined {
  if (!('resolveName' in checker)) return undefined;
  // An internal method, stable since TypeScript 2.4.
  const { resolveName } = checker as NameResolver;
  return resolveName(name, at, ts_.SymbolFlags.Value, true);
}

interface NameResolver extends ts.TypeChecker {
  resolveName(
    name: string,
    location: ts.Node,
    meaning: ts.SymbolFlags,
    excludeGlobals: boolean,
  ): ts.Symbol | undefined;
}

/** Returns the JSDoc comments that the parser itself would attach to a node. */
export function findDocRanges(ts_: typeof ts, node: ts.Node): readonly ts.CommentRange[] {
  if (!('canHaveJSDoc' in ts_) || !('getJSDocCommentRanges' in ts_)) return [];
  // Internal functions, stable since TypeScript 4.8 or earlier.
  const { canHaveJSDoc, getJSDocCommentRanges } = ts_ as typeof ts & DocFinder;
  // The parser attaches no comments to parts of an expression or to type parameters.
  const hasNone =
    ts_.isIdentifier(node) ||
    ts_.isPropertyAccessExpression(node) ||
    ts_.isElementAccessExpression(node) ||
    ts_.isBinaryExpression(node) ||
    ts_.isTypeParameterDeclaration(node);
  return (!hasNone && canHaveJSDoc(node) && getJSDocCommentRanges(node, node.getSourceFile().text)) || [];
}

interface DocFinder {
  canHaveJSDoc(node: ts.Node): boolean;
  getJSDocCommentRanges(node: ts.Node, text: string): readonly ts.CommentRange[] | undefined;
}

/** Parses a JSDoc comment as if it were on its own line above the node. */
export function parseJSDoc(
  ts_: typeof ts,
  owner: ts.Node,
  { pos, end }: { readonly pos: number; readonly end: number },
): ts.JSDoc | undefined {
  if (!('parseIsolatedJSDocComment' in ts_)) return undefined;
  // An internal function, stable since TypeScript 1.8.
  const { parseIsolatedJSDocComment } = ts_ as typeof ts & JSDocParser;
  // The compiler searches back to the start of the line, which may be the whole file, although only the indentation matters.
  const from = Math.max(0, pos - MAX_INDENTATION);
  const text = owner.getSourceFile().text.slice(from, end);
  const { jsDoc } = parseIsolatedJSDocComment(text, pos - from, end - pos) ?? {};
  if (jsDoc !== undefined) adopt(ts_, jsDoc, owner, from);
  return jsDoc;
}

const MAX_INDENTATION = 200;

interface JSDocParser {
  parseIsolatedJSDocComment(
    text: string,
    start: number,
    length: number,
  ): { readonly jsDoc: ts.JSDoc } | undefined;
}

/** Sets the parents of parsed nodes, which are needed to find their positions in the source. @param offset Added to the positions. */
function adopt(ts_: typeof ts, node: ts.Node, parent: ts.Node, offset: number): void {
  Object.assign(node, { parent });
  move(node, offset);
  const adoptChild = (child: ts.Node): void => adopt(ts_, child, node, offset);
  ts_.forEachChild(node, adoptChild, (children) => {
    move(children, offset);
    children.forEach(adoptChild);
  });
}

function move(range: ts.TextRange, offset: number): void {
  Object.assign(range, { pos: range.pos + offset, end: range.end + offset });
}
