import type { ts } from 'ts-morph';
import { findMentions, type Mentions } from '../discover/mentions.js';
import { typescript } from './bundled-compiler.js';

/** A body with one of these may hold a tool, a schema, or an import that brings another file into the program. */
const MATTERS = /@|\btool|\bimport\b/;
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
  for (const statement of statements) dropIn(statement, text, assigned);
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

function dropIn(node: ts.Node, text: string, assigned: Mentions | undefined): void {
  if (typescript.isClassDeclaration(node)) for (const member of node.members) dropIn(member, text, assigned);
  const isFunction =
    typescript.isMethodDeclaration(node) ||
    typescript.isFunctionDeclaration(node) ||
    typescript.isGetAccessorDeclaration(node);
  if (!isFunction || node.type === undefined || node.body === undefined) return;
  const { pos, end, statements } = node.body;
  if (MATTERS.test(text.slice(pos, end)) || assigned?.between(pos, end)) return;
  // In place: the array knows where it stands in the text.
  Object.assign(statements, { length: 0 });
}
