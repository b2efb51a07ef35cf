import path from 'node:path';
import {
  diffOf,
  findImportStyles,
  importStyle,
  moduleSpecifier,
  openSources,
  previewTools,
  readSourceBytes,
  replaceSources,
  styleRules,
  type ToolPreview,
} from '@toolwright/codegen/edits';
import { type ProjectOptions, slashed } from '@toolwright/program';
import { ownSources, typescript } from '@toolwright/program/compiler';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import { checkTypes } from './check-types.js';
import { NotMigrated } from './foreign-tool.js';
import { formatText } from './format-text.js';
import { type Note, noteAt } from './notes.js';
import { changedConstants } from './plan/find-references.js';
import { planProject } from './plan/plan-project.js';
import type { PlannedFile } from './plan/planned-file.js';
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
    return [{ source, text, tools: tools.length, before: readSourceBytes(source) }];
  });
  if (!options.dryRun) replaceSources(changes);
  const files = changes.map(({ source, text, tools }) => {
    const file = relative(source.fileName);
    for (const [at, comment] of lostComments(source, text)) {
      const line = source.getLineAndCharacterOfPosition(at).line + 1;
      lost.push({ file, line, text: `the comment is left out: ${comment}` });
    }
    return { file, tools, diff: options.dryRun ? diffOf(file, source.text, text) : '' };
  });
  const { kept, byHand, zod } = plan;
  return { files, kept, byHand, zod, lost, comparison, errors, projectDir };
}

type ReadSources = ReturnType<typeof readSources>;

function readSources(options: MigrateZodOptions) {
  const { cwd = process.cwd(), files = [] } = options;
  const named = new Set(files.map((file) => slashed(path.resolve(cwd, file))));
  const isNamed = ({ fileName }: ts.SourceFile): boolean => named.size === 0 || named.has(fileName);
  const opened = openSources(options, isNamed, true);
  const { compiler, relative, projectDir } = opened;
  const isOwn = ({ fileName }: ts.SourceFile): boolean => !relative(fileName).startsWith('../');
  const errors = opened.collector.diagnostics();
  const broken = new Set(errors.map(({ file }) => file));
  const sources = ownSources(compiler.program).filter(isOwn);
  const selected = opened.sources.filter((one) => isOwn(one) && !broken.has(relative(one.fileName)));
  const changed = changedConstants(sources, compiler);
  return { compiler, relative, projectDir, errors, sources, selected, changed };
}

/** Plans and writes again without the tools that cannot be written, or that codegen refuses. */
function planAndWrite(project: ReadSources, options: MigrateZodOptions) {
  const { compiler, relative, projectDir } = project;
  const manifest = slashed(path.resolve(projectDir, 'src/toolwright.gen.ts'));
  const rules = styleRules(compiler);
  const refused = new Map<ts.Node, NotMigrated>();
  const withoutOutput = new Map<ts.Node, string>();
  for (;;) {
    const plan = planProject({ ...project, refused, withoutOutput });
    const texts = new Map<ts.SourceFile, string>();
    const lost: Note[] = [];
    const before = refused.size;
    for (const [call, reason] of plan.refused) refused.set(call, new NotMigrated(call, reason));
    if (refused.size > before) continue;
    for (const file of plan.files) {
      const style = importStyle(rules, new Set(findImportStyles(file.source, typescript)));
      const specifier = moduleSpecifier(file.source.fileName, manifest, style);
      const written = writeFile(file, specifier, compiler);
      texts.set(file.source, written.text);
      lost.push(...written.lost.map(({ node, text }) => noteAt(node, text, relative)));
      for (const [call, reason] of written.refused) refused.set(call, reason);
    }
    if (refused.size > before) continue;
    if (texts.size === 0) return { plan, texts, specs: [], lost };
    const preview = previewOf(texts, options, project);
    refuseByCodegen(plan.files, texts, preview, project, refused);
    if (refused.size > before) continue;
    for (const [source, text] of texts) texts.set(source, formatText(source.fileName, source.text, text));
    const checked = checkTypes(
      options,
      compiler,
      plan.files,
      textsByFile(texts).set(slashed(preview.outFile), preview.output),
    );
    for (const [call, reason] of checked.refused) refused.set(call, reason);
    for (const [call, reason] of checked.withoutOutput) withoutOutput.set(call, reason);
    if (refused.size > before || checked.withoutOutput.size > 0) continue;
    const byHand = [...plan.byHand, ...checked.byHand];
    return { plan: { ...plan, byHand }, texts, specs: preview.tools, lost };
  }
}

function textsByFile(texts: ReadonlyMap<ts.SourceFile, string>): Map<string, string> {
  return new Map([...texts].map(([source, text]) => [source.fileName, text]));
}

/** Reads the new texts as codegen would. */
function previewOf(
  texts: ReadonlyMap<ts.SourceFile, string>,
  options: MigrateZodOptions,
  { errors }: ReadSources,
): ToolPreview {
  // One file with a syntax error would leave codegen without tools.
  const exclude = [...(options.exclude ?? []), ...errors.flatMap(({ file }) => file ?? [])];
  return previewTools({ ...options, exclude }, textsByFile(texts));
}

/** Refuses the tools whose files have errors for codegen. */
function refuseByCodegen(
  files: readonly PlannedFile[],
  texts: ReadonlyMap<ts.SourceFile, string>,
  { diagnostics }: ToolPreview,
  { relative }: ReadSources,
  refused: Map<ts.Node, NotMigrated>,
): void {
  for (const { file, severity, line = 0, code, message } of diagnostics) {
    const planned = files.find(({ source }) => relative(source.fileName) === file);
    if (severity !== 'error' || planned === undefined) continue;
    const before = (texts.get(planned.source) ?? '').split('\n').slice(0, line).join('\n');
    const { tools: own } = planned;
    const blamed = own.findLast(({ constant }) => before.includes(`const ${constant} = `)) ?? own[0];
    if (blamed === undefined) continue;
    const { call } = blamed.candidate.tool;
    refused.set(call, new NotMigrated(call, `codegen refuses it (${code}: ${message})`));
  }
}
