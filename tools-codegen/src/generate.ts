import path from 'node:path';
import { type ToolSpec, ToolwrightError } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Compiler } from './compiler/compiler.js';
import type { ParsedLib } from './compiler/compiler-host.js';
import { createCompiler } from './compiler/create-compiler.js';
import { loadProject } from './compiler/project.js';
import { reportSyntaxErrors } from './compiler/syntax-errors.js';
import type { CodegenContext } from './context.js';
import { type Collector, createCollector } from './diagnostics/collector.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { type Discovery, discover } from './discover/discover.js';
import { createLibrarySymbols } from './discover/library-symbols.js';
import { createExclusion, selectSources } from './discover/project-files.js';
import { createLowering } from './lower/lowering.js';
import { manifestLibrary } from './manifest/manifest-library.js';
import { importStyle, moduleSpecifier } from './manifest/module-specifier.js';
import { printModule } from './manifest/print-module.js';
import { createEmitter } from './signature/emitter.js';
import { reportRepeatedNames } from './signature/repeated-names.js';
import { readToolEntry, type ToolEntry } from './signature/tool-entry.js';

export interface GenerateOptions {
  /** Path of the tsconfig or its folder, relative to `cwd`; default `tsconfig.json`. */
  readonly project?: string | undefined;
  /** Default: the process's. */
  readonly cwd?: string | undefined;
  /** Path of the module to write, relative to the project's folder; default `src/toolwright.gen.ts`. */
  readonly out?: string | undefined;
  /** Globs, relative to the project's folder: tools are sought in these files only. */
  readonly include?: readonly string[] | undefined;
  /** Globs of files without tools, besides test files. */
  readonly exclude?: readonly string[] | undefined;
}

export interface GenerateResult {
  /** By name, then by file. */
  readonly tools: readonly ToolSpec[];
  /** Of each tool in that order, what tells it from others of its name: `Class.method`; the tool's name for functions. */
  readonly qualifiedNames: readonly string[];
  /** By file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of the module; complete only where `ok`. */
  readonly output: string;
  /** Absolute. */
  readonly outFile: string;
  /** Absolute; the files of tools and diagnostics are relative to it. */
  readonly projectDir: string;
  /** False where a diagnostic is an error: the module must not be written. */
  readonly ok: boolean;
}

/**
 * Reads a project and makes its manifest. Writes nothing and runs none of the project's code.
 * @throws ToolwrightError `INVALID_PROJECT` when the tsconfig is missing or broken, `OUTPUT_FAILED` when `out` is no TypeScript file.
 */
export function generate(options: GenerateOptions = {}): GenerateResult {
  return generateWith(options, new Map());
}

/** As {@link generate}, with parsed declarations of the standard library that several runs share. */
export function generateWith(options: GenerateOptions, parsedLib: ParsedLib): GenerateResult {
  const { project: config = 'tsconfig.json', cwd = process.cwd(), out = 'src/toolwright.gen.ts' } = options;
  const project = loadProject(config, cwd);
  const outFile = outputPath(project.dir, out);
  const relative = relativeTo(project.dir);
  const isExcluded = createExclusion(options);
  const files = project.files.filter((file) => !isExcluded(relative(file)));
  const compiler = createCompiler(project, { output: outFile, files, parsedLib });
  const sources = selectSources(compiler, options, relative).filter(({ fileName }) => fileName !== outFile);

  const collector = createCollector(relative);
  const { entries, modules } = readTools(sources, compiler, collector, relative);
  const diagnostics = collector.diagnostics();
  const style = importStyle(compiler, sources);
  return {
    tools: entries.map(({ spec }) => spec),
    qualifiedNames: entries.map(qualifiedName),
    diagnostics,
    output: printModule(entries, {
      library: manifestLibrary(modules, outFile, compiler),
      specifierOf: ({ fileName }) => moduleSpecifier(outFile, fileName, style),
    }),
    outFile,
    projectDir: project.dir,
    ok: diagnostics.every(({ severity }) => severity !== 'error'),
  };
}

function qualifiedName({ spec, binding, member }: ToolEntry): string {
  if (member === undefined) return spec.name;
  const className = binding.exportName === 'default' ? binding.localName : binding.exportName;
  return `${className}.${member.name}`;
}

interface ToolsRead extends Pick<Discovery, 'modules'> {
  readonly entries: readonly ToolEntry[];
}

function readTools(
  sources: readonly ts.SourceFile[],
  compiler: Compiler,
  collector: Collector,
  relative: (file: string) => string,
): ToolsRead {
  reportSyntaxErrors(sources, compiler, collector);
  if (collector.diagnostics().length > 0) return { entries: [], modules: new Set() };
  const context: CodegenContext = {
    compiler,
    report: collector.report,
    library: createLibrarySymbols(compiler),
  };
  const { sites, modules } = discover(sources, context);
  if (sites.length === 0 && collector.diagnostics().length === 0) {
    collector.reportProject('TW1002', `${sources.length} source files were read and no tool was found.`);
  }
  const lowering = createLowering(compiler, collector.report);
  const options = { lowering, emit: createEmitter(lowering.definitions), context, relative };
  const read = sites.flatMap((site) => {
    const entry = collector.forTool(site.name, () => readToolEntry(site, options));
    return entry === undefined ? [] : [{ site, entry }];
  });
  const sorted = read.sort((a, b) => compareEntries(a.entry, b.entry));
  reportRepeatedNames(sorted, context);
  return { entries: sorted.map(({ entry }) => entry), modules };
}

function compareEntries(
  { spec: a, binding: left }: ToolEntry,
  { spec: b, binding: right }: ToolEntry,
): number {
  return (
    compare(a.name, b.name) ||
    compare(a.source.file, b.source.file) ||
    a.source.line - b.source.line ||
    compare(left.exportName, right.exportName)
  );
}

/** By code units: `localeCompare` depends on the machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function outputPath(dir: string, out: string): string {
  if (/(?<!\.d)\.[mc]?ts$/.test(out)) return slashed(path.resolve(dir, out));
  throw new ToolwrightError('OUTPUT_FAILED', `The output ${out} is not a TypeScript file.`, {
    blame: 'developer',
    hint: 'Name a file that ends in .ts, .mts or .cts with --out.',
  });
}

/** Asked for the same files again and again. */
function relativeTo(dir: string): (file: string) => string {
  const known = new Map<string, string>();
  return (file) => {
    const name = known.get(file) ?? slashed(path.relative(dir, file));
    known.set(file, name);
    return name;
  };
}

function slashed(file: string): string {
  return file.replaceAll('\\', '/');
}
