import path from 'node:path';
import { diffOf, previewTools, readSourceBytes, replaceSources } from '@toolwright/codegen/edits';
import type { Located, ToolSpec } from '@toolwright/contract';
import { type ProjectOptions, slashed, withoutOwnFiles } from '@toolwright/program';
import {
  createCompiler,
  createExclusion,
  loadProject,
  ownSources,
  reportSyntaxErrors,
  selectSources,
  typescript,
} from '@toolwright/program/compiler';
import { createCollector, type Diagnostic } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import { formatText } from './format-text.js';
import { type Note, noteAt } from './notes.js';
import { changedConstants } from './plan/changed-constants.js';
import { planProject } from './plan/plan-project.js';
import type { PlannedFile } from './plan/planned-file.js';
import type { ProjectSources } from './plan/project-sources.js';
import { type Comparison, compareTools } from './verify/compare-tools.js';
import { lostComments } from './write/lost-comments.js';
import { writeFile } from './write/write-file.js';

/** Options of `migrateZod`. */
export interface MigrateZodOptions extends Pick<ProjectOptions, 'cwd' | 'project' | 'include' | 'exclude'> {
  /** The files whose tools are migrated, relative to `cwd`. Default: all files of the project. */
  readonly files?: readonly string[] | undefined;
  /** If true, no files are written; default false. */
  readonly dryRun?: boolean | undefined;
  /** Whether the schemas are compared with those that the project's own Zod makes; default true. */
  readonly verify?: boolean | undefined;
}

/** The result of a migration. File paths are relative to `projectDir`. */
export interface ZodMigration {
  /** The files that changed, or would change in a dry run, which also makes a unified diff. */
  readonly files: readonly { readonly file: string; readonly tools: number; readonly diff: string }[];
  /** Tools that stay as they are. */
  readonly kept: readonly Note[];
  /** What is left to do by hand. */
  readonly byHand: readonly Note[];
  /** Rules that stay in Zod. */
  readonly zod: readonly Note[];
  /** What schemas say and types do not. */
  readonly lost: readonly Note[];
  /** How the schemas of the tools compare with those of Zod. Absent without `verify`. */
  readonly comparison?: Comparison | undefined;
  /** Files with syntax errors, which stay as they are. */
  readonly errors: readonly Diagnostic[];
  /** Absolute path of the project. */
  readonly projectDir: string;
}

/** Implements `migrateZod`. */
export async function migrateProject(options: MigrateZodOptions): Promise<ZodMigration> {
  const project = readSources(options);
  const { relative, projectDir, errors, compiler } = project;
  const { plan, texts, specs, lost } = planAndWrite(project, options);
  const comparison =
    options.verify === false ? undefined : await compareTools(plan.files, specs, compiler, relative);
  const changes = plan.files.flatMap(({ source, tools }) => {
    const text = texts.get(source);
    if (text === undefined || text === source.text) return [];
    const formatted = formatText(source.fileName, source.text, text);
    return [{ source, text: formatted, tools: tools.length, before: readSourceBytes(source) }];
  });
  if (!options.dryRun) replaceSources(changes);
  const files = changes.map(({ source, text, tools }) => {
    const file = relative(source.fileName);
    return { file, tools, diff: options.dryRun ? diffOf(file, source.text, text) : '' };
  });
  for (const { source, text } of changes)
    for (const { line, text: comment } of lostComments(source, text))
      lost.push({ file: relative(source.fileName), line, text: `the comment is left out: ${comment}` });
  const { kept, byHand, zod } = plan;
  return { files, kept, byHand, zod, lost, comparison, errors, projectDir };
}

interface ReadSources extends Omit<ProjectSources, 'refused'> {
  readonly projectDir: string;
  readonly errors: readonly Diagnostic[];
}

function readSources(options: MigrateZodOptions): ReadSources {
  const { project = 'tsconfig.json', cwd = process.cwd(), files: wanted = [] } = options;
  const disk = withoutOwnFiles(options);
  const loaded = loadProject(project, cwd, disk);
  const relative = (file: string): string => slashed(path.relative(loaded.dir, file));
  const isExcluded = createExclusion(options);
  const files = loaded.files.filter((file) => !isExcluded(relative(file)));
  const compiler = createCompiler(loaded, {
    files,
    disk,
    output: '',
    parsedLib: new Map(),
    keepsBodies: true,
  });
  const named = new Set(wanted.map((file) => slashed(path.resolve(cwd, file))));
  const collector = createCollector(relative);
  const all = ownSources(compiler.program).filter(({ fileName }) => !relative(fileName).startsWith('../'));
  const selected = selectSources(compiler, options, relative).filter(
    (source) => all.includes(source) && (named.size === 0 || named.has(source.fileName)),
  );
  reportSyntaxErrors(selected, compiler, collector);
  const errors = collector.diagnostics();
  const broken = new Set(errors.map(({ file }) => file));
  const manifestFile = slashed(path.resolve(loaded.dir, 'src/toolwright.gen.ts'));
  return {
    compiler,
    sources: all,
    changed: changedConstants(all, compiler),
    selected: selected.filter(({ fileName }) => !broken.has(relative(fileName))),
    relative,
    projectDir: loaded.dir,
    errors,
    manifestFile,
    specifierOf: (from, file) => specifierOf(from, file, loaded.options),
  };
}

/** Returns how a file imports a module of the project: with `.js` where Node.js resolves modules, or where the file does so. */
function specifierOf(
  from: ts.SourceFile,
  file: string,
  { moduleResolution, module }: ts.CompilerOptions,
): string {
  const plain = path.posix.relative(path.posix.dirname(from.fileName), file).replace(/\.[cm]?[jt]sx?$/, '');
  const { ModuleKind, ModuleResolutionKind: Kind } = typescript;
  const isNode =
    moduleResolution === Kind.Node16 ||
    moduleResolution === Kind.NodeNext ||
    (moduleResolution === undefined &&
      module !== undefined &&
      module >= ModuleKind.Node16 &&
      module <= ModuleKind.NodeNext);
  const ending = isNode || /from ['"]\.[^'"]*\.js['"]/.test(from.text) ? '.js' : '';
  return `${plain.startsWith('.') ? '' : './'}${plain}${ending}`;
}

/** Plans and writes again without the tools that cannot be written, or that codegen refuses. */
function planAndWrite(project: ReadSources, options: MigrateZodOptions) {
  const refused = new Map<ts.Node, { readonly node: ts.Node; readonly reason: string }>();
  for (;;) {
    const plan = planProject({ ...project, refused });
    const texts = new Map<ts.SourceFile, string>();
    const lost: Note[] = [];
    const before = refused.size;
    for (const { call, ...why } of plan.refused) refused.set(call, why);
    if (refused.size > before) continue;
    for (const file of plan.files) {
      const written = writeFile(file, project.compiler);
      if ('text' in written) {
        texts.set(file.source, written.text);
        lost.push(...written.lost.map(({ node, text }) => noteAt(node, text, project.relative)));
      } else
        for (const { planned, node, reason } of written)
          refused.set(planned.candidate.tool.call, { node, reason });
    }
    if (refused.size > before) continue;
    const specs = refuseByCodegen(plan.files, texts, options, project, refused);
    if (refused.size === before) return { plan, texts, specs, lost };
  }
}

/** Reads the new texts as codegen would. Refuses the tools whose files have errors. */
function refuseByCodegen(
  files: readonly PlannedFile[],
  texts: ReadonlyMap<ts.SourceFile, string>,
  { cwd, project, include, exclude }: MigrateZodOptions,
  { relative, errors }: ReadSources,
  refused: Map<ts.Node, { readonly node: ts.Node; readonly reason: string }>,
): readonly Located<ToolSpec>[] {
  if (texts.size === 0) return [];
  const changed = new Map([...texts].map(([source, text]) => [source.fileName, text]));
  // One file with a syntax error would leave codegen without tools.
  const without = [...(exclude ?? []), ...errors.flatMap(({ file }) => file ?? [])];
  const { tools, diagnostics } = previewTools({ cwd, project, include, exclude: without }, changed);
  for (const { source, tools: planned } of files) {
    const own = diagnostics.filter(
      ({ file, severity }) => severity === 'error' && file === relative(source.fileName),
    );
    const text = texts.get(source) ?? '';
    for (const { line, code, message } of own) {
      const blamed =
        planned.filter(({ constant }) => lineOf(text, constant) <= (line ?? 0)).at(-1) ?? planned[0];
      if (blamed === undefined) continue;
      const { call } = blamed.candidate.tool;
      refused.set(call, { node: call, reason: `codegen refuses it (${code}: ${message})` });
    }
  }
  return tools;
}

function lineOf(text: string, constant: string): number {
  const at = text.search(new RegExp(`\\bconst ${constant.replaceAll('$', '\\$')} = `));
  return at < 0 ? Number.POSITIVE_INFINITY : text.slice(0, at).split('\n').length;
}
