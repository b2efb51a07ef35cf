import { createRedaction } from '@toolwright/redaction';

const REDACTION = createRedaction();

/**
 * The lines, with everything withheld that looks like a key, a token or a password. The number of lines stays the same, so that they keep
 * their numbers.
 */
export function withholdSecrets(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  const redacted = REDACTION.redactLines(text);
  return redacted === text ? lines : redacted.split('\n');
}

/** The patch of one file, with secrets withheld. The signs before the lines are not part of them. */
export function withholdInPatch(patch: string): string {
  const lines = patch.split('\n');
  const shown = withholdSecrets(lines.map((line) => line.slice(1)));
  return lines.map((line, index) => line.slice(0, 1) + (shown[index] ?? '')).join('\n');
}
