import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Disk } from '../disk/disk.js';
import { type Stopwatch, timed, timedMethods } from '../timing/stopwatch.js';
import { typescript } from './bundled-compiler.js';
import type { Compiler } from './compiler.js';
import { createCompilerHost, type HostOptions } from './compiler-host.js';
import { moduleHost } from './module-host.js';
import { createModuleResolution, type ModuleMemory } from './module-resolution.js';
import { describeProgram, type ProgramFiles } from './program-files.js';
import type { Project } from './project.js';
import { slashed } from './slashed.js';

export interface CreateCompilerOptions extends HostOptions {
  /** The project files that codegen reads. The program also contains the files that they import. */
  readonly files: readonly string[];
  readonly disk: Disk;
  readonly modules?: ModuleMemory | undefined;
  readonly stopwatch?: Stopwatch | undefined;
}

/** A compiler that can also describe the files of its program. */
export interface ProjectCompiler extends Compiler {
  files(): ProgramFiles;
}

/** TS2317, TS2318: a global type such as `Array` is missing or has the wrong shape. */
const GLOBAL_TYPE_MISSING = new Set([2317, 2318]);

/**
 * Creates a program for the project without checking its types.
 * @throws ToolwrightError `INVALID_PROJECT` when the standard library is missing, because every array would silently lose its type.
 */
export function createCompiler(
  project: Project,
  { files, disk, modules = {}, stopwatch, ...host }: CreateCompilerOptions,
): ProjectCompiler {
  const options = codegenOptions(project.options, findInstalledTypeScript(project.dir, disk));
  const compilerHost = createCompilerHost(options, { ...host, disk, typesOnly: true });
  const resolution = createModuleResolution(options, {
    host: project.references.length > 0 ? compilerHost : moduleHost(disk),
    memory: modules,
  });
  const program = timed(stopwatch, 'parse', () =>
    typescript.createProgram({
      rootNames: files.filter((file) => file !== host.output),
      options,
      projectReferences: project.references,
      ...(modules.program && { oldProgram: modules.program }),
      host: Object.assign(compilerHost, resolution),
    }),
  );
  const checker = timed(stopwatch, 'bind', () => program.getTypeChecker());
  const missing = program.getGlobalDiagnostics().find(({ code }) => GLOBAL_TYPE_MISSING.has(code));
  if (missing !== undefined) throw libraryMissing(project, missing);
  return {
    ts: typescript,
    program,
    checker: timedMethods(stopwatch, 'resolve', checker),
    files: () => describeProgram(program, (source) => modules.imports?.get(source) ?? [], typescript),
  };
}

function libraryMissing(project: Project, { messageText }: ts.Diagnostic): ToolwrightError {
  const text = typescript.flattenDiagnosticMessageText(messageText, ' ');
  return new ToolwrightError('INVALID_PROJECT', `${path.basename(project.configPath)}: ${text}`, {
    blame: 'developer',
    hint: 'Codegen needs the standard library. Check "lib" and "noLib" in the tsconfig.',
  });
}

/**
 * Adapts the project's options for codegen: nothing is emitted, and `null` and `undefined` stay distinct from other types. A project with
 * an older TypeScript keeps the defaults that changed in TypeScript 6.
 * @param installed The major version of the project's own TypeScript, if any.
 * @see https://devblogs.microsoft.com/typescript/announcing-typescript-6-0/
 */
function codegenOptions(options: ts.CompilerOptions, installed: number | undefined): ts.CompilerOptions {
  const older = installed !== undefined && installed < 6;
  const { composite, incremental, tsBuildInfoFile, ...rest } = options;
  return {
    ...(older ? { types: ['*'], strict: false } : {}),
    ...rest,
    ignoreDeprecations: '6.0',
    strictNullChecks: true,
    noEmit: true,
    skipLibCheck: true,
    noErrorTruncation: true,
  };
}

/** Finds the major version of the TypeScript that a folder uses. Returns undefined if none is installed. */
function findInstalledTypeScript(dir: string, disk: Disk): number | undefined {
  for (let folder = dir; ; folder = path.dirname(folder)) {
    const major = majorVersion(
      disk.readFile(slashed(path.join(folder, 'node_modules/typescript/package.json'))),
    );
    if (major !== undefined) return major;
    if (path.dirname(folder) === folder) return undefined;
  }
}

function majorVersion(packageJson: string | undefined): number | undefined {
  const major = /"version"\s*:\s*"(\d+)\./.exec(packageJson ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
}
