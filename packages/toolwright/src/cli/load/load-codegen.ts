import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { CliIo, CodegenModule } from '../process/cli-io.js';
import { hasCode } from '../process/has-code.js';

const PACKAGE = '@toolwright/codegen';

/** @throws ToolwrightError `MISSING_PACKAGE` where the optional package is not installed. */
export async function loadCodegen(io: Pick<CliIo, 'importCodegen'>): Promise<CodegenModule> {
  try {
    return await io.importCodegen();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new ToolwrightError(
      'MISSING_PACKAGE',
      `This command reads TypeScript with ${PACKAGE}, which is not installed.`,
      {
        blame: 'developer',
        hint: `Run \`npm install --save-dev ${PACKAGE}\`.`,
        cause: error,
      },
    );
  }
}

/** True only where the package itself is missing, not something that it imports. */
function isMissing(error: unknown): boolean {
  return hasCode(error, 'ERR_MODULE_NOT_FOUND') && errorMessage(error).includes(`'${PACKAGE}'`);
}
