import {
  type Compiler,
  changedNames,
  findNodes,
  referencedSymbol,
  typescript,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isImport, namesIn } from '../nodes-in.js';
import { initializerOf, symbolOf } from '../read/zod-names.js';

/** Where constants are used. */
export type References = ReadonlyMap<ts.Symbol, readonly ts.Identifier[]>;

/** Finds where a project uses constants, through imports and re-exports. Leaves out their declarations, imports and exports. */
export function findReferences(
  constants: Iterable<ts.Symbol>,
  sources: readonly ts.SourceFile[],
  compiler: Compiler,
): References {
  const found = new Map<ts.Symbol, ts.Identifier[]>(Array.from(constants, (symbol) => [symbol, []]));
  const names = sources.flatMap((source) => findNodes(source, compiler, typescript.isIdentifier));
  const locals = new Set(Array.from(found, ([{ name }]) => name));
  // An import or an export may give a constant another name.
  for (const { parent, text } of names)
    if (typescript.isImportClause(parent) || ('propertyName' in parent && parent.propertyName))
      locals.add(text);
  for (const name of names)
    if (locals.has(name.text) && !isDeclaration(name)) {
      const symbol = referencedSymbol(name, compiler);
      if (symbol !== undefined) found.get(symbol)?.push(name);
    }
  return found;
}

function isDeclaration({ parent }: ts.Identifier): boolean {
  return isImport(parent) || typescript.isExportSpecifier(parent) || typescript.isVariableDeclaration(parent);
}

/** Finds the constants whose values are changed after their declaration, such as by `shape.city = …` or `list.push(…)`. */
export function changedConstants(
  sources: readonly ts.SourceFile[],
  compiler: Compiler,
): ReadonlySet<ts.Symbol> {
  const names = sources.flatMap((source) => [...changedNames(typescript, source).values()].flat());
  return new Set(names.map((name) => symbolOf(name, compiler)).filter((one) => one !== undefined));
}

/** Returns a name within an expression, or within the constants that it uses, whose value is changed. */
export function findChanged(
  node: ts.Node | undefined,
  changed: ReadonlySet<ts.Symbol>,
  compiler: Compiler,
): ts.Identifier | undefined {
  const seen = new Set<ts.Symbol>();
  const open = node === undefined || changed.size === 0 ? [] : [...namesIn(node)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const symbol = symbolOf(name, compiler);
    if (symbol === undefined || seen.has(symbol)) continue;
    if (changed.has(symbol)) return name;
    seen.add(symbol);
    const initializer = initializerOf(symbol);
    if (initializer !== undefined) open.push(...namesIn(initializer));
  }
  return undefined;
}
