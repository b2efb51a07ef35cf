import { findCodeSigns } from '@toolwright/json-schema';
import type { ts } from 'ts-morph';
import { isInString, nodesAt } from '../../compiler/nodes-at.js';
import { findJSDocs } from '../../docs/js-docs.js';
import type { CodegenContext } from '../context.js';

/**
 * Reports JSDoc comments with the tag `@tool` or `@resource` that the compiler does not attach to a declaration. Their tools would silently
 * be missing.
 */
export function reportUnattachedTags(file: ts.SourceFile, context: CodegenContext): void {
  if (!/@(?:tool|resource)\b/.test(file.text)) return;
  for (const { index, 0: comment } of file.text.matchAll(/\/\*\*(?!\/)[\s\S]*?\*\//g)) {
    const use = findTag(comment);
    if (use === undefined) continue;
    const path = nodesAt(context.compiler.ts, file, index);
    const node = path.at(-1) ?? file;
    if (isInString(context.compiler.ts, node, index)) continue;
    if (path.some((owner) => isAttached(owner, index, context))) continue;
    const message = `The preceding JSDoc comment has the tag \`@${use}\`, but the compiler does not attach the comment to a declaration, so it marks no ${use}.`;
    context.report({ code: 'TW3004', node, message });
  }
}

/** Finds the first tag at the start of a line that is not in code. */
function findTag(comment: string): string | undefined {
  const signs = findCodeSigns(comment);
  const tags = comment.matchAll(/^[^\S\n]*(?:(?:\/\*\*|\*)[^\S\n]*)?@(tool|resource)\b/gm);
  for (const { index, 0: line, 1: use = '' } of tags) {
    if (!signs.has(index + line.length - use.length - 1)) return use;
  }
  return undefined;
}

function isAttached(node: ts.Node, position: number, { compiler }: CodegenContext): boolean {
  return findJSDocs(compiler, node).some(({ pos }) => pos === position);
}
