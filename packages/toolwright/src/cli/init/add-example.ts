import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { hasCode } from '../has-code.js';

const EXAMPLE_FILE = 'src/tools.ts';

const EXAMPLE = `import { tool } from 'toolwright';

export class Clock {
  /**
   * The current date and time.
   * @param timeZone IANA name, e.g. "Europe/Oslo"
   */
  @tool
  now(timeZone = 'UTC'): string {
    return new Date().toLocaleString('en-GB', { timeZone });
  }
}

/** Calculate tax for a given amount. */
export const calculateTax = tool((amount: number, rate = 0.1): number => amount * rate);
`;

/**
 * Writes the example where there is no such file.
 * @returns What was done, on a line.
 * @throws ToolwrightError `OUTPUT_FAILED` when it cannot be written.
 */
export function addExample(folder: string): string {
  const file = path.join(folder, EXAMPLE_FILE);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    // `wx` fails on a file that exists: nothing is ever overwritten.
    writeFileSync(file, EXAMPLE, { flag: 'wx' });
    return `${EXAMPLE_FILE}: written, an example`;
  } catch (error) {
    if (hasCode(error, 'EEXIST') && existsSync(file)) return `${EXAMPLE_FILE}: kept`;
    throw new ToolwrightError('OUTPUT_FAILED', `Cannot write ${file}: ${errorMessage(error)}`, {
      blame: 'user',
      hint: 'Check the permissions of the folder.',
      cause: error,
    });
  }
}
