import type { ts } from 'ts-morph';
import { findTypeOnlyExport } from '../../compiler/compiler-internals.js';
import { isJavaScriptFile } from '../../compiler/javascript-file.js';
import type { CodegenContext } from '../context.js';
import { LIBRARY_MODULES, MARK_NAMES, type MarkName } from '../library-symbols.js';

/** The names for `tool` and `resource` in one file. */
export interface ToolNames {
  /** The local names of `tool` and `resource` themselves. */
  readonly direct: ReadonlyMap<string, MarkName>;
  /** The local names of namespaces that contain `tool` or `resource`: `t` in `@t.tool`. */
  readonly namespaces: ReadonlySet<string>;
  /**
   * The type-only imports among `direct` and `namespaces`, by local name. Either the import or a module that re-exports the name is
   * type-only.
   */
  readonly typeOnly: ReadonlyMap<string, ts.Identifier>;
  /** All names that calls may contain: local names, and the names in namespaces. */
  readonly spelled: ReadonlySet<string>;
  /** `toolwright` or `@toolwright/tools`, if the file imports a mark from it. */
  readonly module: string | undefined;
  /** An unresolved import, and the mark that it imports. */
  readonly unresolved: { readonly specifier: ts.Expression; readonly name: MarkName } | undefined;
}

/** Reads the imports of a file and the constants that alias them. Resolves symbols but no types. */
export function findToolNames(file: ts.SourceFile, context: CodegenContext): ToolNames {
  const direct = new Map<string, MarkName>();
  const namespaces = new Set<string>();
  const spelled = new Set<string>();
  const typeOnly = new Map<string, ts.Identifier>();
  let module: string | undefined;
  let unresolved: ToolNames['unresolved'];
  for (const { names, specifier, wanted, typeOnly: types } of toolImports(file, context)) {
    let isFound = false;
    for (const name of names) {
      const members = standsFor(name, context);
      if (members === undefined) continue;
      isFound = true;
      if (typeof members === 'string') direct.set(name.text, members);
      else namespaces.add(name.text);
      if (types.has(name) || findTypeOnlyExport(name, context.compiler.checker))
        typeOnly.set(name.text, name);
      for (const member of typeof members === 'string' ? [name.text] : members) spelled.add(member);
    }
    if (specifier === undefined) continue;
    if (!LIBRARY_MODULES.has(specifier.text)) {
      // Without this report, a misspelt package name would silently leave the manifest empty.
      if (wanted === 'tool' && leadsNowhere(specifier, context)) unresolved ??= { specifier, name: wanted };
      continue;
    }
    if (isFound) module ??= specifier.text;
    else if (wanted !== undefined)
      unresolved ??= { specifier, name: wanted === 'resource' ? 'resource' : 'tool' };
  }
  if (spelled.size > 0) addConstants(file, { direct, namespaces, spelled }, context);
  return { direct, namespaces, spelled, typeOnly, module, unresolved };
}

interface ToolImport {
  readonly names: readonly ts.Identifier[];
  /** Names without a value at run time. */
  readonly typeOnly: ReadonlySet<ts.Identifier>;
  /** Absent for `import name = namespace.member`. */
  readonly specifier?: ts.StringLiteral;
  /** The imported name: `tool`, `resource`, or a namespace that may contain them. */
  readonly wanted?: MarkName | 'namespace' | undefined;
}

function toolImports(file: ts.SourceFile, { compiler: { ts } }: CodegenContext): ToolImport[] {
  const isJavaScript = isJavaScriptFile(file);
  return file.statements.flatMap((statement): ToolImport[] => {
    if (isJavaScript && ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap((one) => requiredNames(one, ts));
    if (ts.isImportEqualsDeclaration(statement)) {
      const { name, moduleReference: reference, isTypeOnly } = statement;
      const typeOnly = new Set(isTypeOnly ? [name] : []);
      if (!ts.isExternalModuleReference(reference)) return [{ names: [name], typeOnly }];
      const specifier = reference.expression;
      const wanted = isTypeOnly ? undefined : 'namespace';
      return ts.isStringLiteral(specifier) ? [{ names: [name], typeOnly, specifier, wanted }] : [];
    }
    if (!ts.isImportDeclaration(statement)) return [];
    const { importClause: clause, moduleSpecifier: specifier } = statement;
    if (clause === undefined || !ts.isStringLiteral(specifier)) return [];
    return [{ ...namesOf(clause, ts), specifier }];
  });
}

/** Reads `const { tool } = require('toolwright')`, which the compiler treats as an import in JavaScript. */
function requiredNames({ name, initializer }: ts.VariableDeclaration, ts_: typeof ts): ToolImport[] {
  const isCall = initializer !== undefined && ts_.isCallExpression(initializer);
  if (!isCall || !ts_.isIdentifier(initializer.expression)) return [];
  const [specifier] = initializer.arguments;
  if (initializer.expression.text !== 'require' || !specifier || !ts_.isStringLiteral(specifier)) return [];
  const typeOnly = new Set<ts.Identifier>();
  if (ts_.isIdentifier(name)) return [{ names: [name], typeOnly, specifier, wanted: 'namespace' }];
  const elements = ts_.isObjectBindingPattern(name) ? name.elements : [];
  const names = elements.map((element) => element.name).filter(ts_.isIdentifier);
  const wanted = wantedOf(elements.map((element) => (element.propertyName ?? element.name).getText()));
  return [{ names, typeOnly, specifier, wanted }];
}

function namesOf(clause: ts.ImportClause, ts_: typeof ts): Omit<ToolImport, 'specifier'> {
  const { name, namedBindings } = clause;
  const isTypeOnly = clause.phaseModifier === ts_.SyntaxKind.TypeKeyword;
  const elements = namedBindings && ts_.isNamedImports(namedBindings) ? namedBindings.elements : [];
  const namespace = namedBindings && ts_.isNamespaceImport(namedBindings) ? [namedBindings.name] : [];
  const names = [...(name === undefined ? [] : [name]), ...namespace, ...elements.map((one) => one.name)];
  const types = isTypeOnly ? names : elements.filter((one) => one.isTypeOnly).map((one) => one.name);
  const named = wantedOf(elements.map((one) => (one.propertyName ?? one.name).text));
  const wanted = named ?? (namespace.length > 0 ? 'namespace' : undefined);
  return { names, typeOnly: new Set(types), wanted: isTypeOnly ? undefined : wanted };
}

function wantedOf(names: readonly string[]): MarkName | undefined {
  return MARK_NAMES.find((mark) => names.includes(mark));
}

/** Returns what a symbol stands for: `tool` or `resource` itself, or the names of both in a namespace. */
function standsFor(
  name: ts.Identifier,
  { compiler: { checker }, library }: CodegenContext,
): MarkName | readonly string[] | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const mark = library.markOf(symbol);
  if (mark !== undefined) return mark;
  const members = library.namesInModule(symbol);
  return members.length > 0 ? members : undefined;
}

function leadsNowhere(specifier: ts.StringLiteral, { compiler: { checker } }: CodegenContext): boolean {
  return checker.getSymbolAtLocation(specifier) === undefined;
}

/** Adds constants such as `const mark = tool` at the top level of the file. */
function addConstants(
  file: ts.SourceFile,
  {
    direct,
    namespaces,
    spelled,
  }: { direct: Map<string, MarkName>; namespaces: Set<string>; spelled: Set<string> },
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
      const mark = library.markOf(checker.getSymbolAtLocation(name));
      if (mark === undefined) continue;
      direct.set(name.text, mark);
      spelled.add(name.text);
    }
  }
}
