import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { removal, type TextEdit } from './text-edits.js';

/** Returns the edits that remove imports of names that a file no longer uses. */
export function unusedImports(source: ts.SourceFile, names: ReadonlySet<string>): readonly TextEdit[] {
  const used = usedNames(source, names);
  const isUnused = ({ text }: ts.Identifier): boolean => names.has(text) && !used.has(text);
  return source.statements.filter(typescript.isImportDeclaration).flatMap((statement): TextEdit[] => {
    const { importClause: clause } = statement;
    const bindings = clause?.namedBindings;
    if (clause === undefined || bindings === undefined) return [];
    const elements = typescript.isNamedImports(bindings) ? bindings.elements : [bindings];
    const unused = elements.filter(({ name }) => isUnused(name));
    if (unused.length === 0) return [];
    if (unused.length < elements.length) return removeElements(source, elements, new Set(unused));
    if (clause.name !== undefined) return [{ start: clause.name.end, end: bindings.end, text: '' }];
    return [removeStatement(source, statement)];
  });
}

type Imported = ts.ImportSpecifier | ts.NamespaceImport;

/** Removes elements from an import, except where there are comments between them. */
function removeElements(
  source: ts.SourceFile,
  elements: readonly Imported[],
  unused: ReadonlySet<Imported>,
): TextEdit[] {
  const lastKept = elements.findLastIndex((element) => !unused.has(element));
  const tail = elements.length - 1;
  return elements.flatMap((element, index) => {
    // Elements after the last kept one are removed together.
    if (!unused.has(element) || index > lastKept + 1) return [];
    const start = index > lastKept ? elements[lastKept]?.end : element.getStart(source);
    const end = index > lastKept ? elements[tail]?.end : elements[index + 1]?.getStart(source);
    if (start === undefined || end === undefined) return [];
    return source.text.slice(start, end).includes('/') ? [] : [{ start, end, text: '' }];
  });
}

/** Removes an import. If it is between two empty lines or at the top of the file, removes the following empty line too. */
function removeStatement(source: ts.SourceFile, statement: ts.Statement): TextEdit {
  const { text } = source;
  const edit = removal(text, statement.getStart(source), statement.end);
  const isApart = edit.start === 0 || /\n\r?\n$/.test(text.slice(Math.max(0, edit.start - 3), edit.start));
  const empty = isApart ? (/^\r?\n/.exec(text.slice(edit.end, edit.end + 2))?.[0].length ?? 0) : 0;
  return { ...edit, end: edit.end + empty };
}

/** Returns the names that are used outside imports, ignoring names of members. A link in a comment counts as a use. */
function usedNames(source: ts.SourceFile, names: ReadonlySet<string>): ReadonlySet<string> {
  const used = new Set<string>();
  for (const [, name = ''] of source.text.matchAll(/\{@link(?:code|plain)?\s+([\w$]+)/g)) used.add(name);
  const visit = (node: ts.Node): void => {
    if (typescript.isImportDeclaration(node)) return;
    if (typescript.isIdentifier(node) && names.has(node.text) && !isMemberName(node)) used.add(node.text);
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return used;
}

function isMemberName(name: ts.Identifier): boolean {
  const { parent } = name;
  if (typescript.isPropertyAccessExpression(parent)) return parent.name === name;
  if (typescript.isQualifiedName(parent)) return parent.right === name;
  return (
    (typescript.isClassElement(parent) || typescript.isPropertyAssignment(parent)) && parent.name === name
  );
}
