import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import { LIBRARY_MODULES } from './library-symbols.js';

/** The names under which one file knows `tool`. */
export interface ToolNames {
  /** Local names of `tool` itself. */
  readonly direct: ReadonlySet<string>;
  /** Local names of namespaces that hold it: `t` in `@t.tool`. */
  readonly namespaces: ReadonlySet<string>;
  /** What stands wherever it is called: its local names, and those that namespaces have for it. */
  readonly spelled: ReadonlySet<string>;
  /** `toolwright` or `@toolwright/tools`, where the file imports from there. */
  readonly module: string | undefined;
  /** An import of `tool` that leads nowhere. */
  readonly unresolved: ts.Expression | undefined;
}

/** Reads the imports of a file, and its constants that are what it imports; only their symbols are resolved, no types. */
export function findToolNames(file: ts.SourceFile, context: CodegenContext): ToolNames {
  const direct = new Set<string>();
  const namespaces = new Set<string>();
  const spelled = new Set<string>();
  let module: string | undefined;
  let unresolved: ts.Expression | undefined;
  for (const { names, specifier, wanted } of valueImports(file, context)) {
    let isFound = false;
    for (const name of names) {
      const members = standsFor(name, context);
      if (members === undefined) continue;
      isFound = true;
      (members === 'tool' ? direct : namespaces).add(name.text);
      for (const member of members === 'tool' ? [name.text] : members) spelled.add(member);
    }
    if (specifier === undefined) continue;
    if (!LIBRARY_MODULES.has(specifier.text)) {
      // A misspelt package would otherwise leave the manifest empty without a word.
      if (wanted === 'tool' && leadsNowhere(specifier, context)) unresolved ??= specifier;
      continue;
    }
    if (isFound) module ??= specifier.text;
    else if (wanted !== undefined) unresolved ??= specifier;
  }
  if (spelled.size > 0) addConstants(file, { direct, namespaces, spelled }, context);
  return { direct, namespaces, spelled, module, unresolved };
}

interface ValueImport {
  readonly names: readonly ts.Identifier[];
  /** Absent for `import name = namespace.member`. */
  readonly specifier?: ts.StringLiteral;
  /** What it is after, by its own words: `tool`, or a namespace that may hold it. */
  readonly wanted?: 'tool' | 'namespace' | undefined;
}

function valueImports(file: ts.SourceFile, { compiler: { ts } }: CodegenContext): ValueImport[] {
  return file.statements.flatMap((statement): ValueImport[] => {
    if (ts.isImportEqualsDeclaration(statement)) {
      const { name, moduleReference: reference, isTypeOnly } = statement;
      if (isTypeOnly) return [];
      if (!ts.isExternalModuleReference(reference)) return [{ names: [name] }];
      const specifier = reference.expression;
      return ts.isStringLiteral(specifier) ? [{ names: [name], specifier, wanted: 'namespace' }] : [];
    }
    if (!ts.isImportDeclaration(statement)) return [];
    const { importClause: clause, moduleSpecifier: specifier } = statement;
    if (clause === undefined || !ts.isStringLiteral(specifier)) return [];
    if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
    const { name, namedBindings } = clause;
    const first = name === undefined ? [] : [name];
    if (namedBindings === undefined) return [{ names: first, specifier }];
    if (ts.isNamespaceImport(namedBindings))
      return [{ names: [...first, namedBindings.name], specifier, wanted: 'namespace' }];
    const { elements } = namedBindings;
    const wanted = elements.some((element) => (element.propertyName ?? element.name).text === 'tool');
    const names = [...first, ...elements.map((element) => element.name)];
    return [{ names, specifier, wanted: wanted ? 'tool' : undefined }];
  });
}

/** `tool`, or what a module that exports it calls it. */
function standsFor(
  name: ts.Identifier,
  { compiler: { checker }, library }: CodegenContext,
): 'tool' | readonly string[] | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  if (library.isTool(symbol)) return 'tool';
  const members = library.namesInModule(symbol);
  return members.length > 0 ? members : undefined;
}

function leadsNowhere(specifier: ts.StringLiteral, { compiler: { checker } }: CodegenContext): boolean {
  return checker.getSymbolAtLocation(specifier) === undefined;
}

/** `const mark = tool` at the top level. */
function addConstants(
  file: ts.SourceFile,
  { direct, namespaces, spelled }: Record<'direct' | 'namespaces' | 'spelled', Set<string>>,
  { compiler: { ts, checker }, library }: CodegenContext,
): void {
  const mayBeTool = (value: ts.Expression | undefined): boolean => {
    if (value === undefined) return false;
    if (ts.isIdentifier(value)) return direct.has(value.text);
    if (!ts.isPropertyAccessExpression(value) || !ts.isIdentifier(value.expression)) return false;
    return namespaces.has(value.expression.text);
  };
  for (const statement of file.statements.filter(ts.isVariableStatement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || !mayBeTool(initializer)) continue;
      if (!library.isTool(checker.getSymbolAtLocation(name))) continue;
      direct.add(name.text);
      spelled.add(name.text);
    }
  }
}
