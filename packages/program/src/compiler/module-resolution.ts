import path from 'node:path';
import type { ts } from 'ts-morph';
import { typescript } from './bundled-compiler.js';
import type { Project } from './project.js';
import { slashed } from './slashed.js';

/** The part of a compiler host that resolves modules. */
export type ModuleResolution = Required<
  Pick<ts.CompilerHost, 'resolveModuleNameLiterals' | 'getModuleResolutionCache'>
>;

/** Cached facts about the project and its modules. They stay valid as long as only the content of existing source files changes. */
export interface ModuleMemory {
  project?: Project;
  cache?: ts.ModuleResolutionCache;
  /** The imports of each source file, as absolute paths with symbolic links resolved. */
  imports?: WeakMap<ts.SourceFile, Set<string>>;
  /** Returns the file to read instead of a resolved file; undefined to keep it. Default: all resolved files are kept. */
  redirect?(file: string): string | undefined;
  /** The last program. A program with the same root files reuses its unchanged parts. */
  program?: ts.Program;
}

export interface ModuleResolutionOptions {
  /** The compiler makes the host of a program show the output of referenced projects, built or not. */
  readonly host: ts.ModuleResolutionHost;
  /** The cache of earlier programs. Default: empty. */
  readonly memory?: ModuleMemory | undefined;
}

/** Resolves modules as the compiler does by default, and records the imports of each file. */
export function createModuleResolution(
  options: ts.CompilerOptions,
  { host, memory = {} }: ModuleResolutionOptions,
): ModuleResolution {
  const { useCaseSensitiveFileNames } = typescript.sys;
  const canonical = (file: string): string => (useCaseSensitiveFileNames ? file : file.toLowerCase());
  memory.cache ??= typescript.createModuleResolutionCache(slashed(process.cwd()), canonical, options);
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
        const other = file === undefined ? undefined : memory.redirect?.(file);
        return other === undefined ? found : { ...found, resolvedModule: ownModule(other) };
      }),
  };
}

/** Describes a module that is read like the program's own files. */
function ownModule(file: string): ts.ResolvedModuleFull {
  return { resolvedFileName: file, extension: path.extname(file), isExternalLibraryImport: false };
}
