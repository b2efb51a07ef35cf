import type { ts } from 'ts-morph';
import { typescript } from './bundled-compiler.js';
import { findDocRanges, parseJSDoc } from './compiler-internals.js';
import { isJavaScriptFile } from './javascript-file.js';

/** Files parsed without their JSDoc comments. */
const bare = new WeakSet<ts.SourceFile>();
/**
 * Matches sources that may contain tools, resources or schemas. These need most of their comments, and parsing the comments one by one
 * would take longer.
 */
const NEEDS_DOCS = /@tool|@resource|@schema|\btool\b/;
/** Nodes in these files whose comments, and whose parents' comments, are attached. */
const complete = new WeakSet<ts.Node>();

/**
 * Parses a file without its JSDoc comments, which take much of the parser's time although few of them appear in a schema. {@link
 * attachedDocs} parses the comments of a node. JavaScript needs all comments, because they declare its types.
 */
export function parseWithoutDocs(
  file: string,
  text: string,
  settings: ts.CreateSourceFileOptions,
): ts.SourceFile {
  const isDeclaration = /\.d\.[cm]?ts$/.test(file);
  if (isJavaScriptFile({ fileName: file }) || (!isDeclaration && NEEDS_DOCS.test(text)))
    return typescript.createSourceFile(file, text, settings);
  const { ParseNone } = typescript.JSDocParsingMode;
  const source = typescript.createSourceFile(file, text, { ...settings, jsDocParsingMode: ParseNone });
  bare.add(source);
  return source;
}

/** Returns the JSDoc comments that the compiler attaches to a declaration. */
export function attachedDocs(node: ts.Node): readonly ts.JSDoc[] {
  attachDocs(node);
  if (typescript.isParameter(node) && !hasDocs(node) && !hasDocs(node.initializer)) return NONE;
  return typescript.getJSDocCommentsAndTags(node).filter(typescript.isJSDoc);
}

const NONE: readonly ts.JSDoc[] = [];

/** Whether a node has comments. For a parameter without comments, the compiler would look up the tags of its function. */
function hasDocs(node: ts.Node | undefined): boolean {
  return node !== undefined && 'jsDoc' in node && node.jsDoc !== undefined;
}

/** Attaches the JSDoc comments that the compiler's own lookups expect: those of the node, its initializer and its parents. */
export function attachDocs(node: ts.Node): void {
  const source = node.getSourceFile();
  if (!bare.has(source)) return;
  if (typescript.hasOnlyExpressionInitializer(node) && node.initializer !== undefined)
    attachOwn(node.initializer);
  for (let one = node; one !== source && !complete.has(one); one = one.parent) attachOwn(one);
}

function attachOwn(node: ts.Node): void {
  if (complete.has(node)) return;
  complete.add(node);
  const jsDoc = findDocRanges(typescript, node).flatMap((range) => parseJSDoc(typescript, node, range) ?? []);
  if (jsDoc.length === 0) return;
  Object.assign(node, { jsDoc });
  // The compiler caches tags on the node.
  if ('jsDocCache' in node) node.jsDocCache = undefined;
}
