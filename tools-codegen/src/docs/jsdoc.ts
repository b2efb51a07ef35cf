import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { type CommentTag, docsOf, findComments, withoutDash } from './comment-tags.js';
import { type Docs, type FunctionDocs, noDocs, saysNothing } from './docs.js';

/** Reads the JSDoc of a declaration; declarations of the standard library say nothing. */
export function readDocs(compiler: Compiler, declaration: ts.Node): Docs {
  const comments = findComments(compiler, declaration);
  return comments === undefined ? noDocs : docsOf(comments.text, comments.tags);
}

/** The JSDoc of the first declaration that has any: merged declarations are usually documented once. */
export function readSymbolDocs(compiler: Compiler, symbol: ts.Symbol): Docs {
  for (const declaration of symbol.declarations ?? []) {
    const docs = readDocs(compiler, declaration);
    if (!saysNothing(docs)) return docs;
  }
  return noDocs;
}

/**
 * Reads the JSDoc of a function, a method, or the variable that holds a function (`export const f = tool(…)`: pass the
 * variable). A value tag belongs to a parameter when the parameter's name follows it: `@minimum days 1`.
 * @param parameterNames Names that can follow a tag, beside those that `@param` mentions.
 */
export function readFunctionDocs(
  compiler: Compiler,
  declaration: ts.Node,
  parameterNames: readonly string[] = [],
): FunctionDocs {
  const comments = findComments(compiler, declaration);
  if (comments === undefined) return { tags: [], parameters: new Map() };
  const { ts } = compiler;
  const mentioned = comments.tags.flatMap(({ node }) =>
    ts.isJSDocParameterTag(node) ? [node.name.getText()] : [],
  );
  const names = new Set([...parameterNames, ...mentioned]);
  const owned = comments.tags.map((tag) => ownedTag(ts, tag, names));
  const parameters = [...names].map(
    (name) => [name, parameterDocs(owned.filter(({ owner }) => owner === name))] as const,
  );
  const returns = withoutDash(comments.tags.find(({ node }) => ts.isJSDocReturnTag(node))?.text ?? '');
  return {
    ...docsOf(
      comments.text,
      owned.filter(({ owner }) => owner === undefined),
    ),
    ...(returns === '' ? {} : { returns }),
    parameters: new Map(parameters.filter(([, docs]) => !saysNothing(docs))),
  };
}

interface OwnedTag extends CommentTag {
  /** The parameter that the tag speaks of; undefined: the function itself. */
  readonly owner: string | undefined;
}

function ownedTag(ts_: typeof ts, tag: CommentTag, names: ReadonlySet<string>): OwnedTag {
  if (ts_.isJSDocParameterTag(tag.node)) {
    return { ...tag, name: 'param', owner: tag.node.name.getText(), text: withoutDash(tag.text) };
  }
  const [, name = '', text = ''] = /^(\S+)\s*([\s\S]*)$/.exec(tag.text) ?? [];
  return names.has(name) ? { ...tag, owner: name, text } : { ...tag, owner: undefined };
}

function parameterDocs(tags: readonly OwnedTag[]): Docs {
  const description = tags.find(({ name, text }) => name === 'param' && text !== '')?.text ?? '';
  return docsOf(description, tags);
}
