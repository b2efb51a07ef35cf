import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorMessage, type ToolwrightError } from '@toolwright/contract';
import { packageFolder } from '../process/version.js';
import { userError } from '../user-error.js';

const TYPESCRIPT = /\.[cm]?tsx?$/;

/**
 * Loads a module of the user's project: built JavaScript, or TypeScript if the project has tsx or Node.js strips types.
 * @param hint the hint for a file that does not exist
 * @throws ToolwrightError `INVALID_CONFIG` if the file does not exist or fails to load, `MISSING_PACKAGE` for TypeScript without tsx
 */
export async function loadModule(
  file: string,
  cwd: string,
  hint: string,
): Promise<Readonly<Record<string, unknown>>> {
  const absolute = path.resolve(cwd, file);
  if (!existsSync(absolute)) {
    throw userError('INVALID_CONFIG', `The file ${absolute} does not exist.`, hint);
  }
  const importModule = TYPESCRIPT.test(file) ? await typescriptImporter(file, cwd) : importJavaScript;
  try {
    return await importModule(pathToFileURL(absolute).href);
  } catch (error) {
    // Node.js does not support decorators; tsx compiles them.
    const hint =
      TYPESCRIPT.test(file) && error instanceof SyntaxError && !findTsx(cwd) ? INSTALL_TSX : undefined;
    throw projectFailure(`${file} could not be loaded`, error, hint);
  }
}

/** Creates the error for a failure in the user's own code, with the stack. */
export function projectFailure(what: string, error: unknown, hint?: string): ToolwrightError {
  const detail = error instanceof Error && error.stack ? error.stack : errorMessage(error);
  const fix = hint ?? (MISSING_MANIFEST.test(errorMessage(error)) ? RUN_CODEGEN : undefined);
  return userError('INVALID_CONFIG', `${what}: ${detail}`, fix, error);
}

/** The messages of Node.js for `import` and `require` of a generated module that does not exist, whatever `--out` has named it. */
const MISSING_MANIFEST = /^Cannot find module '[^']*\.gen(?:\.[cm]?[jt]s)?'/;
const RUN_CODEGEN =
  'Run `npx toolwright codegen`, which writes this module. If you passed built JavaScript, build it again.';
const INSTALL_TSX = 'Run `npm install --save-dev tsx`, or pass the built JavaScript.';

type ImportModule = (url: string) => Promise<Readonly<Record<string, unknown>>>;

const importJavaScript: ImportModule = (url) => import(url);

async function typescriptImporter(file: string, cwd: string): Promise<ImportModule> {
  const api = findTsx(cwd);
  // Node.js 22.18 and later strip types themselves, but do not support decorators.
  if (!api && stripsTypes()) return importJavaScript;
  if (!api) {
    const message = `${file} is TypeScript, and tsx is not installed in ${cwd}.`;
    throw userError('MISSING_PACKAGE', message, INSTALL_TSX);
  }
  const known = scopes.get(api) ?? openScope(api);
  scopes.set(api, known);
  return (await known).importModule;
}

/** The scopes, by tsx module. Each call to `tsImport` loads modules anew, so that two exports of one module would not belong together. */
const scopes = new Map<string, Promise<Scope>>();

/** Opens a scope. Every module imported through the scope is loaded once. */
async function openScope(api: string): Promise<Scope> {
  const { tsImport } = (await import(pathToFileURL(api).href)) as TsxApi; // see https://tsx.is/dev-api/ts-import
  return (await tsImport(IMPORT_MODULE, import.meta.url)) as Scope; // our own file
}

interface Scope {
  readonly importModule: ImportModule;
}

const IMPORT_MODULE = new URL('bin/import-module.js', packageFolder()).href;

/** Whether Node.js strips types. Older versions do not have this feature, and neither do their types. */
function stripsTypes(): boolean {
  return 'typescript' in process.features && Boolean(process.features.typescript);
}

interface TsxApi {
  readonly tsImport: (specifier: string, parentUrl: string) => Promise<unknown>;
}

/**
 * Finds the file that an `import` of `tsx/esm/api` in the project would load. `require.resolve` would find the file for `require`, which
 * looks for its loader in the wrong folder when imported.
 */
function findTsx(cwd: string): string | undefined {
  try {
    const manifest = createRequire(path.join(cwd, 'package.json')).resolve('tsx/package.json');
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as TsxManifest; // as published, or the `catch` below
    return path.join(path.dirname(manifest), exports['./esm/api'].import.default);
  } catch {
    // Not installed, or too old to have this API. The caller reports this.
    return undefined;
  }
}

interface TsxManifest {
  readonly exports: { readonly './esm/api': { readonly import: { readonly default: string } } };
}
