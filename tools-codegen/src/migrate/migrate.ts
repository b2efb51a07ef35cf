import {
  type CodegenContext,
  createLibrarySymbols,
  findAllMarks,
  findToolNames,
  type Mark,
  readToolOptions,
  type ToolNames,
} from '@toolwright/program/compiler';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import type { GenerateOptions } from '../generate-options.js';
import { diffOf } from './diff-of.js';
import { type MarkForm, migrateFile } from './migrate-file.js';
import { openSources } from './open-sources.js';
import { readSourceBytes, replaceSources } from './source-bytes.js';

/** Options of `migrate`: the project to read, and the new form of its marks. */
export interface MigrateOptions extends Pick<GenerateOptions, 'cwd' | 'project' | 'include' | 'exclude'> {
  /** The new form of the marks: the decorator `@tool` or the JSDoc tag `@tool`. */
  readonly to: MarkForm;
  /** If true, no files are written; default false. */
  readonly dryRun?: boolean | undefined;
}

/** The result of a migration. File paths are relative to `projectDir`. */
export interface Migration {
  /** The files that changed, or that would change in a dry run, each with a unified diff in a dry run. */
  readonly files: readonly { readonly file: string; readonly marks: number; readonly diff: string }[];
  /** The marks that were not rewritten. */
  readonly kept: readonly KeptMark[];
  /** Errors in the project. After errors, no file is written. */
  readonly errors: readonly Diagnostic[];
  /** Absolute path of the project. */
  readonly projectDir: string;
}

/** A mark that `migrate` did not rewrite. */
export interface KeptMark {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly reason: string;
}

/** Implements `migrate`. */
export function migrateProject({ to, dryRun = false, ...options }: MigrateOptions): Migration {
  const { marks, names, errors, relative, projectDir } = readMarks(options);
  if (errors.length > 0) return { files: [], kept: [], errors, projectDir };
  const module = [...names.values()].find((one) => one.module !== undefined)?.module ?? 'toolwright';
  const kept: KeptMark[] = [];
  const changes = [...names].flatMap(([source, known]) => {
    const own = marks.get(source);
    if (own === undefined) return [];
    const { text, changed, kept: staying } = migrateFile({ source, marks: own, names: known, module }, to);
    kept.push(...staying.map(({ mark, reason }) => ({ ...placeOf(mark, relative), reason })));
    if (changed === 0) return [];
    return [{ source, text, marks: changed, before: readSourceBytes(source) }];
  });
  if (!dryRun) replaceSources(changes);
  const files = changes.map(({ source, text, marks: amount }) => {
    const file = relative(source.fileName);
    return { file, marks: amount, diff: dryRun ? diffOf(file, source.text, text) : '' };
  });
  return { files, kept, errors, projectDir };
}

interface ProjectMarks {
  readonly marks: ReadonlyMap<ts.SourceFile, readonly Mark[]>;
  readonly names: ReadonlyMap<ts.SourceFile, ToolNames>;
  readonly errors: readonly Diagnostic[];
  readonly relative: (file: string) => string;
  readonly projectDir: string;
}

function readMarks(options: Omit<MigrateOptions, 'to'>): ProjectMarks {
  const { compiler, disk, sources, collector, relative, projectDir } = openSources(options);
  const { report, forFile } = collector;
  const context: CodegenContext = {
    compiler,
    report,
    forFile,
    library: createLibrarySymbols(compiler, disk),
  };
  const names = new Map(sources.map((source) => [source, findToolNames(source, context)]));
  const marks = new Map<ts.SourceFile, Mark[]>();
  for (const mark of findAllMarks(names, context)) {
    if (mark.use !== 'tool') continue;
    const source = mark.by.getSourceFile();
    forFile(source.fileName, () => readToolOptions(mark, context));
    const others = marks.get(source);
    if (others === undefined) marks.set(source, [mark]);
    else others.push(mark);
  }
  const errors = collector.diagnostics().filter(({ severity }) => severity === 'error');
  return { marks, names, errors, relative, projectDir };
}

function placeOf({ by, ...mark }: Mark, relative: (file: string) => string): Omit<KeptMark, 'reason'> {
  const source = by.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(by.getStart(source));
  const holder = mark.kind === 'method' ? mark.method : mark.holder;
  const name = 'name' in holder ? holder.name?.getText(source) : undefined;
  return { file: relative(source.fileName), line: line + 1, name: name ?? 'default' };
}
