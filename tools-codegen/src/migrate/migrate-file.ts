import { type Mark, type ToolNames, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { fingerprint } from './fingerprint.js';
import { expressTool, type ToolExpression } from './import-edits.js';
import { tagToDecorator } from './marks-to-decorator.js';
import { decoratorToTag } from './marks-to-tag.js';
import { applyEdits, newlineOf, type TextEdit } from './text-edits.js';
import { unusedImports } from './unused-imports.js';

/** The form of a mark on a method. */
export type MarkForm = 'tag' | 'decorator';

export interface FileToMigrate {
  readonly source: ts.SourceFile;
  readonly marks: readonly Mark[];
  readonly names: ToolNames;
  /** The package that the project imports `tool` from. */
  readonly module: string;
}

/** A mark that is not rewritten. */
export interface StayingMark {
  readonly mark: Mark;
  readonly reason: string;
}

export interface FileMigration {
  /** Equal to the old text if nothing changes. */
  readonly text: string;
  readonly changed: number;
  readonly kept: readonly StayingMark[];
}

/** Rewrites the marks of one file and its import of `tool`, and changes nothing else. */
export function migrateFile(file: FileToMigrate, to: MarkForm): FileMigration {
  const { source, marks, names } = file;
  const tool =
    to === 'decorator' ? expressTool(names, { ...file, newline: newlineOf(source.text) }) : undefined;
  const kept: StayingMark[] = [];
  const changed: Mark[] = [];
  const edits: TextEdit[] = [];
  for (const mark of marks) {
    const found = tool === undefined ? editsToTag(mark, source) : editsToDecorator(mark, source, tool);
    if (typeof found === 'string') kept.push({ mark, reason: found });
    else if (found.length > 0) {
      changed.push(mark);
      edits.push(...found);
    }
  }
  const unchanged = { text: source.text, changed: 0, kept };
  if (changed.length === 0) return unchanged;
  if (typeof tool === 'object') edits.push(...tool.edits);
  const text = withoutUnusedImports(applyEdits(source.text, edits), source, changed);
  const known = expressionsOf(names, tool);
  const shown = (version: string): string => fingerprint(parseLike(source, version), known);
  if (shown(text) === shown(source.text)) return { text, changed: changed.length, kept };
  const reason = 'rewriting this file would change more than its marks';
  return { ...unchanged, kept: [...kept, ...changed.map((mark) => ({ mark, reason }))] };
}

function editsToTag(mark: Mark, source: ts.SourceFile): readonly TextEdit[] | string {
  // Existing tags are kept, and `tool(fn)` works everywhere.
  if (mark.kind === 'function' || !typescript.isDecorator(mark.by)) return [];
  return decoratorToTag(mark.by, mark, source);
}

function editsToDecorator(
  mark: Mark,
  source: ts.SourceFile,
  tool: ToolExpression | string,
): readonly TextEdit[] | string {
  if (typescript.isDecorator(mark.by) || typescript.isCallExpression(mark.by)) return [];
  if (mark.kind === 'function') return 'a function cannot have decorators';
  return typeof tool === 'string' ? tool : tagToDecorator(mark.by, mark, tool.expression, source);
}

/** Removes the imports that only the rewritten decorators used. */
function withoutUnusedImports(text: string, source: ts.SourceFile, changed: readonly Mark[]): string {
  const names = changed.flatMap(({ by }) =>
    typescript.isDecorator(by) ? [/[\w$]+/.exec(by.expression.getText(source))?.[0] ?? ''] : [],
  );
  return names.length === 0 ? text : applyEdits(text, unusedImports(parseLike(source, text), new Set(names)));
}

/** Returns all expressions for `tool` in a file, before or after its migration. */
function expressionsOf(names: ToolNames, tool: ToolExpression | string | undefined): ReadonlySet<string> {
  const members = [...names.namespaces].flatMap((space) =>
    [...names.spelled].filter((name) => name !== 'resource').map((name) => `${space}.${name}`),
  );
  const direct = [...names.direct].flatMap(([name, mark]) => (mark === 'tool' ? [name] : []));
  return new Set([...direct, ...members, ...(typeof tool === 'object' ? [tool.expression] : [])]);
}

function parseLike({ fileName, languageVersion }: ts.SourceFile, text: string): ts.SourceFile {
  return typescript.createSourceFile(fileName, text, languageVersion, true);
}
