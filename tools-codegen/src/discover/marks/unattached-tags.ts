import type { ts } from 'ts-morph';
import type { CodegenContext } from '../../context.js';
import { findCodeSigns } from '../../docs/code-signs.js';
import { findJSDocs } from '../../docs/js-docs.js';

/** Reports JSDoc comments with the tag `@tool` or `@resource` that the compiler attaches to nothing: what it marks would silently be absent. */
export function reportUnattachedTags(file: ts.SourceFile, context: CodegenContext): void {
  if (!/@(?:tool|resource)\b/.test(file.text)) return;
  for (const { index, 0: comment } of file.text.matchAll(/\/\*\*(?!\/)[\s\S]*?\*\//g)) {
    const use = findTag(comment);
    if (use === undefined) continue;
    const path = nodesAt(file, index, context);
    const node = path.at(-1) ?? file;
    if (node.getStart() <= index && isLiteral(node, context)) continue;
    if (path.some((owner) => isAttached(owner, index, context))) continue;
    const message = `The JSDoc comment before this has the tag \`@${use}\`, but the compiler attaches it to nothing, so it marks no ${use}.`;
    context.report({ code: 'TW3004', node, message });
  }
}

/** The first tag that begins a line outside of code. */
function findTag(comment: string): string | undefined {
  const signs = findCodeSigns(comment);
  const tags = comment.matchAll(/^[^\S\n]*(?:(?:\/\*\*|\*)[^\S\n]*)?@(tool|resource)\b/gm);
  for (const { index, 0: line, 1: use = '' } of tags) {
    if (!signs.has(index + line.length - use.length - 1)) return use;
  }
  return undefined;
}

/** From the file down to the innermost node whose text, comments before it included, holds the position. */
function nodesAt(file: ts.SourceFile, position: number, { compiler: { ts } }: CodegenContext): ts.Node[] {
  const path: ts.Node[] = [file];
  const holds = (node: ts.Node): true | undefined => {
    if (node.pos > position || position >= node.end) return undefined;
    path.push(node);
    ts.forEachChild(node, holds);
    return true;
  };
  ts.forEachChild(file, holds);
  return path;
}

function isAttached(node: ts.Node, position: number, { compiler }: CodegenContext): boolean {
  return findJSDocs(compiler, node).some(({ pos }) => pos === position);
}

function isLiteral(node: ts.Node, { compiler: { ts } }: CodegenContext): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
}
