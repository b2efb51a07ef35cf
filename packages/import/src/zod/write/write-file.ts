import { applyEdits, indentOf, newlineOf, type TextEdit } from '@toolwright/codegen/edits';
import type { JsonSchema } from '@toolwright/contract';
import { quote, SourcePrinter } from '@toolwright/json-schema';
import { type Compiler, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { NotMigrated } from '../foreign-tool.js';
import { namesIn } from '../nodes-in.js';
import type { Candidate } from '../plan/candidate.js';
import type { PlannedFile, PlannedTool } from '../plan/planned-file.js';
import { topStatement } from '../plan/tool-place.js';
import { instanceOf } from '../read/zod-schema.js';
import { importMark } from './import-marks.js';
import { tidyFile } from './tidy-file.js';
import { writeTool } from './write-tool.js';
import { zodConstant } from './zod-constant.js';

/** A tool that could not be written after all. */
export interface RefusedTool {
  readonly planned: PlannedTool;
  readonly node: ts.Node;
  readonly reason: string;
}

/** The new text of a file. */
export interface WrittenFile {
  readonly text: string;
  /** What schemas say and the written types do not. */
  readonly lost: readonly { readonly node: ts.Node; readonly text: string }[];
}

/** Writes the new text of a file, or says which tools must stay as they are. */
export function writeFile(file: PlannedFile, compiler: Compiler): WrittenFile | readonly RefusedTool[] {
  const { source, tools } = file;
  const definitions = Object.assign({}, ...tools.map(({ candidate }) => candidate.schemas.definitions));
  const printer = new SourcePrinter({
    definitions,
    taken: [...typeNamesOf(source), ...GLOBAL_TYPES],
    closed: true,
    instanceOf,
    tagName: (name) => importMark('toolwright', name, 'type'),
  });
  const refused: RefusedTool[] = [];
  const edits: TextEdit[] = [];
  for (const planned of tools) {
    try {
      edits.push(...writePlanned(planned, file, printer, compiler));
    } catch (error) {
      if (!(error instanceof NotMigrated)) throw error;
      refused.push({ planned, node: error.node, reason: error.reason });
    }
  }
  if (refused.length > 0) return refused;
  const outside = file.edits.filter((edit) => !edits.some((one) => covers(one, edit)));
  const types = printer.declarations.replaceAll('\n', newlineOf(source.text));
  const first = tools[0] && topStatement(tools[0].candidate.tool.call);
  const declared: TextEdit[] = [];
  if (first !== undefined && types !== '') {
    const start = startOf(first);
    declared.push({ start, end: start, text: types + newlineOf(source.text) });
  }
  const text = applyEdits(source.text, [...declared, ...edits, ...outside]);
  const lost = printer.losses.map(({ path, keyword, what }) => ({
    node: tools.find(({ constant }) => path.startsWith(`${constant}/`))?.candidate.tool.call ?? source,
    text: `the types do not say \`${keyword}\` of ${path}, which ${what}.`,
  }));
  return { text: tidyFile(text, source), lost };
}

/** Returns the start of a statement with the comments that belong to it: those without an empty line below. */
function startOf(node: ts.Node): number {
  const source = node.getSourceFile();
  const { text } = source;
  let start = node.getStart(source);
  for (const { pos, end } of (
    typescript.getLeadingCommentRanges(text, node.getFullStart()) ?? []
  ).reverse()) {
    if (/\n\s*\n/.test(text.slice(end, start))) break;
    start = pos;
  }
  return start;
}

function covers(outer: TextEdit, { start, end }: TextEdit): boolean {
  return outer.start < outer.end && outer.start <= start && end <= outer.end;
}

/** Types that written functions and members may name. */
const GLOBAL_TYPES = ['Array', 'Date', 'Map', 'Promise', 'Record', 'Set'];

/** Returns the names that have a meaning as types in a file. A constant may share its name with a type. */
function typeNamesOf(source: ts.SourceFile): ReadonlySet<string> {
  const names = namesIn(source).filter(({ parent }) => {
    const isDeclared = typescript.isTypeElement(parent) || typescript.isDeclarationStatement(parent);
    const isImported = typescript.isImportSpecifier(parent) || typescript.isImportClause(parent);
    return (
      isDeclared ||
      isImported ||
      typescript.isTypeNode(parent) ||
      typescript.isTypeParameterDeclaration(parent)
    );
  });
  return new Set(names.map(({ text }) => text));
}

function writePlanned(
  { candidate, constant, toolName, isExported }: PlannedTool,
  { source, edits }: PlannedFile,
  printer: SourcePrinter,
  compiler: Compiler,
): readonly TextEdit[] {
  const { place, schemas, tool } = candidate;
  const newline = newlineOf(source.text);
  const name = constant.charAt(0).toUpperCase() + constant.slice(1).replace(/Tool$/, '');
  const zod = schemas.rules.length > 0 ? zodConstant(tool, constant, compiler) : undefined;
  const isTop = place.kind === 'top';
  const style = {
    constant,
    toolName,
    mark: importMark('toolwright', 'tool'),
    edits,
    newline,
    isExported,
    margin: '',
    schema: zod?.name,
    hasComment: isTop && typescript.getJSDocCommentsAndTags(place.statement).length > 0,
    defaults: zod === undefined ? defaultsOf(schemas.input) : new Map<string, string>(),
  };
  const declare = (schema: JsonSchema | undefined, suffix: string): string | undefined =>
    schema &&
    printer.declare(schema, {
      path: `${constant}/${suffix.toLowerCase()}`,
      name: `${name}${suffix}`,
      margin: '',
    });
  const hasInput = schemas.input !== undefined && Object.keys(schemas.input.properties ?? {}).length > 0;
  const trial = writeTool(candidate, { ...style, input: hasInput ? 'Input' : undefined }, compiler);
  const input = hasInput ? declare(withoutDefaults(schemas.input, trial.stated), 'Input') : undefined;
  const output = declare(schemas.output, 'Output');
  const written = writeTool(candidate, { ...style, input, output }, compiler);
  const statement = (zod?.statement === undefined ? '' : zod.statement + newline + newline) + written.text;
  return editsOf(candidate, statement, newline);
}

/** Puts the statement of a tool where the tool was made, or at the top of the file. */
function editsOf({ place: at, tool }: Candidate, whole: string, end: string): readonly TextEdit[] {
  const source = tool.call.getSourceFile();
  const { text } = source;
  if (at.kind === 'top') return [{ start: at.statement.getStart(), end: at.statement.end, text: whole }];
  const top = topStatement(tool.call);
  const start = startOf(top);
  if (at.kind === 'statement' && top === at.statement)
    return [{ start: at.statement.getStart(), end: at.statement.end, text: whole }];
  const hoisted = { start, end: start, text: whole + end + end };
  if (at.kind === 'element') return [hoisted];
  const from = at.statement.getStart();
  const line = text.lastIndexOf('\n', from) + 1;
  const isWhole = indentOf(text, from).length === from - line;
  const after = /^[ \t]*;?[ \t]*\r?\n/.exec(text.slice(at.statement.end))?.[0].length ?? 0;
  return [hoisted, { start: isWhole ? line : from, end: at.statement.end + (isWhole ? after : 0), text: '' }];
}

function defaultsOf(schema: JsonSchema | undefined): ReadonlyMap<string, string> {
  const members = Object.entries(schema?.properties ?? {});
  return new Map(
    members.flatMap(([name, { default: value }]) =>
      value === undefined
        ? []
        : [[name, typeof value === 'string' ? quote(value) : JSON.stringify(value)] as const],
    ),
  );
}

/** Leaves out defaults that the function states. */
function withoutDefaults(
  schema: JsonSchema | undefined,
  stated: ReadonlySet<string>,
): JsonSchema | undefined {
  if (schema === undefined || stated.size === 0) return schema;
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const { default: _, ...rest } = member;
    return [name, stated.has(name) ? rest : member] as const;
  });
  return { ...schema, properties: Object.fromEntries(members) };
}
