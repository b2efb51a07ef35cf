import type { ts } from 'ts-morph';
import { findMentions } from '../discover/marks/mentions.js';
import { typescript } from './bundled-compiler.js';

/**
 * Matches bodies that may contain a tool, a schema, or an import that adds another file to the program. An escape may hide any of these.
 */
const MATTERS = /@|\btool|\bimport\b|\\u/;
/** Matches renaming imports, after which the text does not show which calls are calls to `tool`. */
const RENAMED_TOOL = /\btool\s+as\b/;

/**
 * Empties the bodies of functions and methods with a declared return type, so that they are neither bound nor kept in memory. No type
 * outside such a body depends on it. Everything else is unchanged, including all positions. Use only for files that are not checked or
 * printed.
 */
export function dropBodies(source: ts.SourceFile): void {
  const { text, statements } = source;
  // In JavaScript, types are inferred from bodies.
  if (source.isDeclarationFile || !/\.[cm]?tsx?$/.test(source.fileName) || RENAMED_TOOL.test(text)) return;
  const assignable = statements.flatMap(letNames);
  // A body that assigns to a module-level variable affects how other code can narrow that variable.
  const assigned = assignable.length === 0 ? undefined : findMentions(text, assignable);
  for (const { pos, end, statements: body } of bodiesIn(statements)) {
    if (MATTERS.test(text.slice(pos, end)) || assigned?.between(pos, end)) continue;
    // Changed in place, because the array itself has a position in the text.
    Object.assign(body, { length: 0 });
  }
}

/**
 * Whether {@link dropBodies} emptied a body that mentions one of these names. The local name of `tool` may depend on other files, so only a
 * program can know it.
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

/** Finds the bodies that no type outside them depends on. */
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
