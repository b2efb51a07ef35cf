import { applyEdits, newlineOf, removal, startOf, type TextEdit } from '@toolwright/codegen/edits';
import type { JsonSchema } from '@toolwright/contract';
import { docComment, quote, SourcePrinter } from '@toolwright/json-schema';
import { type Compiler, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { NotMigrated } from '../foreign-tool.js';
import { isImport, namesIn, topStatement } from '../nodes-in.js';
import type { Candidate } from '../plan/candidate.js';
import type { PlannedFile, PlannedTool } from '../plan/planned-file.js';
import { instanceOf } from '../read/zod-schema.js';
import { type HandlerTypes, writeHandler } from './handler.js';
import { importMark } from './import-marks.js';
import { tidyFile } from './tidy-file.js';
import { zodConstant } from './zod-constant.js';

/** The new text of a file. */
export interface WrittenFile {
  readonly text: string;
  /** What schemas say and the written types do not. */
  readonly lost: readonly { readonly node: ts.Node; readonly text: string }[];
  /** Tools that must stay as they are after all, by their calls. If there are any, the text is not complete. */
  readonly refused: ReadonlyMap<ts.Node, NotMigrated>;
}

/**
 * Writes the new text of a file.
 * @param manifest the specifier of the manifest, as the file imports it
 */
export function writeFile(file: PlannedFile, manifest: string, compiler: Compiler): WrittenFile {
  const { source, tools } = file;
  const printer = new SourcePrinter({
    definitions: Object.assign({}, ...tools.map(({ candidate }) => candidate.schemas.definitions)),
    taken: typeNamesOf(source),
    closed: true,
    instanceOf,
    tagName: importMark,
  });
  const refused = new Map<ts.Node, NotMigrated>();
  const edits: TextEdit[] = [];
  for (const planned of tools) {
    try {
      edits.push(...writePlanned(planned, file, printer, compiler));
    } catch (error) {
      if (!(error instanceof NotMigrated)) throw error;
      refused.set(planned.candidate.tool.call, error);
    }
  }
  const outside = file.edits.filter((edit) => !edits.some((one) => covers(one, edit)));
  const newline = newlineOf(source.text);
  const types = printer.declarations.replaceAll('\n', newline);
  const [first] = tools;
  const start = first === undefined ? 0 : startOf(topStatement(first.candidate.tool.call), source);
  const declared = types === '' ? [] : [{ start, end: start, text: types + newline }];
  const text = applyEdits(source.text, [...declared, ...edits, ...outside]);
  const lost = printer.losses.map(({ path, keyword, what }) => ({
    node: tools.find(({ constant }) => path.startsWith(`${constant}/`))?.candidate.tool.call ?? source,
    text: `the types do not say \`${keyword}\` of ${path}, which ${what}.`,
  }));
  return { text: tidyFile(text, source, manifest), lost, refused };
}

function covers(outer: TextEdit, { start, end }: TextEdit): boolean {
  return outer.start < outer.end && outer.start <= start && end <= outer.end;
}

/** Returns the names that have a meaning as types in a file. A constant may share its name with a type. */
function typeNamesOf(source: ts.SourceFile): readonly string[] {
  const names = namesIn(source).filter(
    ({ parent }) =>
      isImport(parent) ||
      typescript.isDeclarationStatement(parent) ||
      typescript.isTypeNode(parent) ||
      typescript.isTypeParameterDeclaration(parent),
  );
  return names.map(({ text }) => text);
}

function writePlanned(
  planned: PlannedTool,
  { source, edits }: PlannedFile,
  printer: SourcePrinter,
  compiler: Compiler,
): readonly TextEdit[] {
  const { candidate, constant } = planned;
  const { schemas, tool } = candidate;
  const newline = newlineOf(source.text);
  const zod = schemas.rules.length > 0 ? zodConstant(tool, constant, compiler) : undefined;
  const named = constant.charAt(0).toUpperCase() + constant.slice(1).replace(/Tool$/, '');
  const declare = (schema: JsonSchema | undefined, name: string): string | undefined =>
    schema &&
    printer.declare(schema, { path: `${constant}/${name.toLowerCase()}`, name: named + name, margin: '' });
  const hasInput = Object.keys(schemas.input?.properties ?? {}).length > 0;
  const types: HandlerTypes = {
    input: (stated) => (hasInput ? declare(withoutDefaults(schemas.input, stated), 'Input') : undefined),
    output: () => declare(schemas.output, 'Output'),
    defaults: zod === undefined ? defaultsOf(schemas.input) : new Map(),
    schema: zod?.name,
    edits,
    newline,
  };
  const text = writeHandler(tool, types, compiler);
  const schema = zod?.statement === undefined ? '' : zod.statement + newline + newline;
  return editsOf(candidate, schema + statementOf(planned, text, newline), newline);
}

/** Returns the statement of a tool, an exported constant. */
function statementOf(
  { candidate, constant, toolName, isExported }: PlannedTool,
  text: string,
  newline: string,
): string {
  const { description, place, options } = candidate;
  const hasComment = place.kind === 'top' && typescript.getJSDocCommentsAndTags(place.statement).length > 0;
  const comment = hasComment ? '' : docComment({ text: description ?? '', tags: [] }, '');
  const all = [
    ...(toolName === constant ? [] : [`name: ${quote(toolName)}`]),
    ...(description !== undefined && hasComment ? [`description: ${quote(description)}`] : []),
    ...options,
  ];
  const given = all.length === 0 ? text : `{ ${all.join(', ')} }, ${text}`;
  const start = comment.replaceAll('\n', newline) + (isExported ? 'export ' : '');
  const isDefault = 'statement' in place && typescript.isExportAssignment(place.statement);
  const end = isDefault ? `${newline}${newline}export default ${constant};` : '';
  return `${start}const ${constant} = ${importMark('tool')}(${given});${end}`;
}

/** Puts the statement of a tool where the tool was made, or at the top of the file. */
function editsOf({ place, tool }: Candidate, text: string, newline: string): readonly TextEdit[] {
  const source = tool.call.getSourceFile();
  const top = topStatement(tool.call);
  if ('statement' in place && place.statement === top) return [{ start: top.getStart(), end: top.end, text }];
  const start = startOf(top, source);
  const hoisted = { start, end: start, text: text + newline + newline };
  return 'statement' in place
    ? [hoisted, removal(source.text, place.statement.getStart(), place.statement.end)]
    : [hoisted];
}

function defaultsOf({ properties = {} }: JsonSchema = {}): ReadonlyMap<string, string> {
  const members = Object.entries(properties).filter(([, { default: value }]) => value !== undefined);
  return new Map(
    members.map(([name, { default: value }]) => [
      name,
      typeof value === 'string' ? quote(value) : JSON.stringify(value),
    ]),
  );
}

/** Leaves out defaults that the function states. */
function withoutDefaults(
  schema: JsonSchema | undefined,
  stated: ReadonlySet<string>,
): JsonSchema | undefined {
  const members = Object.entries(schema?.properties ?? {}).map(([name, member]) => {
    const { default: _, ...rest } = member;
    return [name, stated.has(name) ? rest : member] as const;
  });
  return schema && { ...schema, properties: Object.fromEntries(members) };
}
