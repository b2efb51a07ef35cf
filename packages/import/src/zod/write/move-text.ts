import { applyEdits, type TextEdit } from '@toolwright/codegen/edits';
import { findNodes, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';

/**
 * Returns the text of a node after edits, without the indentation of its first line. Lines within strings and templates stay.
 * @param edits with positions in the file
 */
export function dedented(node: ts.Node, edits: readonly TextEdit[]): string {
  const { text } = node.getSourceFile();
  const start = node.getStart();
  const line = text.lastIndexOf('\n', start) + 1;
  const { length } = /^[ \t]*/.exec(text.slice(line, start))?.[0] ?? '';
  const inside = breaksInLiterals(node);
  const blanks: TextEdit[] = [];
  for (
    let at = text.indexOf('\n', start);
    length > 0 && at >= 0 && at < node.end;
    at = text.indexOf('\n', at + 1)
  )
    if (!inside.has(at) && text.startsWith(text.slice(line, line + length), at + 1))
      blanks.push({ start: at + 1, end: at + 1 + length, text: '' });
  const outside = blanks.filter((one) => !edits.some((edit) => edit.start < one.end && one.start < edit.end));
  return applyEdits(
    text.slice(start, node.end),
    [...edits, ...outside].map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  );
}

/** Returns the positions of line breaks within strings and templates. */
function breaksInLiterals(node: ts.Node): ReadonlySet<number> {
  const breaks = new Set<number>();
  let end = 0;
  for (const literal of findNodes(node, { ts: typescript }, isLiteral)) {
    if (literal.pos < end) continue; // It is within another.
    end = literal.end;
    for (const { index } of literal.getText().matchAll(/\n/g)) breaks.add(literal.getStart() + index);
  }
  return breaks;
}

function isLiteral(node: ts.Node): node is ts.TemplateLiteral | ts.StringLiteral {
  return typescript.isTemplateLiteral(node) || typescript.isStringLiteral(node);
}
