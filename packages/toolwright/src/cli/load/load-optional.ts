import { existsSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { CliIo, CodegenModule } from '../process/cli-io.js';

/**
 * Loads an optional package.
 * @param load must contain the literal `import('…')`, so that bundlers see it
 * @param cwd a folder of the project; the hint names the project's package manager
 * @throws ToolwrightError `MISSING_PACKAGE` if the package is not installed
 */
export async function loadOptional<T>(
  name: string,
  load: () => Promise<T>,
  install = 'npm install',
  cwd = process.cwd(),
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new ToolwrightError('MISSING_PACKAGE', `This command needs ${name}, which is not installed.`, {
      blame: 'developer',
      hint: `Run \`${ofProject(install, cwd)} ${name}\`.`,
      cause: error,
    });
  }
}

/** Loads codegen. @throws ToolwrightError `MISSING_PACKAGE` */
export function loadCodegen({
  importCodegen,
  cwd,
}: Pick<CliIo, 'importCodegen'> & Partial<Pick<CliIo, 'cwd'>>): Promise<CodegenModule> {
  return loadOptional('@toolwright/codegen', importCodegen, 'npm install --save-dev', cwd);
}

const MANAGERS: readonly (readonly [lockFile: string, install: string])[] = [
  ['pnpm-lock.yaml', 'pnpm add'],
  ['yarn.lock', 'yarn add'],
  ['bun.lock', 'bun add'],
  ['bun.lockb', 'bun add'],
  ['package-lock.json', 'npm install'],
];

/** Returns the equivalent command of the package manager whose lock file is closest. */
function ofProject(install: string, folder: string): string {
  const [, own] = MANAGERS.find(([file]) => existsSync(path.join(folder, file))) ?? [];
  if (own !== undefined) {
    const dev = own === 'pnpm add' ? '--save-dev' : '--dev';
    return own === 'npm install' ? install : install.replace('npm install', own).replace('--save-dev', dev);
  }
  const above = path.dirname(folder);
  return above === folder ? install : ofProject(install, above);
}

/** Whether the package itself is missing, rather than something that it imports. */
function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    errorMessage(error).includes(`'${name}'`)
  );
}
