import { builtInModule, ToolwrightError } from '@toolwright/contract';

/** The error to throw if the import of an SDK failed: `MISSING_PACKAGE` with the command that installs it, or the failure itself. */
export function loadFailure(name: string, error: unknown): unknown {
  return isMissing(error, name) ? missingPackage(name, error) : error;
}

/**
 * Checks that a provider's SDK is installed without loading it, so that a missing SDK is reported when the client is created. Does
 * nothing in a bundle, where the SDK may be included and cannot be resolved.
 * @param from the URL of the calling module
 * @throws ToolwrightError `MISSING_PACKAGE` with the command that installs the SDK
 */
export function checkInstalled(name: string, from: string | undefined = import.meta.url): void {
  if (from === undefined || !isInstalledCopy(from)) return;
  try {
    builtInModule('module')?.createRequire(from).resolve(name);
  } catch (error) {
    // Any other error means that the package is installed but cannot be loaded with `require`.
    if (isMissing(error, name)) throw missingPackage(name, error);
  }
}

/** Whether a module belongs to an installed copy. Checks that the file exists, because webpack records the path at build time. */
function isInstalledCopy(module: string): boolean {
  return (
    /^file:.*\/@toolwright\/llm\/dist\/[^/]+$/.test(module) &&
    builtInModule('fs')?.existsSync(new URL(module)) === true
  );
}

function isMissing(error: unknown, name: string): boolean {
  if (typeof error !== 'object' || error === null || !('message' in error)) return false;
  const message = String(error.message);
  // Vite replaces an optional package that is not installed with a module that throws this error.
  if (message.startsWith(`Could not resolve "${name}"`)) return true;
  const missing = 'code' in error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code));
  return missing && message.includes(`'${name}'`);
}

/** Returns the error for a missing package. The message also contains the command, because logs and run results omit hints. */
function missingPackage(name: string, cause: unknown): ToolwrightError {
  return new ToolwrightError(
    'MISSING_PACKAGE',
    `The package '${name}' is not installed. Run: npm install ${name}`,
    { blame: 'developer', hint: `Run: npm install ${name}`, cause },
  );
}
