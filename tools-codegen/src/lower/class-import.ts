import {
  type Compiler,
  createExportLookup,
  type ExportBinding,
  isTypeOnly,
} from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Finds how a module imports a class; undefined if no module exports it. */
export type FindClassImport = (symbol: ts.Symbol) => ExportBinding | undefined;

/**
 * Finds how classes are imported. A class of the project is imported from its file; for a class of a dependency, the project's own imports
 * show the specifier. A `.d.ts` file of the project describes the JavaScript file with the same name.
 * @param onSeveral Called if the project imports the class in several ways: the choice then depends on which files were read.
 */
export function createClassImports(compiler: Compiler, onSeveral: () => void): FindClassImport {
  const { ts, program } = compiler;
  const findExport = createExportLookup(compiler);
  const known = new Map<ts.Symbol, ExportBinding | undefined>();
  let modules: ReadonlyMap<ts.Symbol, string> | undefined;

  const find = (symbol: ts.Symbol): ExportBinding | undefined => {
    const declaration = symbol.valueDeclaration;
    const source = declaration?.getSourceFile();
    if (declaration === undefined || source === undefined) return undefined;
    if (!source.isDeclarationFile && !program.isSourceFileFromExternalLibrary(source)) {
      // `declare class` does not exist at run time.
      const isAmbient = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Ambient) !== 0;
      return isAmbient ? undefined : findExport(declaration);
    }
    modules ??= importedModules(compiler);
    const [first, ...others] = [...modules].flatMap(([module, specifier]) => {
      const exportName = exportedAs(compiler, module, symbol);
      return exportName === undefined ? [] : [{ specifier, exportName }];
    });
    if (others.length > 0) onSeveral();
    if (first !== undefined) return { file: source.fileName, localName: symbol.name, ...first };
    if (program.isSourceFileFromExternalLibrary(source)) return undefined;
    const written = findExport(declaration);
    return written && { ...written, file: source.fileName.replace(/\.d\.([cm]?)ts$/, '.$1js') };
  };

  return (symbol) => {
    if (!known.has(symbol)) known.set(symbol, find(symbol));
    return known.get(symbol);
  };
}

/** Returns the modules that the project's own files import by a non-relative path, each with its shortest specifier. */
function importedModules({ ts, program, checker }: Compiler): ReadonlyMap<ts.Symbol, string> {
  const modules = new Map<ts.Symbol, string>();
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || program.isSourceFileFromExternalLibrary(source)) continue;
    for (const statement of source.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      const { moduleSpecifier } = statement;
      if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) continue;
      const { text } = moduleSpecifier;
      const module = /^[./]/.test(text) ? undefined : checker.getSymbolAtLocation(moduleSpecifier);
      if (module === undefined) continue;
      const known = modules.get(module);
      if (known === undefined || comesBefore(text, known)) modules.set(module, text);
    }
  }
  return new Map([...modules].sort(([, a], [, b]) => (comesBefore(a, b) ? -1 : 1)));
}

function comesBefore(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}

function exportedAs({ ts, checker }: Compiler, module: ts.Symbol, symbol: ts.Symbol): string | undefined {
  const found = checker.getExportsOfModule(module).find((exported) => {
    if (isTypeOnly(exported, ts)) return false;
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    return (isAlias ? checker.getAliasedSymbol(exported) : exported) === symbol;
  });
  return found?.name;
}
