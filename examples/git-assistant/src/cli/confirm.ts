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
    // Ctrl-C and Ctrl-D leave a question without an answer.
    const left = new Promise<string>((resolve) => {
      for (const event of ['SIGINT', 'close']) reader.once(event, () => resolve(''));
    });
    const answer = await Promise.race([reader.question(`${question} [y/N] `, { signal }), left]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}
