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
}

export interface ModuleResolutionOptions {
  readonly disk: Disk;
  /** Of earlier programs. Default: none. */
  readonly memory?: ModuleMemory | undefined;
  /** Called with absolute paths, the imported file without links. */
  readonly onImport: (importer: string, imported: string) => void;
}

/** Finds modules as the compiler does by itself, and tells who imports whom. */
export function createModuleResolution(
  options: ts.CompilerOptions,
  { disk, memory = {}, onImport }: ModuleResolutionOptions,
): ModuleResolution {
  const host = moduleHost(disk);
  const { useCaseSensitiveFileNames } = typescript.sys;
  const canonical = (file: string): string => (useCaseSensitiveFileNames ? file : file.toLowerCase());
  memory.cache ??= typescript.createModuleResolutionCache(host.getCurrentDirectory(), canonical, options);
  const { cache } = memory;
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
        if (found.resolvedModule !== undefined) onImport(importer, found.resolvedModule.resolvedFileName);
        return found;
      }),
  };
}
