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
  createCompiler,
  createExclusion,
  createLibrarySymbols,
  discover,
  findToolNames,
  type HostOptions,
  loadProject,
  type ModuleMemory,
  ownSources,
  type ProjectInspection,
  reportSyntaxErrors,
  selectSources,
  type ToolSite,
} from '@toolwright/program/compiler';
import { createCollector } from '@toolwright/program/diagnostics';
import type { EffectsOptions } from '../effects-options.js';
import { type FollowedModules, followModules } from './follow-modules.js';

/** A project with all function bodies, and its tools. */
export type ToolProgram = Omit<ProjectInspection, 'sources'>;

/** Returns the program of an inspection in which all functions have bodies. */
export function programOf(inspection: ProjectInspection): ToolProgram {
  return { ...inspection, sites: inspection.sites.filter(isTool) };
}

function isTool({ resource }: ToolSite): boolean {
  return resource === undefined;
}

/** Data that several readings share. */
export interface SharedReading extends Partial<Pick<HostOptions, 'parsedLib' | 'parsed'>> {
  /** Default: the real disk. */
  readonly disk?: Disk | undefined;
}

/**
 * Reads a project as codegen does, but with all function bodies.
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
  // Function bodies may be nested more deeply than types.
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
