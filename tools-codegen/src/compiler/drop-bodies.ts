import type { ts } from 'ts-morph';
import { findMentions } from '../discover/marks/mentions.js';
import { typescript } from './bundled-compiler.js';

/** A body with one of these may hold a tool, a schema, or an import that brings another file into the program; an escape may spell any. */
const MATTERS = /@|\btool|\bimport\b|\\u/;
/** Calls of it cannot be told from others by their text. */
const RENAMED_TOOL = /\btool\s+as\b/;

/**
 * Empties the bodies of functions and methods that state their return type: nobody outside can see in, so they need not be bound, nor
 * kept in memory. All else stays, positions too. For files that nobody checks or prints.
 */
export function dropBodies(source: ts.SourceFile): void {
  const { text, statements } = source;
  // The types of JavaScript come from what it does.
  if (source.isDeclarationFile || !/\.[cm]?tsx?$/.test(source.fileName) || RENAMED_TOOL.test(text)) return;
  const assignable = statements.flatMap(letNames);
  // Where a body assigns to a variable of the module, others cannot take it to hold what it held at first.
  const assigned = assignable.length === 0 ? undefined : findMentions(text, assignable);
  for (const { pos, end, statements: body } of bodiesIn(statements)) {
    if (MATTERS.test(text.slice(pos, end)) || assigned?.between(pos, end)) continue;
    // In place: the array knows where it stands in the text.
    Object.assign(body, { length: 0 });
  }
}

/**
 * Whether {@link dropBodies} emptied a body that mentions one of these names. What `tool` is called in a file may depend on others, so
 * it shows in a program only.
 */
export function droppedMentions(source: ts.SourceFile, names: Iterable<string>): boolean {
  const telling = [...names].filter((name) => !MATTERS.test(name));
  if (telling.length === 0) return false;
  return bodiesIn(source.statements).some(({ pos, end, statements }) => {
    if (statements.length > 0) return false;
    const text = source.text.slice(pos, end);
    return findMentions(text, telling).between(0, text.length);
  });
}

function letNames(statement: ts.Statement): string[] {
  if (!typescript.isVariableStatement(statement)) return [];
  const { declarations, flags } = statement.declarationList;
  return flags & typescript.NodeFlags.Let ? declarations.flatMap(({ name }) => namesIn(name)) : [];
}

function namesIn(name: ts.BindingName): string[] {
  if (typescript.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    typescript.isOmittedExpression(element) ? [] : namesIn(element.name),
  );
}

/** The bodies into which nobody outside can see. */
function bodiesIn(nodes: readonly ts.Node[]): ts.Block[] {
  return nodes.flatMap((node) => {
    if (typescript.isClassDeclaration(node)) return bodiesIn(node.members);
    const isFunction =
      typescript.isMethodDeclaration(node) ||
      typescript.isFunctionDeclaration(node) ||
      typescript.isGetAccessorDeclaration(node);
    return isFunction && node.type !== undefined && node.body !== undefined ? [node.body] : [];
  });
}
