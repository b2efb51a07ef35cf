import {
  addStatement,
  applyEdits,
  extendImport,
  newlineOf,
  removal,
  type TextEdit,
  unusedImports,
} from '@toolwright/codegen/edits';
import { findNodes, typescript, unwrap } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isImport, isWithin, namesIn } from '../nodes-in.js';
import { pushTo } from '../plan/push-to.js';
import { importedMarks, type Wanted, wantedImports, withLocalNames } from './import-marks.js';

/**
 * Imports what the marks of a new text stand for, and removes constants and imports that only the old text used.
 * @param manifest the specifier of the manifest
 */
export function tidyFile(text: string, source: ts.SourceFile, manifest: string): string {
  const cleared = withoutConstants(text, source);
  const after = parseLike(source, cleared);
  const stillUsed = usesOf(after);
  const gone = new Set([...usesOf(source)].filter((name) => !stillUsed.has(name)));
  const wanted = wantedImports(cleared, manifest);
  const known = knownNames(after, wanted);
  const missing = wanted.filter(({ name }) => !known.has(name));
  const imported = withImports(after, missing);
  const tidied = applyEdits(imported, unusedImports(parseLike(source, imported), gone));
  const taken = namesIn(parseLike(source, tidied)).map((name) => name.text);
  const named = withLocalNames(tidied, known, taken);
  return /^\s/.test(source.text) ? named : named.trimStart();
}

/** Removes constants and types that are neither used nor exported any more, each with one of the empty lines around it. */
function withoutConstants(text: string, before: ts.SourceFile): string {
  let current = text;
  const usedBefore = usesOf(before);
  for (;;) {
    const source = parseLike(before, current);
    const used = usesOf(source, isValueUse);
    const edits = source.statements.flatMap((statement): TextEdit[] => {
      const name = constantOf(statement);
      if (name === undefined || isUsed(statement, name, used) || !usedBefore.has(name)) return [];
      const edit = removal(current, statement.getStart(source, true), statement.end);
      const empty = /^\r?\n/.exec(current.slice(edit.end, edit.end + 2))?.[0].length ?? 0;
      return [{ ...edit, end: edit.end + empty }];
    });
    if (edits.length === 0) return current;
    current = applyEdits(current, edits);
  }
}

/** Returns the name of a schema, a function, a constant value or a type that a statement declares for this file alone. */
function constantOf(statement: ts.Statement): string | undefined {
  if (isType(statement)) return statement.modifiers === undefined ? statement.name.text : undefined;
  if (!typescript.isVariableStatement(statement) || statement.modifiers !== undefined) return undefined;
  const [only, ...others] = statement.declarationList.declarations;
  if (only?.initializer === undefined || others.length > 0 || !typescript.isIdentifier(only.name))
    return undefined;
  return isSchemaText(only.initializer) ? only.name.text : undefined;
}

/** Whether an initializer is a schema, a function or a constant value, which nobody misses. */
function isSchemaText(node: ts.Expression): boolean {
  const inner = unwrap(node, typescript);
  if (typescript.isArrayLiteralExpression(inner)) return inner.elements.every(isSchemaText);
  if (typescript.isObjectLiteralExpression(inner))
    return inner.properties.every(
      (one) => typescript.isPropertyAssignment(one) && isSchemaText(one.initializer),
    );
  return (
    typescript.isLiteralExpression(inner) ||
    typescript.isFunctionLike(inner) ||
    (typescript.isCallExpression(inner) && /^z\b/.test(inner.getText()))
  );
}

/** @param values the names that are used as values */
function isUsed(statement: ts.Statement, name: string, values: ReadonlySet<string>): boolean {
  if (!isType(statement)) return values.has(name);
  const isTypeUse = (one: ts.Identifier): boolean =>
    one.text === name && !isWithin(one, statement) && !typescript.isVariableDeclaration(one.parent);
  return namesIn(statement.parent).some(isTypeUse);
}

function isType(node: ts.Node): node is ts.TypeAliasDeclaration | ts.InterfaceDeclaration {
  return typescript.isTypeAliasDeclaration(node) || typescript.isInterfaceDeclaration(node);
}

/** Returns the names that a file uses, apart from declarations of constants, types and imports. */
function usesOf(source: ts.SourceFile, isUse = (_parent: ts.Node): boolean => true): ReadonlySet<string> {
  const names = namesIn(source).filter(({ parent, text }) => {
    const isDeclared =
      (typescript.isVariableDeclaration(parent) || isType(parent)) && parent.name.getText() === text;
    return !isDeclared && !isImport(parent) && isUse(parent);
  });
  return new Set(names.map(({ text }) => text));
}

/** Whether a name within a node can refer to a constant. */
function isValueUse(parent: ts.Node): boolean {
  return !typescript.isTypeReferenceNode(parent) && !typescript.isInterfaceDeclaration(parent);
}

/** Finds what a file calls the names that it imports already. */
function knownNames(source: ts.SourceFile, wanted: readonly Wanted[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const one of findNodes(source, { ts: typescript }, typescript.isImportSpecifier)) {
    const { isTypeOnly, propertyName, name } = one;
    const { phaseModifier, parent } = one.parent.parent;
    const imported = wanted.find((each) => each.name === (propertyName ?? name).text);
    const isFrom =
      typescript.isImportDeclaration(parent) &&
      parent.moduleSpecifier.getText().slice(1, -1) === imported?.module;
    if (imported && isFrom && (imported.isType || !(isTypeOnly || phaseModifier)))
      known.set(imported.name, name.text);
  }
  return known;
}

/** Adds imports. The manifest comes last: it imports the tools, which must be complete then. */
function withImports(source: ts.SourceFile, missing: readonly Wanted[]): string {
  const modules = new Map<string, Wanted[]>();
  for (const one of missing) pushTo(modules, one.module, one);
  const imports = source.statements.filter(
    (one) => typescript.isImportDeclaration(one) || typescript.isImportEqualsDeclaration(one),
  );
  const edits = [...modules]
    .sort(([one], [other]) => (rankOf(one) < rankOf(other) ? -1 : 1))
    .map(([module, names]) => {
      const context = { source, module, newline: newlineOf(source.text) };
      const text = importedMarks(names);
      const line = (quote: string): string => `import { ${text} } from ${quote}${module}${quote}`;
      const known = imports.filter(typescript.isImportDeclaration);
      return extendImport(text, known, context) ?? addStatement(line, imports, context);
    });
  return applyEdits(source.text, edits);
}

function rankOf(module: string): string {
  return module.replace(/^\./, '~');
}

function parseLike({ fileName, languageVersion }: ts.SourceFile, text: string): ts.SourceFile {
  return typescript.createSourceFile(fileName, text, languageVersion, true);
}
