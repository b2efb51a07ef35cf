import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import { LIBRARY_MODULES } from './library-symbols.js';

/** The names under which one file knows `tool`. */
export interface ToolNames {
  /** Local names of `tool` itself. */
  readonly direct: ReadonlySet<string>;
  /** Local names of namespaces that hold it: `t` in `@t.tool`. */
  readonly namespaces: ReadonlySet<string>;
  /** `toolwright` or `@toolwright/tools`, where the file imports from there. */
  readonly module: string | undefined;
  /** An import of `tool` that leads nowhere. */
  readonly unresolved: ts.Expression | undefined;
}

/** Reads the imports of a file; only their symbols are resolved, no types. */
export function findToolNames(file: ts.SourceFile, context: CodegenContext): ToolNames {
  const direct = new Set<string>();
  const namespaces = new Set<string>();
  let module: string | undefined;
  let unresolved: ts.Expression | undefined;
  for (const { clause, specifier } of valueImports(file, context)) {
    const library = LIBRARY_MODULES.has(specifier.text);
    const found = toolBindings(clause, context);
    for (const name of found.direct) direct.add(name);
    for (const name of found.namespaces) namespaces.add(name);
    if (!library) {
      // A misspelt package would otherwise leave the manifest empty without a word.
      if (namesTool(clause, context) && leadsNowhere(specifier, context)) unresolved ??= specifier;
      continue;
    }
    if (found.direct.length > 0 || found.namespaces.length > 0) module ??= specifier.text;
    else if (mentionsTool(clause, context)) unresolved ??= specifier;
  }
  return { direct, namespaces, module, unresolved };
}

interface ValueImport {
  readonly clause: ts.ImportClause;
  readonly specifier: ts.StringLiteral;
}

function valueImports(file: ts.SourceFile, { compiler: { ts } }: CodegenContext): ValueImport[] {
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement)) return [];
    const { importClause: clause, moduleSpecifier: specifier } = statement;
    if (clause === undefined || !ts.isStringLiteral(specifier)) return [];
    return clause.phaseModifier === ts.SyntaxKind.TypeKeyword ? [] : [{ clause, specifier }];
  });
}

function toolBindings(
  { name, namedBindings }: ts.ImportClause,
  { compiler: { ts, checker }, library }: CodegenContext,
): { direct: string[]; namespaces: string[] } {
  const direct: string[] = [];
  const isTool = (node: ts.Node): boolean => library.isTool(checker.getSymbolAtLocation(node));
  if (name !== undefined && isTool(name)) direct.push(name.text);
  if (namedBindings === undefined) return { direct, namespaces: [] };
  if (ts.isNamedImports(namedBindings)) {
    for (const element of namedBindings.elements) if (isTool(element.name)) direct.push(element.name.text);
    return { direct, namespaces: [] };
  }
  const symbol = checker.getSymbolAtLocation(namedBindings.name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const holds = target !== undefined && checker.getExportsOfModule(target).some(library.isTool);
  return { direct, namespaces: holds ? [namedBindings.name.text] : [] };
}

function leadsNowhere(specifier: ts.StringLiteral, { compiler: { checker } }: CodegenContext): boolean {
  return checker.getSymbolAtLocation(specifier) === undefined;
}

/** `import { tool }` or `import * as`: what would have held `tool`, had the module been found. */
function mentionsTool(clause: ts.ImportClause, context: CodegenContext): boolean {
  const { namedBindings } = clause;
  if (namedBindings !== undefined && context.compiler.ts.isNamespaceImport(namedBindings)) return true;
  return namesTool(clause, context);
}

function namesTool({ namedBindings }: ts.ImportClause, { compiler: { ts } }: CodegenContext): boolean {
  if (namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.some(({ name, propertyName }) => (propertyName ?? name).text === 'tool');
}
