import type { ts } from 'ts-morph';
import type { Disk } from '../disk/disk.js';
import { typescript } from './bundled-compiler.js';
import { moduleHost } from './module-host.js';
import type { Project } from './project.js';

/** The part of a compiler's host that finds modules. */
export type ModuleResolution = Required<
  Pick<ts.CompilerHost, 'resolveModuleNameLiterals' | 'getModuleResolutionCache'>
>;

/** What was found of a project and of modules: it holds as long as nothing changes but code that was there before. */
export interface ModuleMemory {
  project?: Project;
  cache?: ts.ModuleResolutionCache;
  /** By source file, the files that it imports: absolute paths without links. */
  imports?: WeakMap<ts.SourceFile, Set<string>>;
  /** The last program: one that starts from the same files takes over what did not change. */
  program?: ts.Program;
}

export interface ModuleResolutionOptions {
  readonly disk: Disk;
  /** Of earlier programs. Default: none. */
  readonly memory?: ModuleMemory | undefined;
}

/** Finds modules as the compiler does by itself, and notes who imports whom. */
export function createModuleResolution(
  options: ts.CompilerOptions,
  { disk, memory = {} }: ModuleResolutionOptions,
): ModuleResolution {
  const host = moduleHost(disk);
  const { useCaseSensitiveFileNames } = typescript.sys;
  const canonical = (file: string): string => (useCaseSensitiveFileNames ? file : file.toLowerCase());
  memory.cache ??= typescript.createModuleResolutionCache(host.getCurrentDirectory(), canonical, options);
  memory.imports ??= new WeakMap();
  const { cache, imports } = memory;
  return {
    getModuleResolutionCache: () => cache,
    resolveModuleNameLiterals: (literals, importer, redirected, settings, source) =>
      literals.map((literal) => {
        const usage = redirected?.commandLine.options ?? settings;
        const mode = typescript.getModeForUsageLocation(source, literal, usage);
        const found = typescript.resolveModuleName(
          literal.text,
          importer,
          settings,
          host,
          cache,
          redirected,
          mode,
        );
        const file = found.resolvedModule?.resolvedFileName;
        if (file !== undefined) imports.set(source, (imports.get(source) ?? new Set()).add(file));
        return found;
      }),
  };
}
