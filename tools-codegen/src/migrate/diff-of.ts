import { createTwoFilesPatch } from 'diff';

/** The number of changed lines above which the shortest diff, whose time grows with their square, is not looked for. */
const MAX_CHANGED_LINES = 3_000;

/** Returns a unified diff of two versions of a file. If too much differs, all lines are replaced. */
export function diffOf(file: string, before: string, after: string): string {
  const patch =
    createTwoFilesPatch(file, file, before, after, '', '', { maxEditLength: MAX_CHANGED_LINES }) ??
    replacement(file, before, after);
  return patch.slice(patch.indexOf('--- '));
}

function replacement(file: string, before: string, after: string): string {
  const [removed, added] = [before, after].map((text) => text.replace(/\n$/, '').split('\n'));
  const lines = [...(removed ?? []).map((line) => `-${line}`), ...(added ?? []).map((line) => `+${line}`)];
  const counts = `@@ -1,${removed?.length} +1,${added?.length} @@`;
  return `--- ${file}\n+++ ${file}\n${counts}\n${lines.join('\n')}\n`;
}
