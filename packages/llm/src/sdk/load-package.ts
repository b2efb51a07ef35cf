import { existsSync } from 'node:fs';
import { Module } from 'node:module';
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
    throw missingPackage(name, error);
  }
}

/**
 * Looks for a provider's SDK without loading it, so that a client which can never work is not built. Only an installed copy of this
 * package can look: what a bundler has joined with others holds the SDK itself, or does not.
 * @param from the module that looks
 * @throws ToolwrightError `MISSING_PACKAGE` with the command that installs it
 */
export function checkInstalled(name: string, from: string | undefined = import.meta.url): void {
  if (from === undefined || !isInstalledCopy(from)) return;
  try {
    // Not as `createRequire(…)`, in which webpack expects a name that it knows.
    Module.createRequire(from).resolve(name);
  } catch (error) {
    // Other failures mean that it is there, but not for `require`.
    if (isMissing(error, name)) throw missingPackage(name, error);
  }
}

/** webpack records the path of a module at build time. The bundle may run elsewhere. */
function isInstalledCopy(module: string): boolean {
  return /^file:.*\/@toolwright\/llm\/dist\/[^/]+$/.test(module) && existsSync(new URL(module));
}

function isMissing(error: unknown, name: string): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error))
    return false;
  const missing = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  return missing && String(error.message).includes(`'${name}'`);
}

/** The command stands in the message as well: that is what logs and results of runs show. */
function missingPackage(name: string, cause: unknown): ToolwrightError {
  return new ToolwrightError(
    'MISSING_PACKAGE',
    `The package '${name}' is not installed. Run: npm install ${name}`,
    { blame: 'developer', hint: `Run: npm install ${name}`, cause },
  );
}
