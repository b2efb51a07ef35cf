import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { type CommentTag, docsOf, fallbackOf, findComments, withoutDash } from './comment-tags.js';
import {
  type Docs,
  type FunctionDocs,
  isValueTagName,
  joinDocs,
  joinTexts,
  noDocs,
  saysNothing,
} from './docs.js';
import { isParameterTag, isReturnsTag } from './tag-names.js';

/** Reads the JSDoc of a declaration. Empty for declarations of the standard library. */
export function readDocs(compiler: Compiler, declaration: ts.Node): Docs {
  const comments = findComments(compiler, declaration);
  return comments === undefined ? noDocs : docsOf(comments.text, comments.tags);
}

/**
 * Returns the JSDoc of the first declaration that has any, joined with that of other declarations of the same kind: merged interfaces, or
 * members of an intersection.
 */
export function readSymbolDocs(compiler: Compiler, symbol: ts.Symbol): Docs {
  let joined = noDocs;
  let kind: ts.SyntaxKind | undefined;
  for (const declaration of new Set(symbol.declarations)) {
    if (!saysNothing(joined) && declaration.kind !== kind) continue;
    joined = joinDocs(joined, readDocs(compiler, declaration));
    kind = declaration.kind;
  }
  return joined;
}

/**
 * Reads the JSDoc of a function or a method. For `export const f = tool(…)`, pass the variable that contains the function. A value tag
 * belongs to a parameter if the parameter's name follows it: `@minimum days 1`.
 * @param isParameter Whether a name may follow a tag, in addition to the names in `@param`.
 */
export function readFunctionDocs(
  compiler: Compiler,
  declaration: ts.Node,
  isParameter: (name: string) => boolean = () => false,
): FunctionDocs {
  const comments = findComments(compiler, declaration);
  if (comments === undefined) return { tags: [], parameters: new Map() };
  const { own, owned } = shareTags(comments.tags, isParameter);
  const parameters = new Map<string, Docs>();
  for (const [name, tags] of owned) {
    const docs = parameterDocs(tags);
    if (!saysNothing(docs)) parameters.set(name, docs);
  }
  const returns = joinTexts(own.map(({ name, text }) => (isReturnsTag(name) ? withoutDash(text) : '')));
  const docs = Object.assign(docsOf(comments.text, own), { parameters });
  return returns === undefined ? docs : Object.assign(docs, { returns });
}

interface SharedTags {
  /** The tags of the function itself. */
  readonly own: readonly CommentTag[];
  readonly owned: ReadonlyMap<string, readonly CommentTag[]>;
}

function shareTags(tags: readonly CommentTag[], isParameter: (name: string) => boolean): SharedTags {
  const own: CommentTag[] = [];
  const owned = new Map<string, CommentTag[]>();
  const give = (owner: string, tag: CommentTag): void => {
    const others = owned.get(owner);
    if (others === undefined) owned.set(owner, [tag]);
    else others.push(tag);
  };
  for (const tag of tags) {
    if (isParameterTag(tag.name))
      give(tag.owner ?? '', { ...tag, name: 'param', text: withoutDash(tag.text) });
  }
  for (const tag of tags) {
    if (isParameterTag(tag.name)) continue;
    const [, written = '', text = ''] = isDocTag(tag.name)
      ? (/^(\S+)\s*([\s\S]*)$/.exec(tag.text) ?? [])
      : [];
    const owner = written.replaceAll('[]', '');
    // `@was weather` alone is a former name of the tool.
    const isOwners = owner !== '' && (tag.name !== 'was' || text !== '');
    if (isOwners && (owned.has(owner) || isParameter(owner))) give(owner, { ...tag, text });
    else own.push(tag);
  }
  return { own, owned };
}

/** Whether a tag can describe a parameter. */
function isDocTag(name: string): boolean {
  return (
    isValueTagName(name) || name === 'title' || name === 'deprecated' || name === 'hidden' || name === 'was'
  );
}

function parameterDocs(tags: readonly CommentTag[]): Docs {
  const description = joinTexts(tags.map(({ name, text }) => (name === 'param' ? text : ''))) ?? '';
  // A tag takes precedence over a default in the brackets of another tag.
  const hasDefault = tags.some(({ name }) => name === 'default');
  return docsOf(description, hasDefault ? tags : [...tags, ...tags.flatMap(fallbackOf)]);
}
