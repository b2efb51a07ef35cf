import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { CliIo, CodegenModule } from '../process/cli-io.js';

/**
 * Loads an optional package.
 * @param load Must contain the literal `import('…')`, so that bundlers see it.
 * @throws ToolwrightError `MISSING_PACKAGE` where it is not installed.
 */
export async function loadOptional<T>(
  name: string,
  load: () => Promise<T>,
  install = 'npm install',
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new ToolwrightError('MISSING_PACKAGE', `This command needs ${name}, which is not installed.`, {
      blame: 'developer',
      hint: `Run \`${install} ${name}\`.`,
      cause: error,
    });
  }
}

/** @throws ToolwrightError `MISSING_PACKAGE` */
export function loadCodegen({ importCodegen }: Pick<CliIo, 'importCodegen'>): Promise<CodegenModule> {
  return loadOptional('@toolwright/codegen', importCodegen, 'npm install --save-dev');
}

/** True only if the package itself is missing, not something that it imports. */
function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    errorMessage(error).includes(`'${name}'`)
  );
}
