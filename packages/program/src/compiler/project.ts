import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Disk } from '../disk/disk.js';
import { realDisk } from '../disk/real-disk.js';
import { typescript } from './bundled-compiler.js';
import { moduleHost, readDirectory } from './module-host.js';
import { slashed } from './slashed.js';

/** A TypeScript project according to its tsconfig. */
export interface Project {
  /** Absolute, with forward slashes. */
  readonly configPath: string;
  /** The folder that contains the tsconfig. Printed paths are relative to it. */
  readonly dir: string;
  readonly options: ts.CompilerOptions;
  readonly files: readonly string[];
  readonly references: readonly ts.ProjectReference[];
}

/** TS5023, TS5025: the bundled compiler does not support an option of a newer TypeScript. This is harmless. */
const TOLERATED = new Set([5023, 5025]);
/** TS18002, TS18003: no file matches `files` and `include`. */
const NO_FILES = new Set([18002, 18003]);

/**
 * Reads a tsconfig and everything that it extends. Falls back to jsconfig.json, then to all files of a JavaScript package that has neither.
 * @param project The path of a tsconfig or of its folder, relative to `cwd`.
 * @throws ToolwrightError `INVALID_PROJECT` when the tsconfig is missing, broken or selects no files.
 */
export function loadProject(project: string, cwd: string, disk: Disk = realDisk): Project {
  const configPath = findConfig(project, cwd, disk);
  const fatal: ts.Diagnostic[] = [];
  const host = {
    ...moduleHost(disk),
    useCaseSensitiveFileNames: typescript.sys.useCaseSensitiveFileNames,
    readDirectory: readDirectory(disk),
    onUnRecoverableConfigFileDiagnostic: (diagnostic: ts.Diagnostic) => fatal.push(diagnostic),
  };
  if (!disk.fileExists(configPath)) return withoutConfig(configPath, cwd, host);
  const parsed = typescript.getParsedCommandLineOfConfigFile(configPath, undefined, host);
  const found = parsed === undefined ? fatal : typescript.getConfigFileParsingDiagnostics(parsed);
  const problem = found.find(({ code }) => !TOLERATED.has(code) && !NO_FILES.has(code));
  if (problem !== undefined) throw projectFailure(problem, configPath, cwd);
  if (parsed === undefined || parsed.fileNames.length === 0) throw noFiles(configPath, parsed, cwd);
  return toProject(configPath, parsed);
}

function toProject(configPath: string, parsed: ts.ParsedCommandLine): Project {
  return {
    configPath,
    dir: slashed(path.dirname(configPath)),
    options: parsed.options,
    files: parsed.fileNames,
    references: parsed.projectReferences ?? [],
  };
}

/** Returns the first candidate that exists, otherwise the path of the tsconfig. */
function findConfig(project: string, cwd: string, disk: Disk): string {
  if (path.sep === '/' && path.resolve(cwd, project).includes('\\'))
    throw withBackslash(path.resolve(cwd, project));
  const given = slashed(path.resolve(cwd, project));
  const config = disk.directoryExists(given) ? `${given}/tsconfig.json` : given;
  const javascript = `${path.posix.dirname(config)}/jsconfig.json`;
  const isDefault = path.posix.basename(config) === 'tsconfig.json';
  return isDefault && !disk.fileExists(config) && disk.fileExists(javascript) ? javascript : config;
}

/** Options for the sources of a JavaScript package without a tsconfig or jsconfig. */
const JAVASCRIPT = {
  compilerOptions: { allowJs: true, module: 'nodenext', target: 'es2023', strict: true, types: ['*'] },
  exclude: ['node_modules', 'dist', 'build', 'coverage'],
};

/** Treats a package without a tsconfig as a JavaScript package, unless it has TypeScript sources. */
function withoutConfig(configPath: string, cwd: string, host: ts.ParseConfigFileHost): Project {
  const dir = path.posix.dirname(configPath);
  if (path.posix.basename(configPath) === 'tsconfig.json' && host.fileExists(`${dir}/package.json`)) {
    const parsed = typescript.parseJsonConfigFileContent(JAVASCRIPT, host, dir, undefined, configPath);
    const isJavaScript = parsed.fileNames.every((file) => /\.(?:[cm]?jsx?|d\.[cm]?ts)$/.test(file));
    if (isJavaScript && parsed.fileNames.length > 0) return toProject(configPath, parsed);
  }
  throw new ToolwrightError('INVALID_PROJECT', `Cannot find ${path.relative(cwd, configPath)} in ${cwd}.`, {
    blame: 'developer',
    hint: 'Run the command in the folder of your tsconfig.json, or pass its path with --project path/to/tsconfig.json.',
  });
}

function withBackslash(config: string): ToolwrightError {
  const message = `The path ${config} has a backslash, which the TypeScript compiler reads as a path separator.`;
  return new ToolwrightError('INVALID_PROJECT', message, { blame: 'developer', hint: 'Rename the folder.' });
}

function noFiles(configPath: string, parsed: ts.ParsedCommandLine | undefined, cwd: string): ToolwrightError {
  const name = path.relative(cwd, configPath);
  const referred = (parsed?.projectReferences ?? []).map(({ path: target }) =>
    slashed(path.relative(cwd, target)),
  );
  const message = `${name} selects no TypeScript files.`;
  const hint =
    referred.length > 0
      ? `It only references other projects. Select the project that contains your tools: --project ${referred.join(' or --project ')}.`
      : 'Check its "files" and "include", or pass another tsconfig with --project.';
  return new ToolwrightError('INVALID_PROJECT', message, { blame: 'developer', hint });
}

/** Reports the location of an error in a tsconfig or in a tsconfig that it extends. */
function projectFailure(diagnostic: ts.Diagnostic, configPath: string, cwd: string): ToolwrightError {
  const text = typescript.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  return new ToolwrightError('INVALID_PROJECT', `${place(diagnostic, configPath, cwd)}: ${text}`, {
    blame: 'developer',
    hint: 'Fix the file; `npx tsc --showConfig` prints the options as TypeScript reads them.',
  });
}

function place({ file, start }: ts.Diagnostic, configPath: string, cwd: string): string {
  const name = slashed(path.relative(cwd, file?.fileName ?? configPath));
  if (file === undefined || start === undefined) return name;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${name}:${line + 1}:${character + 1}`;
}
