import path from 'node:path';
import {
  diffOf,
  findImportStyles,
  importStyle,
  moduleSpecifier,
  openSources,
  readSourceBytes,
  replaceSources,
  styleRules,
} from '@toolwright/codegen/edits';
import type { Located, ToolSpec } from '@toolwright/contract';
import { type ProjectOptions, slashed } from '@toolwright/program';
import { ownSources, typescript } from '@toolwright/program/compiler';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import { NotMigrated } from './foreign-tool.js';
import { formatText } from './format-text.js';
import { type Note, noteAt } from './notes.js';
import { changedConstants } from './plan/find-references.js';
import { type Plan, planProject } from './plan/plan-project.js';
import { type Comparison, compareTools } from './verify/compare-tools.js';
import { refuseByCodegen, refuseByCompiler } from './verify/refuse-broken.js';
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
  const { plan, texts, specs, lost, byHand: broken } = planAndWrite(project, options);
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
    for (const [at, comment] of lostComments(source, text)) {
      const line = source.getLineAndCharacterOfPosition(at).line + 1;
      lost.push({ file, line, text: `the comment is left out: ${comment}` });
    }
    return { file, tools, diff: options.dryRun ? diffOf(file, source.text, text) : '' };
  });
  const { kept, zod } = plan;
  const named = new Set(plan.byHand.map(({ file, line }) => `${file}:${line}`));
  const byHand = [...plan.byHand, ...broken.filter(({ file, line }) => !named.has(`${file}:${line}`))];
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

/** Plans and writes again without the tools that cannot be written, that codegen refuses, or that do not compile. */
function planAndWrite(project: ReadSources, options: MigrateZodOptions) {
  const { compiler, relative, projectDir } = project;
  const manifest = slashed(path.resolve(projectDir, 'src/toolwright.gen.ts'));
  const rules = styleRules(compiler);
  const refused = new Map<ts.Node, NotMigrated>();
  const withoutOutput = new Map<ts.Node, string>();
  const loaded = new Set<string>();
  let isCircular = false;
  for (;;) {
    const plan = planProject({ ...project, refused, withoutOutput, loaded, isCircular });
    const texts = new Map<ts.SourceFile, string>();
    const lost: Note[] = [];
    const before = refused.size;
    for (const [call, reason] of plan.refused) refused.set(call, new NotMigrated(call, reason));
    if (refused.size > before) continue;
    for (const file of plan.files) {
      const { source } = file;
      const style = importStyle(rules, new Set(findImportStyles(source, typescript)));
      const written = writeFile(file, moduleSpecifier(source.fileName, manifest, style), compiler);
      texts.set(source, written.text);
      lost.push(...written.lost.map(({ node, text }) => noteAt(node, text, relative)));
      for (const [call, reason] of written.refused) refused.set(call, reason);
    }
    if (refused.size > before) continue;
    const written = { files: plan.files, texts, refused, withoutOutput, isCircular };
    const preview = refuseByCodegen(written, options, project);
    const specs = preview?.tools ?? [];
    const known = loaded.size;
    for (const file of otherFiles(specs, plan, projectDir)) loaded.add(file);
    if (refused.size > before || loaded.size > known) continue;
    const isChecked = preview !== undefined && options.verify !== false;
    const kept = withoutOutput.size;
    const byHand = isChecked ? refuseByCompiler(written, preview, options, project) : [];
    if (byHand === undefined) isCircular = true;
    else if (refused.size === before && withoutOutput.size === kept)
      return { plan, texts, specs, lost, byHand };
  }
}

/** Returns the files whose tools are not of this migration, which the manifest imports as well. */
function otherFiles(
  specs: readonly Located<ToolSpec>[],
  { files }: Plan,
  projectDir: string,
): readonly string[] {
  const planned = new Set(files.filter(({ tools }) => tools.length > 0).map(({ source }) => source.fileName));
  return specs
    .map(({ source }) => slashed(path.resolve(projectDir, source.file)))
    .filter((file) => !planned.has(file));
}
