import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type * as Mcp from '@toolwright/mcp';
import { hasCode } from './has-code.js';

const PACKAGE = '@toolwright/mcp';

/** @throws ToolwrightError `MISSING_PACKAGE` where the optional package is not installed. */
export async function loadMcp(): Promise<typeof Mcp> {
  try {
    return await import('@toolwright/mcp');
  } catch (error) {
    // Only where the package itself is missing, not something that it imports.
    if (!hasCode(error, 'ERR_MODULE_NOT_FOUND') || !errorMessage(error).includes(`'${PACKAGE}'`)) throw error;
    throw new ToolwrightError('MISSING_PACKAGE', `This command needs ${PACKAGE}, which is not installed.`, {
      blame: 'developer',
      hint: `Run \`npm install ${PACKAGE}\`.`,
      cause: error,
    });
  }
}
