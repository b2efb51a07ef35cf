import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import { compareText, type Disk, defaultOut, slashed, validatorsFile } from '@toolwright/program';
import {
  type Compiler,
  type CreateCompilerOptions,
  checkInclude,
  createCompiler,
  createExclusion,
  findDecoratorProblems,
  type HostOptions,
  loadProject,
  ownSources,
  type ProgramFiles,
  reportSyntaxErrors,
  selectSources,
} from '@toolwright/program/compiler';
import { createCollector } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import { createSchemaOrigins, type SchemaOrigins } from '../emit/schema-origins.js';
import type { GenerateOptions } from '../generate-options.js';
import { manifestLibrary, withLibraryProblem } from '../manifest/manifest-library.js';
import { moduleKind } from '../manifest/module-kind.js';
import { styleRules } from '../manifest/module-specifier.js';
import { findProviders } from '../signature/report-providers.js';
import type { FileReading } from './file-reading.js';
import type { InspectProject } from './inspect-tools.js';
import type { ProjectReading } from './project-reading.js';
import { type FilesRead, readFiles } from './read-files.js';

export interface ReadProjectOptions
  extends Pick<HostOptions, 'parsedLib' | 'parsed' | 'whole' | 'keepsBodies'>,
    Pick<CreateCompilerOptions, 'modules'> {
  readonly disk: Disk;
  /** Receives the origins of the schemas. Default: a new table. */
  readonly origins?: SchemaOrigins | undefined;
  /** The files to read, in a program that contains only what they need. Default: the whole project. */
  readonly part?: ProjectPart | undefined;
  /** Called once with the program, after its tools have been read. */
  readonly inspect?: InspectProject | undefined;
}

export interface ProjectPart {
  readonly roots: readonly string[];
  /** Whether to look for tools in a file of the program. */
  reads(file: string): boolean;
}

/** A project reading, with the facts that determine whether it must be read again. */
export interface ReadProject {
  readonly project: ProjectReading;
  /** The root files of the whole project's program. */
  readonly roots: readonly string[];
  readonly files: ProgramFiles;
  /** Whether reading a file depends only on the file and its imports. */
  readonly separable: boolean;
  /** Finds the module from which the manifest imports its type. */
  libraryOf(readings: readonly FileReading[]): string;
}

/**
 * Reads a project, or a part of it, from its sources.
 * @throws ToolwrightError `INVALID_PROJECT` when the tsconfig is missing or broken, `OUTPUT_FAILED` when `out` is not a module,
 *   `INVALID_CONFIG` for a pattern in `include` that matches nothing, `UNSUPPORTED` for an unknown provider.
 */
export function readProject(options: GenerateOptions, given: ReadProjectOptions): ReadProject {
  const {
    disk,
    part,
    origins = createSchemaOrigins(),
    parsed = new Map(),
    modules = {},
    inspect,
    ...host
  } = given;
  const { project: config = 'tsconfig.json', cwd = process.cwd(), out, stopwatch } = options;
  const providers = findProviders(options.providers ?? []);
  modules.project ??= loadProject(config, cwd, disk);
  const loaded = modules.project;
  const relative = relativeTo(loaded.dir);
  const isExcluded = createExclusion(options);
  const included = loaded.files.filter((file) => !isExcluded(relative(file)));
  const outFile = outputPath(loaded.dir, out ?? defaultOut(included));
  const ownFiles = new Set([outFile, validatorsFile(outFile)]);
  const roots = included.filter((file) => !ownFiles.has(file));
  const files = part?.roots ?? roots;
  options.onFilesFound?.(files.length);
  const compiler = createCompiler(loaded, {
    ...host,
    modules,
    parsed,
    output: outFile,
    files,
    disk,
    stopwatch,
  });
  stopwatch?.enter('discover');
  // The memory of a whole project would keep all its types alive. Later runs read only parts, and do not need it.
  if (part !== undefined) modules.program = compiler.program;
  if (part === undefined && options.include !== undefined) {
    const read = ownSources(compiler.program).map(({ fileName }) => fileName);
    checkInclude(options, [...new Set([...loaded.files, ...read])].map(relative));
  }
  const sources = selectSources(compiler, options, relative)
    .filter(({ fileName }) => !ownFiles.has(fileName) && (part?.reads(fileName) ?? true))
    .sort((a, b) => compareText(a.fileName, b.fileName));

  const ownFilesOf = ({ program }: Pick<Compiler, 'program'>): readonly ts.SourceFile[] =>
    ownSources(program).filter(({ fileName }) => !isExcluded(relative(fileName)) && !ownFiles.has(fileName));
  const collector = createCollector(relative);
  reportSyntaxErrors(sources, compiler, collector);
  const syntaxErrors = collector.diagnostics();
  const { readings, stable, lacking } =
    syntaxErrors.length > 0
      ? NOTHING
      : readFiles(sources, compiler, {
          collector,
          relative,
          providers,
          disk,
          origins,
          whole: host.whole,
          stopwatch,
          onToolsFound: options.onToolsFound,
          inspect:
            inspect &&
            ((seen) =>
              inspect({
                ...seen,
                files: ownFilesOf(compiler),
                projectDir: loaded.dir,
                relative,
                describeFiles: compiler.files,
              })),
        });
  if (lacking.length > 0) {
    const whole = new Set([...(host.whole ?? []), ...lacking]);
    return readProject(options, { ...given, origins, parsed, whole });
  }
  stopwatch?.enter('print');
  const libraryOf = (all: readonly FileReading[]): string => manifestLibrary(all, outFile, compiler, disk);
  const library = libraryOf(readings);
  return {
    project: {
      projectDir: loaded.dir,
      outFile,
      kind: moduleKind(outFile, disk),
      readings: withLibraryProblem(readings, library, outFile, compiler, disk),
      origins,
      library,
      style: styleRules(compiler),
      decoratorProblems: findDecoratorProblems(loaded, disk),
      syntaxErrors,
    },
    roots,
    files: compiler.files(),
    separable: stable && loaded.references.length === 0,
    libraryOf,
  };
}

const NOTHING: FilesRead = { readings: [], stable: true, lacking: [] };

function outputPath(dir: string, out: string): string {
  if (/(?<!\.d)\.[mc]?[jt]s$/.test(out)) return slashed(path.resolve(dir, out));
  throw new ToolwrightError(
    'OUTPUT_FAILED',
    `The output \`${out}\` is neither a TypeScript nor a JavaScript file.`,
    {
      blame: 'developer',
      hint: 'Use --out to set a file that ends in .ts, .mts, .cts, .js, .mjs or .cjs.',
    },
  );
}

/** Returns a cached function, because the same files are requested repeatedly. */
function relativeTo(dir: string): (file: string) => string {
  const known = new Map<string, string>();
  return (file) => {
    const name = known.get(file) ?? slashed(path.relative(dir, file));
    known.set(file, name);
    return name;
  };
}
