import path from 'node:path';
import { slashed, withoutOwnFiles, withTexts } from '@toolwright/program';
import {
  type Compiler,
  createCompiler,
  createExclusion,
  loadProject,
  reportSyntaxErrors,
  selectSources,
} from '@toolwright/program/compiler';
import { type Collector, createCollector } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import type { GenerateOptions } from '../generate-options.js';

/** The sources of a project, to be rewritten. */
export interface OpenSources {
  readonly compiler: Compiler;
  readonly disk: ReturnType<typeof withoutOwnFiles>;
  /** The files that may hold tools. */
  readonly sources: readonly ts.SourceFile[];
  /** Has the syntax errors of the sources. */
  readonly collector: Collector;
  /** Returns a path as seen from the folder of the project. */
  readonly relative: (file: string) => string;
  /** Absolute path of the project. */
  readonly projectDir: string;
}

/**
 * Opens a project whose sources are rewritten.
 * @param isWanted the sources to select, of those that the options select
 * @param isWhole Whether the compiler also reads bodies of functions, and files that hold no tools, such as tests.
 * @param texts what files hold instead of what is on disk, by absolute path
 */
export function openSources(
  options: Pick<GenerateOptions, 'cwd' | 'project' | 'include' | 'exclude'>,
  isWanted: (source: ts.SourceFile) => boolean = () => true,
  isWhole = false,
  texts: ReadonlyMap<string, string> = new Map(),
): OpenSources {
  const { project = 'tsconfig.json', cwd = process.cwd() } = options;
  const disk = withTexts(withoutOwnFiles(options), texts);
  const loaded = loadProject(project, cwd, disk);
  const relative = (file: string): string => slashed(path.relative(loaded.dir, file));
  const isExcluded = createExclusion(options);
  const files = loaded.files.filter((file) => isWhole || !isExcluded(relative(file)));
  const from = { files, disk, output: '', parsedLib: new Map(), keepsBodies: isWhole };
  const compiler = createCompiler(loaded, from);
  const roots = new Set(loaded.files);
  const sources = selectSources(compiler, options, relative).filter(
    (source) =>
      (roots.has(source.fileName) || !relative(source.fileName).startsWith('../')) && isWanted(source),
  );
  const collector = createCollector(relative);
  reportSyntaxErrors(sources, compiler, collector);
  return { compiler, disk, sources, collector, relative, projectDir: loaded.dir };
}
