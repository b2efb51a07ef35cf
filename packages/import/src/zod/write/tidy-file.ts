import { applyEdits, newlineOf, removal, type TextEdit, unusedImports } from '@toolwright/codegen/edits';
import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { namesIn } from '../nodes-in.js';
import type { PlannedFile } from '../plan/planned-file.js';

/** What the written tools use of Toolwright. */
export interface UsedNames {
  readonly usesContext: boolean;
  readonly typeTags: readonly string[];
}

/** Adds the imports that a new text needs, and removes constants and imports that only the old text used. */
export function tidyFile(text: string, file: PlannedFile, used: UsedNames): string {
  const { source } = file;
  const cleared = withoutConstants(text, source);
  const stillUsed = usesOf(parseLike(source, cleared));
  const gone = new Set([...usesOf(source)].filter((name) => !stillUsed.has(name)));
  const imported = withImports(cleared, file, used);
  const tidied = applyEdits(imported, unusedImports(parseLike(source, imported), gone));
  return withMark(/^\s/.test(source.text) ? tidied : tidied.trimStart(), source);
}

/** Writes what the file calls `tool`. */
function withMark(text: string, source: ts.SourceFile): string {
  const after = parseLike(source, text);
  const imported = after.statements.filter(typescript.isImportDeclaration).flatMap(importedNames);
  const [, local] = KNOWN_MARKS.find(([name]) => imported.includes(name)) ?? [];
  if (local !== undefined) return text.replaceAll(MARK, local);
  const first = text.indexOf(MARK);
  const isTaken = namesIn(after).some((name) => name.text === 'tool');
  if (first < 0 || !isTaken) return text.replaceAll(MARK, 'tool');
  // The import comes first.
  const rest = text.slice(first + MARK.length).replaceAll(MARK, 'toolwrightTool');
  return `${text.slice(0, first)}tool as toolwrightTool${rest}`;
}

/** Imports that the file may have already, and what they are called. */
const KNOWN_MARKS = [
  ['toolwright tool', 'tool'],
  ['toolwright tool as toolwrightTool', 'toolwrightTool'],
] as const;

/** Stands for Toolwright's `tool` until it is known what else has that name. */
export const MARK = 'toolwright_tool_mark';

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

function withImports(
  text: string,
  { source, imports, tools }: PlannedFile,
  { usesContext, typeTags }: UsedNames,
): string {
  const after = parseLike(source, text);
  const known = new Set(after.statements.filter(typescript.isImportDeclaration).flatMap(importedNames));
  const wanted = new Map([...imports].map(([module, names]) => [module, new Set(names)] as const));
  const own = wanted.get('toolwright') ?? new Set<string>();
  const hasMark = KNOWN_MARKS.some(([name]) => known.has(name));
  if (tools.length > 0 && !hasMark) own.add(MARK);
  if (usesContext) own.add('type ToolContext');
  for (const tag of typeTags) own.add(`type ${tag}`);
  if (own.size > 0) wanted.set('toolwright', own);
  const newline = newlineOf(text);
  const quote = /from "/.test(source.text) && !/from '/.test(source.text) ? '"' : "'";
  const end = /from ['"][^'"]*['"];/.test(source.text) || !/from ['"]/.test(source.text) ? ';' : '';
  const lines = [...wanted].flatMap(([module, names]) => {
    const missing = [...names]
      .filter((name) => !known.has(`${module} ${name.replace(/^type /, '')}`))
      .sort(byName);
    return missing.length === 0
      ? []
      : [`import { ${missing.join(', ')} } from ${quote}${module}${quote}${end}`];
  });
  if (lines.length === 0) return text;
  return insertImports(text, lines, after, newline);
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
  const statements = source.statements.filter(typescript.isImportDeclaration);
  const last = statements.at(-1);
  if (last === undefined) {
    const at = source.statements[0]?.getStart(source, true) ?? 0;
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

function modulePath(line: string): string {
  return /from ['"](.*)['"]/.exec(line)?.[1] ?? line;
}

function byName(one: string, other: string): number {
  return one.replace(/^type /, '') < other.replace(/^type /, '') ? -1 : 1;
}

function importedNames({ importClause, moduleSpecifier }: ts.ImportDeclaration): readonly string[] {
  const bindings = importClause?.namedBindings;
  const module = typescript.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
  if (bindings === undefined || !typescript.isNamedImports(bindings)) return [];
  return bindings.elements.map((one) => `${module} ${one.getText().replace(/^type /, '')}`);
}

function parseLike({ fileName, languageVersion }: ts.SourceFile, text: string): ts.SourceFile {
  return typescript.createSourceFile(fileName, text, languageVersion, true);
}
