import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Disk } from '../disk/disk.js';
import { realDisk } from '../disk/real-disk.js';
import { typescript } from './bundled-compiler.js';
import { moduleHost, readDirectory } from './module-host.js';
import { slashed } from './slashed.js';

/** A TypeScript project as its tsconfig describes it. */
export interface Project {
  /** Absolute, with forward slashes. */
  readonly configPath: string;
  /** The folder of the tsconfig; every printed path is relative to it. */
  readonly dir: string;
  readonly options: ts.CompilerOptions;
  readonly files: readonly string[];
  readonly references: readonly ts.ProjectReference[];
}

/** Options of a newer TypeScript are unknown to the bundled one and do no harm: TS5023, TS5025. */
const TOLERATED = new Set([5023, 5025]);
/** No file matches `files` and `include`: TS18002, TS18003. */
const NO_FILES = new Set([18002, 18003]);

/**
 * Reads a tsconfig with all it extends; without one a jsconfig.json, and in a package of JavaScript that has neither, all of its files.
 * @param project Path of a tsconfig or of its folder, relative to `cwd`.
 * @throws ToolwrightError `INVALID_PROJECT` when it is missing, broken or selects no files.
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

/** Of the files that may be meant, the one that is there, else the tsconfig. */
function findConfig(project: string, cwd: string, disk: Disk): string {
  if (path.sep === '/' && path.resolve(cwd, project).includes('\\'))
    throw withBackslash(path.resolve(cwd, project));
  const given = slashed(path.resolve(cwd, project));
  const config = disk.directoryExists(given) ? `${given}/tsconfig.json` : given;
  const javascript = `${path.posix.dirname(config)}/jsconfig.json`;
  const isDefault = path.posix.basename(config) === 'tsconfig.json';
  return isDefault && !disk.fileExists(config) && disk.fileExists(javascript) ? javascript : config;
}

/** What the sources of a package in JavaScript are read with where nothing else is said. */
const JAVASCRIPT = {
  compilerOptions: { allowJs: true, module: 'nodenext', target: 'es2023', strict: true, types: ['*'] },
  exclude: ['node_modules', 'dist', 'build', 'coverage'],
};

/** A package without a tsconfig is one of JavaScript, unless it has sources in TypeScript. */
function withoutConfig(configPath: string, cwd: string, host: ts.ParseConfigFileHost): Project {
  const dir = path.posix.dirname(configPath);
  if (path.posix.basename(configPath) === 'tsconfig.json' && host.fileExists(`${dir}/package.json`)) {
    const parsed = typescript.parseJsonConfigFileContent(JAVASCRIPT, host, dir, undefined, configPath);
    const isJavaScript = parsed.fileNames.every((file) => /\.(?:[cm]?jsx?|d\.[cm]?ts)$/.test(file));
    if (isJavaScript && parsed.fileNames.length > 0) return toProject(configPath, parsed);
  }
  throw new ToolwrightError('INVALID_PROJECT', `Cannot find ${path.relative(cwd, configPath)} in ${cwd}.`, {
    blame: 'developer',
    hint: 'Run the command where your tsconfig.json is, or name one with --project path/to/tsconfig.json.',
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
      ? `It only refers to other projects; name the one that holds your tools: --project ${referred.join(' or --project ')}.`
      : 'Check its "files" and "include", or name another one with --project.';
  return new ToolwrightError('INVALID_PROJECT', message, { blame: 'developer', hint });
}

/** Says where a tsconfig, or one that it extends, is broken. */
function projectFailure(diagnostic: ts.Diagnostic, configPath: string, cwd: string): ToolwrightError {
  const text = typescript.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  return new ToolwrightError('INVALID_PROJECT', `${place(diagnostic, configPath, cwd)}: ${text}`, {
    blame: 'developer',
    hint: 'Correct the file; `npx tsc --showConfig` prints what TypeScript reads.',
  });
}

function place({ file, start }: ts.Diagnostic, configPath: string, cwd: string): string {
  const name = slashed(path.relative(cwd, file?.fileName ?? configPath));
  if (file === undefined || start === undefined) return name;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${name}:${line + 1}:${character + 1}`;
}
