import { declaresName, type ToolNames, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { afterLine, indentOf, startsLine, type TextEdit } from './text-edits.js';

/** The expression for `tool` in a file, and the edit that makes it available. */
export interface ToolExpression {
  readonly expression: string;
  readonly edits: readonly TextEdit[];
}

export interface ImportContext {
  readonly source: ts.SourceFile;
  /** The module that the names are imported from. */
  readonly module: string;
  readonly newline: string;
}

/**
 * Uses the file's existing name for `tool`, or imports it in the style of the file's other imports. Returns the reason as a string if that
 * is impossible.
 */
export function expressTool(names: ToolNames, context: ImportContext): ToolExpression | string {
  const { source } = context;
  const isValue = (name: string): boolean => !names.typeOnly.has(name);
  const direct = [...names.direct].find(([name, mark]) => mark === 'tool' && isValue(name))?.[0];
  if (direct !== undefined) return { expression: direct, edits: [] };
  const namespace = [...names.namespaces].find(isValue);
  if (namespace !== undefined && names.spelled.has('tool'))
    return { expression: `${namespace}.tool`, edits: [] };
  const imports = source.statements.filter(typescript.isImportDeclaration);
  const required = source.statements.filter(typescript.isImportEqualsDeclaration);
  const asRequire = imports.length === 0 && required.length > 0;
  const local = asRequire ? 'toolwright' : 'tool';
  if (declaresName(source, local)) return `\`${local}\` has another meaning in this file`;
  if (asRequire) {
    const line = (quote: string) => `import toolwright = require(${quote}${context.module}${quote})`;
    return { expression: 'toolwright.tool', edits: [addStatement(line, required, context)] };
  }
  const edit = extendImport('tool', imports, context);
  if (edit !== undefined) return { expression: 'tool', edits: [edit] };
  const line = (quote: string) => `import { tool } from ${quote}${context.module}${quote}`;
  return { expression: 'tool', edits: [addStatement(line, imports, context)] };
}

/** Adds names to an existing import of values from a module. */
export function extendImport(
  names: string,
  imports: readonly ts.ImportDeclaration[],
  { source, module, newline }: ImportContext,
): TextEdit | undefined {
  for (const { importClause: clause, moduleSpecifier } of imports) {
    const bindings = clause?.namedBindings;
    if (!typescript.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== module) continue;
    if (clause?.phaseModifier !== undefined || bindings === undefined || !typescript.isNamedImports(bindings))
      continue;
    const last = bindings.elements.at(-1);
    if (last === undefined) continue;
    const start = last.getStart(source);
    const gap = startsLine(source.text, start) ? newline + indentOf(source.text, start) : ' ';
    return { start: last.end, end: last.end, text: `,${gap}${names}` };
  }
  return undefined;
}

/**
 * Adds an import of a package before the first one that follows in alphabetical order, with the project's own modules last. Other imports
 * stand after the last one, or at the top.
 */
export function addStatement(
  line: (quote: string) => string,
  imports: readonly (ts.ImportDeclaration | ts.ImportEqualsDeclaration)[],
  { source, newline }: Omit<ImportContext, 'module'>,
): TextEdit {
  const { text } = source;
  const sample = imports[0]?.getText(source);
  const end = (sample === undefined ? !NO_SEMICOLONS.test(text) : sample.endsWith(';')) ? ';' : '';
  const statement = line(quoteOf(sample, text)) + end;
  const module = moduleOf(statement);
  const isLater = (one: string): boolean => one.startsWith('.') || one > module;
  const later = module.startsWith('.')
    ? undefined
    : imports.find((one) => isLater(moduleOf(one.getText(source))));
  const last = imports.at(-1);
  if (later !== undefined || last === undefined) {
    const start = later?.getStart(source) ?? topOf(source);
    return { start, end: start, text: statement + newline.repeat(later === undefined ? 2 : 1) };
  }
  const next = afterLine(text, last.end);
  const isLine = text[next - 1] === '\n' && text.slice(last.end, next).trim() === '';
  return isLine
    ? { start: next, end: next, text: statement + newline }
    : { start: last.end, end: last.end, text: newline + statement };
}

function moduleOf(statement: string): string {
  return /["']([^"']*)["']/.exec(statement)?.[1] ?? '';
}

const NO_SEMICOLONS = /^\s*(?:export )?(?:const|let|return|throw)\b.*[^;{,(\s]\s*$/m;

function quoteOf(sample: string | undefined, text: string): string {
  if (sample !== undefined) return /["'](?=\)?;?$)/.exec(sample)?.[0] ?? "'";
  return /[=(,:[] ?"/.test(text) && !/[=(,:[] ?'/.test(text) ? '"' : "'";
}

/** Returns the position before the first statement and its comments, but after directives and detached comments. */
function topOf(source: ts.SourceFile): number {
  const first = source.statements.find(
    (one) => !typescript.isExpressionStatement(one) || !typescript.isStringLiteral(one.expression),
  );
  if (first === undefined) return source.text.length;
  return startOf(first, source);
}

/** Returns where a statement begins with the comments that belong to it: those without an empty line below. */
export function startOf(statement: ts.Node, source: ts.SourceFile): number {
  const { text } = source;
  let start = statement.getStart(source);
  for (const { pos, end } of (typescript.getLeadingCommentRanges(text, statement.pos) ?? []).reverse()) {
    if (/\n\s*\n/.test(text.slice(end, start))) break;
    start = pos;
  }
  return start;
}
