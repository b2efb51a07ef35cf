import { ToolwrightError } from '@toolwright/contract';

/**
 * Loads a provider's SDK at its first use.
 * @param load must contain the literal `import('…')`, so that bundlers see it
 * @throws ToolwrightError `MISSING_PACKAGE` with the command that installs it
 */
export async function loadPackage<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new ToolwrightError('MISSING_PACKAGE', `The package '${name}' is not installed.`, {
      blame: 'developer',
      hint: `Run: npm install ${name}`,
      cause: error,
    });
  }
}

function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const missing = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  return missing && error.message.includes(`'${name}'`);
}
