import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/** A comment of the old text that the new text does not have. */
export interface LostComment {
  readonly line: number;
  readonly text: string;
}

/** Finds the comments of a file that a new text leaves out. Indentation does not count. */
export function lostComments(source: ts.SourceFile, text: string): readonly LostComment[] {
  const after = typescript.createSourceFile(source.fileName, text, source.languageVersion, true);
  const kept = new Map<string, number>();
  for (const comment of commentsOf(after)) kept.set(comment.text, (kept.get(comment.text) ?? 0) + 1);
  return commentsOf(source).filter((comment) => {
    const count = kept.get(comment.text) ?? 0;
    kept.set(comment.text, count - 1);
    return count <= 0;
  });
}

function commentsOf(source: ts.SourceFile): readonly LostComment[] {
  const { text } = source;
  const found = new Map<number, LostComment>();
  const open: ts.Node[] = [source];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = node.getChildren(source);
    for (const child of children) if (!typescript.isJSDoc(child)) open.push(child);
    if (children.length > 0) continue;
    const ranges = [
      ...(typescript.getTrailingCommentRanges(text, node.pos) ?? []),
      ...(typescript.getLeadingCommentRanges(text, node.pos) ?? []),
    ];
    for (const { pos, end } of ranges) {
      if (found.has(pos)) continue;
      const comment = text.slice(pos, end).replace(/\s+/g, ' ');
      found.set(pos, { line: source.getLineAndCharacterOfPosition(pos).line + 1, text: comment });
    }
  }
  return [...found].sort(([one], [other]) => one - other).map(([, comment]) => comment);
}
