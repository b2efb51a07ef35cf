import type { TextEdit } from '@toolwright/codegen/edits';
import { type Compiler, typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { findTools } from '../find-tools.js';
import { NotMigrated } from '../foreign-tool.js';
import { namesIn } from '../nodes-in.js';
import { isExported, type Note, noteAt, runsLater } from '../notes.js';
import type { SharedKeys } from '../read/read-tool.js';
import {
  containerEdits,
  containerProblem,
  elementOf,
  isForMastra,
  type ToolContainer,
  type UsedTool,
} from './call-sites.js';
import { type Candidate, readCandidate } from './candidate.js';
import { findReferences } from './find-references.js';
import type { PlannedFile, PlannedTool } from './planned-file.js';
import { outermost, topStatement } from './tool-place.js';

/** What a migration reads. */
export interface ProjectSources {
  readonly compiler: Compiler;
  /** The files whose tools are migrated. */
  readonly selected: readonly ts.SourceFile[];
  /** All files of the project, which may use the tools. */
  readonly sources: readonly ts.SourceFile[];
  readonly relative: (file: string) => string;
  /** Returns the specifier for a module of the project, as a file imports it. */
  readonly specifierOf: (from: ts.SourceFile, file: string) => string;
  readonly manifestFile: string;
  /** Tools that must stay as they are, by their calls, with the reason. */
  readonly refused: ReadonlyMap<ts.Node, { readonly node: ts.Node; readonly reason: string }>;
}

/** What a migration will change. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /** Tools that stay as they are. */
  readonly kept: readonly Note[];
  /** What is left to do by hand. */
  readonly byHand: readonly Note[];
  /** Rules that stay in Zod. */
  readonly zod: readonly Note[];
}

/** Decides which tools are migrated, their names, and what becomes of the code that uses them. */
export function planProject(project: ProjectSources): Plan {
  const { compiler, selected, relative } = project;
  const kept: Note[] = [];
  const byFile = new Map<ts.SourceFile, Candidate[]>();
  for (const source of selected) {
    const keys: SharedKeys = new Map();
    for (const found of findTools(source, compiler)) {
      try {
        const refusal = project.refused.get(found.call);
        if (refusal !== undefined) throw new NotMigrated(refusal.node, refusal.reason);
        const candidate = readCandidate(found, compiler, keys);
        byFile.set(source, [...(byFile.get(source) ?? []), candidate]);
      } catch (error) {
        if (!(error instanceof NotMigrated)) throw error;
        kept.push(noteAt(error.node, `${nameOfCall(found.call)} is unchanged: ${error.reason}.`, relative));
      }
    }
  }
  const uses = findUses([...byFile.values()].flat(), project);
  const tools = new Map<ts.SourceFile, readonly PlannedTool[]>();
  for (const [source, candidates] of byFile) tools.set(source, nameTools(source, candidates, uses, compiler));
  const sites = planSites(tools, uses, project);
  const files = [...new Set([...tools.keys(), ...sites.edits.keys()])].map(
    (source): PlannedFile => ({
      source,
      tools: tools.get(source) ?? [],
      edits: sites.edits.get(source) ?? [],
      imports: sites.imports.get(source) ?? new Map(),
    }),
  );
  return { files, kept, byHand: sites.byHand, zod: zodNotes([...byFile.values()].flat(), relative) };
}

function nameOfCall(call: ts.CallExpression | ts.NewExpression): string {
  const { parent } = outermost(call);
  const named = typescript.isVariableDeclaration(parent) || typescript.isPropertyAssignment(parent);
  if (named) return `\`${parent.name.getText()}\``;
  const [first] = call.arguments ?? [];
  return first !== undefined && typescript.isStringLiteralLike(first) ? `\`${first.text}\`` : 'this tool';
}

function zodNotes(candidates: readonly Candidate[], relative: (file: string) => string): Note[] {
  return candidates.flatMap(({ schemas: { rules, outputProblem } }) => [
    ...rules.map(({ node, reason }) => noteAt(node, `Zod stays: ${reason}.`, relative)),
    ...(outputProblem === undefined
      ? []
      : [
          noteAt(
            outputProblem.node,
            `the schema of the result is left out: ${outputProblem.reason}.`,
            relative,
          ),
        ]),
  ]);
}

type Uses = ReadonlyMap<ts.Symbol, readonly ts.Identifier[]>;

function findUses(candidates: readonly Candidate[], { sources, compiler }: ProjectSources): Uses {
  const constants = candidates.flatMap(({ place }) => ('constant' in place ? [place.constant] : []));
  return findReferences(new Set(constants), sources, compiler);
}

/** Gives each tool the name of its constant, and the name that models see. */
function nameTools(
  source: ts.SourceFile,
  candidates: readonly Candidate[],
  uses: Uses,
  compiler: Compiler,
): readonly PlannedTool[] {
  const taken = new Set(namesIn(source).map(({ text }) => text));
  return candidates.map((candidate) => {
    const { place, statedName, tool } = candidate;
    if ('constant' in place) {
      const { constant } = place;
      const key = (uses.get(constant) ?? []).map(keyOfUse).find((one) => one !== undefined);
      const seen = tool.framework === 'langchain' ? statedName : (key ?? statedName);
      const exported =
        place.kind === 'local' || !isExported(constant, source, compiler) || isExportedHere(place.statement);
      return { candidate, constant: constant.name, toolName: seen ?? constant.name, isExported: exported };
    }
    const seen = ('key' in place ? place.key : undefined) ?? statedName ?? 'tool';
    const wanted = camelCase(seen);
    let constant = wanted;
    for (let number = 1; taken.has(constant); number += 1)
      constant = `${wanted}Tool${number === 1 ? '' : number}`;
    taken.add(constant);
    return { candidate, constant, toolName: seen, isExported: true };
  });
}

function isExportedHere(statement: ts.VariableStatement): boolean {
  return statement.modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword) === true;
}

function keyOfUse(use: ts.Identifier): string | undefined {
  const element = elementOf(use);
  if (element === undefined || !typescript.isObjectLiteralElementLike(element)) return undefined;
  const name = element.name;
  return name !== undefined && (typescript.isIdentifier(name) || typescript.isStringLiteral(name))
    ? name.text
    : undefined;
}

const RESERVED =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|let|new|null|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|await)$/;

function camelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9$]+/).filter((word) => word !== '');
  const joined = words
    .map(
      (word, index) =>
        (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
    )
    .join('');
  return joined === '' || /^\d/.test(joined) || RESERVED.test(joined)
    ? `${joined.replace(/^(?=\d)/, 'tool')}Tool`
    : joined;
}

interface Sites {
  readonly edits: Map<ts.SourceFile, TextEdit[]>;
  readonly imports: Map<ts.SourceFile, Map<string, Set<string>>>;
  readonly byHand: Note[];
}

/** Plans the records and lists that offer the tools. */
function planSites(
  tools: ReadonlyMap<ts.SourceFile, readonly PlannedTool[]>,
  uses: Uses,
  project: ProjectSources,
): Sites {
  const sites: Sites = { edits: new Map(), imports: new Map(), byHand: [] };
  const containers = new Map<ToolContainer['node'], UsedTool[]>();
  const add = (element: ts.Node, planned: PlannedTool, file: ts.SourceFile): boolean => {
    const node = element.parent;
    if (!typescript.isObjectLiteralExpression(node) && !typescript.isArrayLiteralExpression(node))
      return false;
    const { constant, toolName, candidate } = planned;
    const used = { element, constant, toolName, framework: candidate.tool.framework, file: file.fileName };
    containers.set(node, [...(containers.get(node) ?? []), used]);
    return true;
  };
  for (const [source, planned] of tools) {
    for (const one of planned) {
      const { place } = one.candidate;
      if (place.kind === 'statement')
        sites.byHand.push(
          noteAt(
            place.statement,
            `serve \`${one.constant}\` from a registry, for example with \`serveMcp\`.`,
            project.relative,
          ),
        );
      else if (place.kind === 'element') add(place.element, one, source);
      else
        for (const use of uses.get(place.constant) ?? []) {
          const element = elementOf(use);
          if (element === undefined || !add(element, one, source))
            sites.byHand.push(noteAt(use, `\`${use.text}\` is a function now.`, project.relative));
        }
    }
  }
  for (const [node, used] of containers) planContainer({ node, tools: used }, tools, sites, project);
  return sites;
}

function planContainer(
  container: ToolContainer,
  tools: ReadonlyMap<ts.SourceFile, readonly PlannedTool[]>,
  sites: Sites,
  project: ProjectSources,
): void {
  const { node } = container;
  const source = node.getSourceFile();
  const problem = containerProblem(container);
  if (problem !== undefined) {
    sites.byHand.push(noteAt(node, `offer these tools from a registry: ${problem}.`, project.relative));
    return;
  }
  const isLazy = tools.has(source) && !runsLater(node);
  const calls = isLazy ? lazyCalls(node, project) : [];
  if (calls === undefined) {
    const text =
      'offer these tools from a registry in another file: this one must not read the manifest while it loads.';
    sites.byHand.push(noteAt(node, text, project.relative));
    return;
  }
  for (const edit of [{ file: source, edits: containerEdits(container, isLazy) }, ...calls])
    sites.edits.set(edit.file, [...(sites.edits.get(edit.file) ?? []), ...edit.edits]);
  for (const { parent: member } of usesOfContainer(node, project))
    if (typescript.isPropertyAccessExpression(member) && container.tools.some(({ toolName }) => toolName === member.name.text))
      sites.byHand.push(noteAt(member, `\`${member.getText()}\` may be absent, as far as the compiler knows.`, project.relative));
  const imports = sites.imports.get(source) ?? new Map<string, Set<string>>();
  sites.imports.set(source, imports);
  const wants = (module: string, name: string) =>
    imports.set(module, (imports.get(module) ?? new Set()).add(name));
  const isList = typescript.isArrayLiteralExpression(node);
  wants('toolwright', 'ToolRegistry');
  if (isForMastra(container)) wants('@mastra/core/agent', 'type ToolsInput');
  wants(`@toolwright/adapters/${isList ? 'langchain' : 'ai-sdk'}`, isList ? 'toLangChainTools' : 'toAiTools');
  for (const { file, constant } of container.tools)
    if (file !== source.fileName && !importsName(source, constant))
      wants(project.specifierOf(source, file), constant);
  wants(project.specifierOf(source, project.manifestFile), 'manifest');
}

function importsName(source: ts.SourceFile, name: string): boolean {
  return source.statements.some(
    (one) =>
      typescript.isImportDeclaration(one) &&
      new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(one.getText()),
  );
}

/** Finds the uses of the constant that a record is the value of. */
function usesOfContainer(node: ts.Node, { compiler, sources }: ProjectSources): readonly ts.Identifier[] {
  const { parent } = outermost(node);
  if (!typescript.isVariableDeclaration(parent)) return [];
  const symbol = compiler.checker.getSymbolAtLocation(parent.name);
  return symbol === undefined ? [] : (findReferences(new Set([symbol]), sources, compiler).get(symbol) ?? []);
}

/**
 * Returns the edits that make calls of all uses of a constant record, which becomes a function.
 * @returns undefined if the record is no constant of its own, or is used as a type
 */
function lazyCalls(
  node: ts.Node,
  { compiler, sources }: ProjectSources,
): readonly { readonly file: ts.SourceFile; readonly edits: readonly TextEdit[] }[] | undefined {
  const { parent } = outermost(node);
  const isTop =
    typescript.isVariableDeclaration(parent) && typescript.isSourceFile(topStatement(parent).parent);
  if (!isTop || outermost(node) !== node || parent.type !== undefined) return undefined;
  const symbol = compiler.checker.getSymbolAtLocation(parent.name);
  if (symbol === undefined || !typescript.isIdentifier(parent.name)) return undefined;
  const uses = findReferences(new Set([symbol]), sources, compiler).get(symbol) ?? [];
  if (uses.some(({ parent: by }) => typescript.isTypeQueryNode(by) || typescript.isExportAssignment(by)))
    return undefined;
  return uses.map((use) => {
    const isShort = typescript.isShorthandPropertyAssignment(use.parent);
    return {
      file: use.getSourceFile(),
      edits: [{ start: use.end, end: use.end, text: isShort ? `: ${use.text}()` : '()' }],
    };
  });
}
