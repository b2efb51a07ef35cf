import { createRedaction } from '@toolwright/contract';

const REDACTION = createRedaction();
const WITHHELD = '[redacted]';

/** The lines, with what looks like a key, a token or a password withheld. As many lines as before, so that they keep their numbers. */
export function withholdSecrets(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  const redacted = REDACTION.redact(text);
  if (redacted === text) return lines;
  const shown = redacted.split('\n');
  return shown.length === lines.length ? shown : keepLines(lines, shown);
}

/** The patch of one file without what looks like a secret. The signs before its lines are no part of them. */
export function withholdInPatch(patch: string): string {
  const lines = patch.split('\n');
  const shown = withholdSecrets(lines.map((line) => line.slice(1)));
  return lines.map((line, index) => line.slice(0, 1) + (shown[index] ?? '')).join('\n');
}

/** A secret of several lines has become one: all lines between the first and the last that differ are withheld. */
function keepLines(lines: readonly string[], shown: readonly string[]): string[] {
  let top = 0;
  while (top < shown.length && lines[top] === shown[top]) top += 1;
  let bottom = 0;
  while (bottom < shown.length - top && lines.at(-1 - bottom) === shown.at(-1 - bottom)) bottom += 1;
  return lines.map((line, index) => (index < top || index >= lines.length - bottom ? line : WITHHELD));
}
