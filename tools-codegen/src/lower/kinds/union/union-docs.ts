import { findPartDocs, readDocs, unionComments } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { applyDocs } from '../../../docs/apply-docs.js';
import type { TypeNode } from '../../../ir/type-node.js';
import type { Walk } from '../../walk.js';
import type { Annotation } from '../../written/annotation.js';
import { ownNode } from '../../written/is-foreign.js';

/** Adds the JSDoc before a union member: `| /** Small. *\/ 's'`. */
export function applyUnionMemberDocs(
  { compiler, definitions, report }: Walk,
  lowered: TypeNode,
  member: Annotation | undefined,
): TypeNode {
  if (member === undefined || findPartDocs(compiler, member.node) === undefined) return lowered;
  return applyDocs(lowered, readDocs(compiler, member.node), definitions, report);
}

/** Warns of JSDoc comments in a union that document none of its members in the schema. */
export function reportLostDocs(
  { compiler, report }: Walk,
  union: Annotation | undefined,
  members: readonly (Annotation | undefined)[],
): void {
  let node: ts.TypeNode | undefined = ownNode(compiler, union?.node);
  while (node !== undefined && compiler.ts.isParenthesizedTypeNode(node)) node = node.type;
  if (node === undefined || !compiler.ts.isUnionTypeNode(node)) return;
  const comments = unionComments(compiler, node);
  for (const member of comments.before) {
    const message = `The JSDoc comment next to \`${member.getText()}\` could belong to either side of a \`|\`, so it documents nothing.`;
    report({ code: 'TW2021', node: member, message });
  }
  const [first] = node.types;
  if (comments.isFirstUnclear && first !== undefined) {
    const message = `The JSDoc comment before \`${first.getText()}\` could refer to the entire union, so it documents nothing.`;
    const hint =
      'Put a `|` before the comment, or move the comment above the declaration that contains the union.';
    report({ code: 'TW2021', node: first, message, hint });
  }
  if (comments.members.size === 0) return;
  const documented = new Set(members.map((member) => member?.node));
  for (const member of comments.members.keys()) {
    if (documented.has(member)) continue;
    const message = `The JSDoc comment before \`${member.getText()}\` documents nothing, because the schema has no such member.`;
    report({ code: 'TW2021', node: member, message, hint: 'Move the comment above the declaration.' });
  }
}
