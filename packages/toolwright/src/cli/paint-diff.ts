/** Colours a unified diff: removed lines in red, added lines in green. The result always ends with a line break. */
export function paintDiff(diff: string, color: boolean): string {
  const lines = diff.trimEnd().split('\n');
  return `${(color ? lines.map(paintLine) : lines).join('\n')}\n`;
}

function paintLine(line: string): string {
  if (line.startsWith('+')) return `\u001b[32m${line}\u001b[39m`;
  if (line.startsWith('-')) return `\u001b[31m${line}\u001b[39m`;
  if (line.startsWith('@@')) return `\u001b[36m${line}\u001b[39m`;
  return line;
}
