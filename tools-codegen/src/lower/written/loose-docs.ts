import type { ts } from 'ts-morph';
import type { Compiler } from '../../compiler/compiler.js';
import type { Report } from '../../diagnostics/report.js';

/** Warns of a JSDoc comment before a member on the line of the token before it: the compiler attaches it to nothing. */
export function reportLooseDocs({ ts }: Compiler, member: ts.Node, report: Report): void {
  if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member)) return;
  if (!hasLooseDocs(ts, member)) return;
  report({
    code: 'TW2021',
    node: member,
    message: `The JSDoc comment before \`${member.name.getText()}\` shares its line with what precedes it, so the compiler ignores it.`,
  });
}

/** Whether a JSDoc comment before a node shares its line with the token before it. */
export function hasLooseDocs(ts_: typeof ts, node: ts.Node): boolean {
  const { text } = node.getSourceFile();
  const comments = ts_.getTrailingCommentRanges(text, node.pos) ?? [];
  return comments.some(({ pos }) => text.startsWith('/**', pos));
}
