import type { Finding } from '@toolwright/program/compiler';
import { listed } from './words.js';

/**
 * Reports each cause once. Findings that differ only in their tool, or that compare tools with the same other tool, are merged into the
 * first, which lists all of them.
 */
export function foldFindings(findings: readonly Finding[]): readonly Finding[] {
  const groups = new Map<unknown, Finding[]>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : others.length === 0 ? first : { ...first, message: messageOf(first, others) },
  );
}

function keyOf({ code, node, message, cause }: Finding): unknown {
  if (cause !== undefined) return JSON.stringify([code, cause.key]);
  if (node === undefined) return message;
  return JSON.stringify([code, node.getSourceFile().fileName, node.pos, node.end, message]);
}

function messageOf(first: Finding, others: readonly Finding[]): string {
  const all = [first, ...others];
  const { cause, message } = first;
  if (cause !== undefined) return cause.says(listed(all.flatMap((one) => one.cause?.subject ?? [])));
  const tools = all.flatMap(({ tool }) => (tool === undefined ? [] : `\`${tool}\``));
  return new Set(tools).size > 1 ? `${message} This applies to ${listed(tools)}.` : message;
}
