import { applyEdits, newlineOf, removal, type TextEdit, unusedImports } from '@toolwright/codegen/edits';
import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { namesIn } from '../nodes-in.js';
import { pushTo } from '../plan/push-to.js';
import { specifierMark, type Wanted, wantedImports, withLocalNames } from './import-marks.js';

/** Imports what the marks of a new text stand for, and removes constants and imports that only the old text used. */
export function tidyFile(text: string, source: ts.SourceFile): string {
  const cleared = withoutConstants(text, source);
  const stillUsed = usesOf(parseLike(source, cleared));
  const gone = new Set([...usesOf(source)].filter((name) => !stillUsed.has(name)));
  const wanted = wantedImports(cleared);
  const { text: imported, known } = withImports(cleared, source, wanted);
  const tidied = applyEdits(imported, unusedImports(parseLike(source, imported), gone));
  const taken = new Set(namesIn(parseLike(source, tidied)).map((name) => name.text));
  const named = withLocalNames(tidied, wanted, known, taken);
  return /^\s/.test(source.text) ? named : named.trimStart();
}

/** Removes constants that are neither used nor exported any more. */
function withoutConstants(text: string, before: ts.SourceFile): string {
  let current = text;
  const usedBefore = usesOf(before);
  for (;;) {
    const source = parseLike(before, current);
    const used = usesOf(source, isValueUse);
    const edits = source.statements.flatMap((statement): TextEdit[] => {
      const name = constantOf(statement);
      if (name === undefined || used.has(name) || !usedBefore.has(name)) return [];
      return [blankLine(current, removal(current, statement.getStart(source, true), statement.end))];
    });
    if (edits.length === 0) break;
    current = applyEdits(current, edits);
  }
  return current;
}

/** Removes one of the empty lines around a removed statement. */
function blankLine(text: string, edit: TextEdit): TextEdit {
  const next = /^\r?\n/.exec(text.slice(edit.end, edit.end + 2))?.[0].length ?? 0;
  return { ...edit, end: edit.end + next };
}

/** Returns the name of a constant that a statement declares for this file alone. */
function constantOf(statement: ts.Statement): string | undefined {
  if (!typescript.isVariableStatement(statement) || statement.modifiers !== undefined) return undefined;
  const [only, ...others] = statement.declarationList.declarations;
  if (only === undefined || others.length > 0 || !typescript.isIdentifier(only.name)) return undefined;
  const isPure =
    only.initializer !== undefined && !namesIn(only.initializer).some(({ text }) => text === 'require');
  return isPure && isSchemaText(only.initializer) ? only.name.text : undefined;
}

/** Whether an initializer is a schema or a constant value, which nobody misses. */
function isSchemaText(node: ts.Expression): boolean {
  const inner = typescript.isAsExpression(node) ? node.expression : node;
  if (typescript.isLiteralExpression(inner)) return true;
  if (typescript.isArrayLiteralExpression(inner)) return inner.elements.every(isSchemaText);
  if (typescript.isObjectLiteralExpression(inner))
    return inner.properties.every(
      (one) => typescript.isPropertyAssignment(one) && isSchemaText(one.initializer),
    );
  return typescript.isCallExpression(inner) && /^z\b/.test(inner.getText());
}

/** Returns the names that a file uses, apart from declarations of constants and imports. */
function usesOf(
  source: ts.SourceFile,
  isUse: (parent: ts.Node) => boolean = () => true,
): ReadonlySet<string> {
  const names = namesIn(source).filter((name) => {
    const { parent } = name;
    if (typescript.isVariableDeclaration(parent)) return parent.name !== name;
    const isImported =
      typescript.isImportSpecifier(parent) ||
      typescript.isImportClause(parent) ||
      typescript.isNamespaceImport(parent);
    return !isImported && isUse(parent);
  });
  return new Set(names.map(({ text }) => text));
}

/** Whether a name within a node can refer to a constant. */
function isValueUse(parent: ts.Node): boolean {
  return !typescript.isTypeReferenceNode(parent) && !typescript.isInterfaceDeclaration(parent);
}

/** Adds the missing imports. Returns the local names of the others, by mark. */
function withImports(
  text: string,
  old: ts.SourceFile,
  wanted: ReadonlyMap<string, Wanted>,
): { readonly text: string; readonly known: ReadonlyMap<string, string> } {
  const after = parseLike(old, text);
  const locals = new Map(after.statements.filter(typescript.isImportDeclaration).flatMap(importedNames));
  const known = new Map<string, string>();
  const modules = new Map<string, (Wanted & { readonly mark: string })[]>();
  for (const [mark, one] of wanted) {
    const local =
      locals.get(`value ${one.name} ${one.module}`) ??
      (one.isType ? locals.get(`type ${one.name} ${one.module}`) : undefined);
    if (local === undefined) pushTo(modules, one.module, { ...one, mark });
    else known.set(mark, local);
  }
  const quote = /from "/.test(old.text) && !/from '/.test(old.text) ? '"' : "'";
  const end = /from ['"][^'"]*['"];/.test(old.text) || !/from ['"]/.test(old.text) ? ';' : '';
  const lines = [...modules].map(([module, names]) => {
    const marks = names
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ mark }) => specifierMark(mark));
    return `import { ${marks.join(', ')} } from ${quote}${module}${quote}${end}`;
  });
  return { text: lines.length === 0 ? text : insertImports(text, lines, after, newlineOf(text)), known };
}

/** Adds packages before the project's own modules. The manifest comes last: it imports the tools, which must be complete then. */
function insertImports(
  text: string,
  lines: readonly string[],
  source: ts.SourceFile,
  newline: string,
): string {
  const isOwn = (line: string): boolean => /from ['"]\./.test(line);
  const sorted = [...lines].sort((a, b) => (modulePath(a) < modulePath(b) ? -1 : 1));
  const packages = sorted.filter((line) => !isOwn(line));
  const own = sorted.filter(isOwn);
  const statements = source.statements.filter(
    (one) => typescript.isImportDeclaration(one) || typescript.isImportEqualsDeclaration(one),
  );
  const last = statements.at(-1);
  if (last === undefined) {
    const at = startOfCode(source);
    return applyEdits(text, [{ start: at, end: at, text: [...packages, ...own, '', ''].join(newline) }]);
  }
  const end = { start: last.end, end: last.end };
  const edits = packages.map((line): TextEdit => {
    const next = statements.find((one) => {
      const given = one.getText(source);
      return isOwn(given) || modulePath(given) > modulePath(line);
    });
    if (next === undefined) return { ...end, text: newline + line };
    const start = next.getStart(source);
    return { start, end: start, text: line + newline };
  });
  return applyEdits(text, [...edits, ...own.map((line) => ({ ...end, text: newline + line }))]);
}

/** Returns where a file without imports begins: after directives and the comments above, before the comment of the first statement. */
function startOfCode(source: ts.SourceFile): number {
  const first = source.statements.find(
    (one) => !typescript.isExpressionStatement(one) || !typescript.isStringLiteral(one.expression),
  );
  if (first === undefined) return source.text.length;
  const [doc] = typescript.getJSDocCommentsAndTags(first);
  const isApart = doc === undefined || /\n\s*\n/.test(source.text.slice(doc.end, first.getStart(source)));
  return isApart ? first.getStart(source) : doc.getStart(source);
}

function modulePath(line: string): string {
  return /from ['"](.*)['"]/.exec(line)?.[1] ?? line;
}

/** Returns what an import calls its names. */
function importedNames({
  importClause,
  moduleSpecifier,
}: ts.ImportDeclaration): readonly (readonly [string, string])[] {
  const bindings = importClause?.namedBindings;
  const module = typescript.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
  if (bindings === undefined || !typescript.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ isTypeOnly, propertyName, name }) => {
    const kind = isTypeOnly || importClause?.isTypeOnly ? 'type' : 'value';
    return [`${kind} ${(propertyName ?? name).text} ${module}`, name.text];
  });
}

function parseLike({ fileName, languageVersion }: ts.SourceFile, text: string): ts.SourceFile {
  return typescript.createSourceFile(fileName, text, languageVersion, true);
}
