import ts from 'typescript';

/**
 * A public method of an exported class, with its place in a source.
 * @typedef {{ index: number, name: string, line: number, start: number, docs: string }} Method
 */

/**
 * Marks methods as tools, with the JSDoc tag `@tool`.
 * @param {string} text of a TypeScript source
 * @param {(method: Method) => boolean} [isWanted] Default: all public methods of exported classes
 * @returns {{ text: string, tools: Method[] }} The tools as they are in the new text
 */
export function markTools(text, isWanted = () => true) {
  const wanted = publicMethods(text).filter(isWanted);
  const marked = wanted.reduceRight(
    (after, { start, docs }) => after.slice(0, start) + withTag(docs) + after.slice(start + docs.length),
    text,
  );
  const chosen = new Set(wanted.map(({ index }) => index));
  return { text: marked, tools: publicMethods(marked).filter(({ index }) => chosen.has(index)) };
}

/** A tag counts only at the start of a line. */
function withTag(docs) {
  if (docs === '') return '/** @tool */ ';
  const isFree = /\n\s*\*\/$/.test(docs);
  return `${docs.slice(0, -2)}${isFree ? '' : '\n'}* @tool */`;
}

/** @returns {Method[]} In the order of the text; lines count from 1 */
function publicMethods(text) {
  const { PrivateKeyword, ProtectedKeyword, StaticKeyword, ExportKeyword } = ts.SyntaxKind;
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const has = (node, ...kinds) => (ts.getModifiers(node) ?? []).some(({ kind }) => kinds.includes(kind));
  const isPublic = (member) =>
    ts.isMethodDeclaration(member) &&
    ts.isIdentifier(member.name) &&
    member.body !== undefined &&
    !has(member, PrivateKeyword, ProtectedKeyword, StaticKeyword);
  return source.statements
    .filter((node) => ts.isClassDeclaration(node) && node.name !== undefined && has(node, ExportKeyword))
    .flatMap(({ members }) => members.filter(isPublic))
    .map((method, index) => {
      const docs = ts.getJSDocCommentsAndTags(method).filter(ts.isJSDoc).at(-1);
      return {
        index,
        name: method.name.text,
        line: source.getLineAndCharacterOfPosition(method.name.getStart(source)).line + 1,
        start: docs?.pos ?? method.getStart(source),
        docs: docs === undefined ? '' : text.slice(docs.pos, docs.end),
      };
    });
}
