import { createInterface } from 'node:readline/promises';
import { ToolwrightError } from 'toolwright';
import type { CliIo } from './cli-io.js';

/** Asks the user. @throws ToolwrightError `USAGE` where nobody can be asked */
export async function confirm(question: string, { stdin, stderr, signal }: CliIo): Promise<boolean> {
  if (stdin.isTTY !== true) {
    throw new ToolwrightError('USAGE', 'There is no terminal to confirm at.', {
      blame: 'user',
      hint: 'Add --yes.',
    });
  }
  const reader = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await reader.question(`${question} [y/N] `, { signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}
