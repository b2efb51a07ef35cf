import path from 'node:path';
import { type ToolSpec, ToolwrightError } from '@toolwright/contract';
import type { ParsedLib } from './compiler/compiler-host.js';
import { createCompiler } from './compiler/create-compiler.js';
import { loadProject } from './compiler/project.js';
import { slashed } from './compiler/slashed.js';
import { createCollector } from './diagnostics/collector.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { createExclusion, selectSources } from './discover/project-files.js';
import { manifestLibrary } from './manifest/manifest-library.js';
import { importStyle, moduleSpecifier } from './manifest/module-specifier.js';
import { printModule } from './manifest/print-module.js';
import { readTools } from './read-tools.js';
import { findProviders } from './signature/report-providers.js';
import type { ToolEntry } from './signature/tool-entry.js';
import { emitValidators } from './validators/emit-validators.js';
import { runtimeModule, validatorsFile } from './validators/validators-file.js';

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
  /** Names of dialects, such as `gemini`: what they lose or refuse is reported. */
  readonly providers?: readonly string[] | undefined;
  /** Also makes a module of precompiled validators; default false. */
  readonly validators?: boolean | undefined;
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
  readonly validators: ValidatorsModule;
  /** Absolute; the files of tools and diagnostics are relative to it. */
  readonly projectDir: string;
  /** False where a diagnostic is an error: the module must not be written. */
  readonly ok: boolean;
}

/** The module of precompiled validators, beside the manifest. */
export interface ValidatorsModule {
  /** Absolute. */
  readonly file: string;
  /** Undefined where none were asked for: then there is to be no such file. */
  readonly output: string | undefined;
}

/**
 * Reads a project and makes its manifest. Writes nothing and runs none of the project's code.
 * @throws ToolwrightError `INVALID_PROJECT` when the tsconfig is missing or broken, `OUTPUT_FAILED` when `out` is no TypeScript file,
 *   `UNSUPPORTED` for an unknown provider.
 */
export function generate(options: GenerateOptions = {}): GenerateResult {
  return generateWith(options, new Map());
}

/** As {@link generate}, with parsed declarations of the standard library that several runs share. */
export function generateWith(options: GenerateOptions, parsedLib: ParsedLib): GenerateResult {
  const { project: config = 'tsconfig.json', cwd = process.cwd(), out = 'src/toolwright.gen.ts' } = options;
  const providers = findProviders(options.providers ?? []);
  const project = loadProject(config, cwd);
  const outFile = outputPath(project.dir, out);
  const relative = relativeTo(project.dir);
  const isExcluded = createExclusion(options);
  const ownFiles = new Set([outFile, validatorsFile(outFile)]);
  const files = project.files.filter((file) => !isExcluded(relative(file)) && !ownFiles.has(file));
  const compiler = createCompiler(project, { output: outFile, files, parsedLib });
  const sources = selectSources(compiler, options, relative).filter(
    ({ fileName }) => !ownFiles.has(fileName),
  );

  const collector = createCollector(relative);
  const { entries, schemas, modules, origins } = readTools(sources, compiler, collector, relative, providers);
  const diagnostics = collector.diagnostics();
  const ok = diagnostics.every(({ severity }) => severity !== 'error');
  const style = importStyle(compiler, sources);
  const tools = entries.map(({ spec }) => spec);
  const library = manifestLibrary(modules, outFile, compiler, schemas.length > 0);
  const validators = {
    file: validatorsFile(outFile),
    output: options.validators && ok ? emitValidators(tools, runtimeModule(library)) : undefined,
  };
  return {
    tools,
    qualifiedNames: entries.map(qualifiedName),
    diagnostics,
    output: printModule(entries, schemas, {
      library,
      specifierOf: (file) => moduleSpecifier(outFile, file, style),
      origins,
      validatorsFile: options.validators ? validators.file : undefined,
    }),
    outFile,
    validators,
    projectDir: project.dir,
    ok,
  };
}

function qualifiedName({ spec, binding, member }: ToolEntry): string {
  if (member === undefined) return spec.name;
  const className = binding.exportName === 'default' ? binding.localName : binding.exportName;
  return `${className}.${member.name}`;
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
