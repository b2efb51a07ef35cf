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
import { NotMigrated } from './foreign-tool.js';
import { formatText } from './format-text.js';
import { type Note, noteAt } from './notes.js';
import { changedConstants } from './plan/find-references.js';
import { planProject } from './plan/plan-project.js';
import type { PlannedFile } from './plan/planned-file.js';
import { type Comparison, compareTools } from './verify/compare-tools.js';
import { findNewErrors } from './verify/new-errors.js';
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

/** Plans and writes again without the tools that cannot be written, or that codegen refuses. */
function planAndWrite(project: ReadSources, options: MigrateZodOptions) {
  const { compiler, relative, projectDir } = project;
  const manifest = slashed(path.resolve(projectDir, 'src/toolwright.gen.ts'));
  const rules = styleRules(compiler);
  const refused = new Map<ts.Node, NotMigrated>();
  const withoutOutput = new Map<ts.Node, string>();
  const loaded = new Set<string>();
  for (;;) {
    const plan = planProject({ ...project, refused, withoutOutput, loaded });
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
    const preview = refuseByCodegen(plan.files, texts, options, project, refused);
    const { tools: specs = [], outFile, output } = preview ?? {};
    const others = specs
      .map(({ source }) => slashed(path.resolve(projectDir, source.file)))
      .filter(
        (file) => !plan.files.some(({ source, tools }) => source.fileName === file && tools.length > 0),
      );
    const known = loaded.size;
    for (const file of others) loaded.add(file);
    if (refused.size > before || loaded.size > known) continue;
    const newTexts = textsByFile(texts);
    if (output !== undefined && outFile !== undefined) newTexts.set(slashed(outFile), output);
    const left = withoutOutput.size;
    const byHand =
      options.verify === false
        ? []
        : refuseByCompiler(plan.files, newTexts, options, project, refused, withoutOutput);
    if (refused.size === before && withoutOutput.size === left) return { plan, texts, specs, lost, byHand };
  }
}

function textsByFile(texts: ReadonlyMap<ts.SourceFile, string>): Map<string, string> {
  return new Map([...texts].map(([source, text]) => [source.fileName, text]));
}

/**
 * Refuses the tools that do not compile, or first the schemas of their results. Returns the other errors, of code that uses the tools.
 * @param texts by absolute path, with that of the manifest
 */
function refuseByCompiler(
  files: readonly PlannedFile[],
  texts: ReadonlyMap<string, string>,
  options: MigrateZodOptions,
  { compiler, relative }: ReadSources,
  refused: Map<ts.Node, NotMigrated>,
  withoutOutput: Map<ts.Node, string>,
): readonly Note[] {
  if (texts.size === 0) return [];
  return findNewErrors(options, texts, compiler).flatMap(({ source, line, statement, message }): Note[] => {
    const own = files.find((file) => file.source === source)?.tools ?? [];
    const names = new Set(statement && declaredNames(statement));
    const tool = own.find(({ constant }) => names.has(constant) || names.has(`${constant}Schema`));
    if (tool === undefined)
      return [{ file: relative(source.fileName), line: (line ?? 0) + 1, text: `${message}` }];
    const { tool: foreign, schemas } = tool.candidate;
    const reason = `its new function does not compile (${message})`;
    if (schemas.output === undefined) refused.set(foreign.call, new NotMigrated(foreign.call, reason));
    else withoutOutput.set(foreign.call, reason);
    return [];
  });
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (!typescript.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map(({ name }) => name.getText());
}

/** Reads the new texts as codegen would. Refuses the tools whose files have errors. */
function refuseByCodegen(
  files: readonly PlannedFile[],
  texts: ReadonlyMap<ts.SourceFile, string>,
  options: MigrateZodOptions,
  { relative, errors }: ReadSources,
  refused: Map<ts.Node, NotMigrated>,
): ToolPreview | undefined {
  if (texts.size === 0) return undefined;
  // One file with a syntax error would leave codegen without tools.
  const exclude = [...(options.exclude ?? []), ...errors.flatMap(({ file }) => file ?? [])];
  const preview = previewTools({ ...options, exclude }, textsByFile(texts));
  for (const { file, severity, line = 0, code, message } of preview.diagnostics) {
    const planned = files.find(({ source }) => relative(source.fileName) === file);
    if (severity !== 'error' || planned === undefined) continue;
    const before = (texts.get(planned.source) ?? '').split('\n').slice(0, line).join('\n');
    const { tools: own } = planned;
    const blamed = own.findLast(({ constant }) => before.includes(`const ${constant} = `)) ?? own[0];
    if (blamed === undefined) continue;
    const { call } = blamed.candidate.tool;
    refused.set(call, new NotMigrated(call, `codegen refuses it (${code}: ${message})`));
  }
  return preview;
}
