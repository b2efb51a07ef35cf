import { applyEdits, indentOf, type TextEdit } from '@toolwright/codegen/edits';
import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/**
 * Returns the text of a node after edits, moved from the column of its line to another. Lines within strings and templates stay.
 * @param edits with positions in the file
 */
export function moved(node: ts.Node, edits: readonly TextEdit[], margin: string): string {
  const source = node.getSourceFile();
  const { text } = source;
  const start = node.getStart(source);
  const was = indentOf(text, text.lastIndexOf('\n', start) + 1 + leading(text, start));
  const shifts = was === margin ? [] : lineStarts(node, text).flatMap((at) => shift(text, at, was, margin));
  const outside = shifts.filter((one) => !edits.some((edit) => edit.start < one.end && one.start < edit.end));
  return applyEdits(
    text.slice(start, node.end),
    [...edits, ...outside].map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  );
}

/** Returns the length of the blanks at the start of a position's line. */
function leading(text: string, position: number): number {
  const start = text.lastIndexOf('\n', position) + 1;
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return end - start;
}

function shift(text: string, at: number, was: string, margin: string): readonly TextEdit[] {
  if (text.startsWith(was, at) && text[at] !== '\n')
    return [{ start: at, end: at + was.length, text: margin }];
  return [];
}

/** Returns the starts of the lines within a node, except those within its literals. */
function lineStarts(node: ts.Node, text: string): readonly number[] {
  const inside: { readonly pos: number; readonly end: number }[] = [];
  const visit = (child: ts.Node): void => {
    if (
      typescript.isTemplateLiteral(child) ||
      typescript.isTemplateSpan(child) ||
      typescript.isStringLiteral(child)
    )
      inside.push({ pos: child.getStart(), end: child.end });
    typescript.forEachChild(child, visit);
  };
  visit(node);
  const starts: number[] = [];
  let next = 0;
  inside.sort((a, b) => a.pos - b.pos);
  for (
    let at = text.indexOf('\n', node.getStart()) + 1;
    at > 0 && at <= node.end;
    at = text.indexOf('\n', at) + 1
  ) {
    while ((inside[next]?.end ?? Number.POSITIVE_INFINITY) < at) next += 1;
    const literal = inside[next];
    if (literal === undefined || !(literal.pos < at && at <= literal.end)) starts.push(at);
  }
  return starts;
}
