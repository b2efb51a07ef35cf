import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import { isJavaScriptFile } from '../../compiler/javascript-file.js';

export interface ExportBinding {
  /** The absolute path of the module. */
  readonly file: string;
  /** The exported name: `default` for the default export, `export=` for the entire value of a CommonJS module in JavaScript. */
  readonly exportName: string;
  /** The name inside the module, from which the importing module derives the name that it uses. */
  readonly localName: string;
  /** Present if the import uses a package or an alias instead of the path of the file. */
  readonly specifier?: string;
}

/** Finds the name under which a module exports a declaration; undefined if it is not exported or only exported as a type. */
export type FindExport = (declaration: ts.Declaration) => ExportBinding | undefined;

/**
 * Creates a lookup that reads the exports of each module once.
 * @param options.types Whether to accept type-only exports.
 */
export function createExportLookup(compiler: Compiler, { types = false } = {}): FindExport {
  const modules = new Map<ts.SourceFile, ReadonlyMap<ts.Declaration, readonly string[]>>();
  return (declaration) => {
    const file = declaration.getSourceFile();
    const exports = modules.get(file) ?? readExports(file, types, compiler);
    modules.set(file, exports);
    const localName = declaredName(declaration, compiler);
    const exportName = preferred(exports.get(declaration) ?? [], localName);
    if (exportName === undefined) return undefined;
    return { file: file.fileName, exportName, localName: localName ?? exportName };
  };
}

function readExports(
  file: ts.SourceFile,
  types: boolean,
  { ts, checker }: Compiler,
): Map<ts.Declaration, string[]> {
  const names = new Map<ts.Declaration, string[]>();
  const table = checker.getSymbolAtLocation(file)?.exports ?? new Map<ts.__String, ts.Symbol>();
  for (const [key, symbol] of table) {
    const name = ts.unescapeLeadingUnderscores(key);
    // A TypeScript module cannot import `export =` by name.
    if ((name === 'export=' && !isJavaScriptFile(file)) || (!types && isTypeOnly(symbol, ts))) continue;
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of target.declarations ?? []) {
      names.set(declaration, [...(names.get(declaration) ?? []), name]);
    }
  }
  return names;
}

/** Whether a symbol is exported by `export type { … }` or `export { type … }`, which do not exist at run time. */
export function isTypeOnly({ declarations = [] }: ts.Symbol, { isExportSpecifier }: Compiler['ts']): boolean {
  return declarations.some(
    (node) => isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly),
  );
}

function declaredName(declaration: ts.Declaration, { ts }: Compiler): string | undefined {
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
}

/**
 * Prefers the declaration's own name, then other names in alphabetical order, then the default export, so that the order of the exports has
 * no effect.
 */
function preferred(names: readonly string[], own: string | undefined): string | undefined {
  if (own !== undefined && names.includes(own)) return own;
  const sorted = [...names].sort();
  return sorted.find((name) => name !== 'default') ?? sorted[0];
}
