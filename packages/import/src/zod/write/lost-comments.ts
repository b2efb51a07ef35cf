import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** Finds the comments of a file that a new text leaves out, by position. Indentation does not count. */
export function lostComments(source: ts.SourceFile, text: string): ReadonlyMap<number, string> {
  const after = typescript.createSourceFile(source.fileName, text, source.languageVersion, true);
  const kept = new Map<string, number>();
  for (const comment of commentsOf(after).values()) kept.set(comment, (kept.get(comment) ?? 0) + 1);
  const lost = [...commentsOf(source)].filter(([, comment]) => {
    const count = kept.get(comment) ?? 0;
    kept.set(comment, count - 1);
    return count <= 0;
  });
  return new Map(lost);
}

function commentsOf(source: ts.SourceFile): ReadonlyMap<number, string> {
  const { text } = source;
  const found = new Map<number, string>();
  const open: ts.Node[] = [source];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = node.getChildren(source);
    for (const child of children.toReversed()) if (!typescript.isJSDoc(child)) open.push(child);
    if (children.length > 0) continue;
    for (const { pos, end } of [
      ...(typescript.getTrailingCommentRanges(text, node.pos) ?? []),
      ...(typescript.getLeadingCommentRanges(text, node.pos) ?? []),
    ])
      found.set(pos, text.slice(pos, end).replace(/\s+/g, ' '));
  }
  return found;
}
