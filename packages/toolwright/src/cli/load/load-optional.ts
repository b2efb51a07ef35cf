import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { hasCode } from '../process/has-code.js';

/**
 * Loads an optional package.
 * @param load Must contain the literal `import('…')`, so that bundlers see it.
 * @throws ToolwrightError `MISSING_PACKAGE` where it is not installed.
 */
export async function loadOptional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // Only where the package itself is missing, not something that it imports.
    if (!hasCode(error, 'ERR_MODULE_NOT_FOUND') || !errorMessage(error).includes(`'${name}'`)) throw error;
    throw new ToolwrightError('MISSING_PACKAGE', `This command needs ${name}, which is not installed.`, {
      blame: 'developer',
      hint: `Run \`npm install ${name}\`.`,
      cause: error,
    });
  }
}
