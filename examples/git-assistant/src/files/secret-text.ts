import { createRedaction, redactMessage, replaceTokens } from '@toolwright/redaction';
import type { Policy } from 'toolwright/types';

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

/** Names of branches and files may hold a token as well. They stay usable otherwise, so only tokens of a known form are withheld. */
export function withholdTokens(text: string): string {
  return replaceTokens(text, '[token withheld]');
}

/** Withholds tokens in all messages to a model: prompts, results of tools, and errors that quote names. */
export const TOKEN_POLICY: Policy = {
  name: 'withhold-tokens',
  subAgents: true,
  beforeModel: ({ messages, ...rest }) => ({
    change: { ...rest, messages: messages.map((message) => redactMessage(message, withholdTokens)) },
  }),
};
