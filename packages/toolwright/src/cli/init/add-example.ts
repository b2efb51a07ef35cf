import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { hasCode } from '../has-code.js';

/** What marks a tool: the import of `tool`, or a line of JSDoc. */
const MARK = /\btool\b[^;]*\}\s*from\s*['"](?:toolwright|@toolwright\/tools)['"]|^\s*(?:\/\*)?\*+\s*@tool\b/m;

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
 * Writes the example where there is no such file, nor a tool in another one.
 * @returns What was done, on a line.
 * @throws ToolwrightError `OUTPUT_FAILED` when it cannot be written.
 */
export function addExample(folder: string): string {
  const file = path.join(folder, EXAMPLE_FILE);
  const marked = existsSync(file) ? undefined : findTools(path.join(folder, 'src'));
  if (marked !== undefined) {
    return `${EXAMPLE_FILE}: not written, there are tools in ${path.relative(folder, marked).replaceAll('\\', '/')}`;
  }
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

/** The first file that imports `tool` or has its JSDoc tag. */
function findTools(folder: string): string | undefined {
  if (!isKind(folder, 'isDirectory')) return undefined;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[mc]?tsx?$/.test(name) && !/\.(?:test|spec|gen)\./.test(name))
    .sort()
    .map((name) => path.join(folder, name))
    .find((file) => isKind(file, 'isFile') && MARK.test(readFileSync(file, 'utf8')));
}

function isKind(file: string, kind: 'isFile' | 'isDirectory'): boolean {
  return statSync(file, { throwIfNoEntry: false })?.[kind]() ?? false;
}
