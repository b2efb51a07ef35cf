import path from 'node:path';
import {
  compareText,
  type Disk,
  defaultOut,
  realDisk,
  slashed,
  validatorsFile,
  withinDepth,
} from '@toolwright/program';
import {
  type CodegenContext,
  type Compiler,
  createCompiler,
  createExclusion,
  createLibrarySymbols,
  discover,
  findToolNames,
  type HostOptions,
  loadProject,
  type ModuleMemory,
  ownSources,
  type ProgramFiles,
  type ProjectInspection,
  reportSyntaxErrors,
  selectSources,
  type ToolSite,
} from '@toolwright/program/compiler';
import { type Collector, createCollector } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import type { EffectsOptions } from '../effects-options.js';
import { type FollowedModules, followModules } from './follow-modules.js';

/** A project whose functions keep their bodies, and the tools in it. */
export interface ToolProgram {
  readonly compiler: Compiler;
  readonly context: CodegenContext;
  readonly collector: Collector;
  readonly sites: readonly ToolSite[];
  /** The program's own sources without tests: where implementations are sought. */
  readonly files: readonly ts.SourceFile[];
  readonly projectDir: string;
  relative(file: string): string;
  /** How all files of the program relate to each other. */
  describeFiles(): ProgramFiles;
}

/** The program that codegen has read with the bodies of all functions. */
export function programOf({
  context,
  collector,
  sites,
  files,
  projectDir,
  relative,
  describeFiles,
}: ProjectInspection): ToolProgram {
  const { compiler } = context;
  return {
    compiler,
    context,
    collector,
    sites: sites.filter(isTool),
    files,
    projectDir,
    relative,
    describeFiles,
  };
}

function isTool({ resource }: ToolSite): boolean {
  return resource === undefined;
}

/** What several readings have in common. */
export interface SharedReading extends Partial<Pick<HostOptions, 'parsedLib' | 'parsed'>> {
  /** Default: the real disk. */
  readonly disk?: Disk | undefined;
}

/**
 * Reads a project as codegen does, but with the bodies of all functions.
 * @throws ToolwrightError `INVALID_PROJECT` when the tsconfig is missing or broken.
 */
export function readToolSites(
  options: EffectsOptions,
  { disk = realDisk, parsedLib = new Map(), parsed }: SharedReading,
): ToolProgram {
  const { project = 'tsconfig.json', cwd = process.cwd(), out, follow = false } = options;
  const loaded = loadProject(project, cwd, disk);
  const relative = (file: string): string => slashed(path.relative(loaded.dir, file));
  const isExcluded = createExclusion(options);
  const included = loaded.files.filter((file) => !isExcluded(relative(file)));
  const outFile = slashed(path.resolve(loaded.dir, out ?? defaultOut(included)));
  const own = new Set([outFile, validatorsFile(outFile)]);
  const followed: FollowedModules | undefined = follow ? followModules(disk) : undefined;
  const modules: ModuleMemory = followed === undefined ? {} : { redirect: followed.redirect };
  // The bodies of functions may be nested more deeply than types.
  const compiler = withinDepth(
    () => 'An expression of the project',
    () =>
      createCompiler(followed === undefined ? loaded : followed.adapt(loaded), {
        parsedLib,
        parsed,
        modules,
        output: outFile,
        files: included.filter((file) => !own.has(file)),
        disk,
        keepsBodies: true,
      }),
  );
  const collector = createCollector(relative);
  const sources = selectSources(compiler, options, relative)
    .filter(({ fileName }) => !own.has(fileName))
    .sort((a, b) => compareText(a.fileName, b.fileName));
  reportSyntaxErrors(sources, compiler, collector);
  const { report, forFile } = collector;
  const context: CodegenContext = {
    compiler,
    report,
    forFile,
    library: createLibrarySymbols(compiler, disk),
  };
  const isBroken = collector.diagnostics().length > 0;
  const named = new Map(sources.map((source) => [source, findToolNames(source, context)]));
  return {
    compiler,
    context,
    collector,
    sites: isBroken ? [] : discover(named, context).sites.filter(isTool),
    files: ownSources(compiler.program).filter(
      ({ fileName }) => !isExcluded(relative(fileName)) && !own.has(fileName),
    ),
    projectDir: loaded.dir,
    relative,
    describeFiles: compiler.files,
  };
}
