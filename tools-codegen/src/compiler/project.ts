import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Disk } from '../disk/disk.js';
import { realDisk } from '../disk/real-disk.js';
import { typescript } from './bundled-compiler.js';
import { moduleHost, readDirectory } from './module-host.js';
import { projectFailure } from './project-failure.js';
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
 * Reads a tsconfig with all it extends.
 * @param project Path of a tsconfig or of its folder, relative to `cwd`.
 * @throws ToolwrightError `INVALID_PROJECT` when it is missing, broken or selects no files.
 */
export function loadProject(project: string, cwd: string, disk: Disk = realDisk): Project {
  const configPath = findConfig(project, cwd, disk);
  const fatal: ts.Diagnostic[] = [];
  const parsed = typescript.getParsedCommandLineOfConfigFile(configPath, undefined, {
    ...moduleHost(disk),
    useCaseSensitiveFileNames: typescript.sys.useCaseSensitiveFileNames,
    readDirectory: readDirectory(disk),
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => fatal.push(diagnostic),
  });
  const found = parsed === undefined ? fatal : typescript.getConfigFileParsingDiagnostics(parsed);
  const problem = found.find(({ code }) => !TOLERATED.has(code) && !NO_FILES.has(code));
  if (problem !== undefined) throw projectFailure(problem, configPath, cwd);
  if (parsed === undefined || parsed.fileNames.length === 0) throw noFiles(configPath, parsed, cwd);
  return {
    configPath,
    dir: slashed(path.dirname(configPath)),
    options: parsed.options,
    files: parsed.fileNames,
    references: parsed.projectReferences ?? [],
  };
}

function findConfig(project: string, cwd: string, disk: Disk): string {
  const given = path.resolve(cwd, project);
  const configPath = disk.directoryExists(slashed(given)) ? path.join(given, 'tsconfig.json') : given;
  if (disk.fileExists(slashed(configPath))) return slashed(configPath);
  throw new ToolwrightError('INVALID_PROJECT', `There is no ${path.relative(cwd, configPath)} in ${cwd}.`, {
    blame: 'developer',
    hint: 'Run the command where your tsconfig.json is, or name one with --project path/to/tsconfig.json.',
  });
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
