import { shortenText } from '@toolwright/contract';
import { typescript, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { findTools } from '../find-tools.js';
import { type ForeignTool, NotMigrated } from '../foreign-tool.js';
import { type Note, noteAt } from '../notes.js';
import type { SharedKeys } from '../read/read-tool.js';
import { hasMarks } from '../write/import-marks.js';
import { type Candidate, readCandidate } from './candidate.js';
import { findChanged, findReferences } from './find-references.js';
import { findStart } from './find-start.js';
import { followLoading } from './loading.js';
import { nameTools } from './name-tools.js';
import { planSites, type Sites } from './plan-sites.js';
import type { PlannedFile } from './planned-file.js';
import type { ProjectSources } from './project-sources.js';
import { pushTo } from './push-to.js';

/** What a migration will change. */
export interface Plan extends Pick<Sites, 'byHand' | 'refused'> {
  readonly files: readonly PlannedFile[];
  /** Tools that stay as they are. */
  readonly kept: readonly Note[];
  /** Rules that stay in Zod. */
  readonly zod: readonly Note[];
}

/** Decides which tools are migrated, their names, and what becomes of the code that uses them. */
export function planProject(project: ProjectSources): Plan {
  const { compiler, sources, relative } = project;
  const { byFile, kept } = readCandidates(project);
  const candidates = [...byFile.values()].flat();
  const constants = candidates.flatMap(({ place }) => ('constant' in place ? [place.constant] : []));
  const uses = findReferences(constants, sources, compiler);
  const tools = new Map([...byFile].map(([source, own]) => [source, nameTools(source, own, uses)]));
  const loading = followLoading(
    [...project.loaded, ...[...tools.keys()].map(({ fileName }) => fileName)],
    compiler,
  );
  const { edits, byHand, refused } = planSites(tools, uses, loading, project);
  const before = followLoading(project.loaded, compiler).files;
  for (const source of sources.filter(({ fileName: file }) => loading.files.has(file) && !before.has(file))) {
    const start = findStart(source, compiler);
    if (start !== undefined)
      byHand.push(
        noteAt(start, `the manifest imports this file, and so runs \`${firstLine(start)}\`.`, relative),
      );
  }
  const files = [...new Set([...tools.keys(), ...edits.keys()])].map(
    (source): PlannedFile => ({ source, tools: tools.get(source) ?? [], edits: edits.get(source) ?? [] }),
  );
  const zod = candidates.flatMap(({ schemas: { rules, outputProblem: lost } }) => [
    ...rules.map(({ node, reason }) => noteAt(node, `Zod stays: ${reason}.`, relative)),
    ...(lost ? [noteAt(lost.node, `the schema of the result is left out: ${lost.reason}.`, relative)] : []),
  ]);
  for (const { candidate, toolName } of [...tools.values()].flat()) {
    const { tool, statedName } = candidate;
    if (statedName !== undefined && statedName !== toolName)
      byHand.push(
        noteAt(
          tool.name ?? tool.call,
          `the name '${statedName}' is left out: models know this tool as '${toolName}'.`,
          relative,
        ),
      );
  }
  return { files, kept, byHand, zod, refused };
}

/** Leaves out the schema of the result if the function would not compile with it. */
function withoutProblem(candidate: Candidate, { withoutOutput }: ProjectSources): Candidate {
  const { tool, schemas } = candidate;
  const reason = withoutOutput.get(tool.call);
  if (reason === undefined) return candidate;
  const outputProblem = { node: tool.output ?? tool.call, reason };
  return { ...candidate, schemas: { ...schemas, output: undefined, outputProblem } };
}

function readCandidates(project: ProjectSources): {
  readonly byFile: ReadonlyMap<ts.SourceFile, readonly Candidate[]>;
  readonly kept: Note[];
} {
  const { compiler, selected, relative, refused } = project;
  const kept: Note[] = [];
  const byFile = new Map<ts.SourceFile, Candidate[]>();
  for (const source of selected) {
    const keys: SharedKeys = new Map();
    const problem = fileProblem(source);
    const start = findStart(source, compiler);
    for (const found of findTools(source, compiler)) {
      const { call } = found;
      try {
        const refusal = refused.get(call);
        if (refusal !== undefined) throw refusal;
        if (problem) throw new NotMigrated(call, problem);
        const candidate = withoutProblem(readCandidate(found, compiler, keys), project);
        refuseChanged(candidate.tool, project);
        // A server of MCP tools is written anew.
        if (start !== undefined && candidate.tool.framework !== 'mcp')
          throw new NotMigrated(
            start,
            `its file runs \`${firstLine(start)}\` while it loads, and the manifest would import it`,
          );
        pushTo(byFile, source, candidate);
      } catch (error) {
        if (!(error instanceof NotMigrated)) throw error;
        kept.push(noteAt(error.node, `${nameOfCall(call)} is unchanged: ${error.reason}.`, relative));
      }
    }
  }
  return { byFile, kept };
}

/** Returns why no tool of a file can be migrated. */
function fileProblem({ fileName, text, statements }: ts.SourceFile): string | undefined {
  if (/\.[cm]?jsx?$/.test(fileName)) return 'JavaScript has no types';
  if (hasMarks(text)) return 'its file has names that a migration needs';
  const [directive] = statements.flatMap((one) =>
    typescript.isExpressionStatement(one) && typescript.isStringLiteral(one.expression)
      ? (/^use (?:server|client|cache)\b/.exec(one.expression.text)?.[0] ?? [])
      : [],
  );
  return directive && `\`'${directive}'\` changes what its file exports`;
}

function firstLine(node: ts.Node): string {
  return shortenText(node.getText().replace(/\n[\s\S]*/, ' …'), 60, '…');
}

function refuseChanged(tool: ForeignTool, { changed, compiler }: ProjectSources): void {
  const { framework: _, call: _call, handler: _handler, ...read } = tool;
  for (const one of Object.values(read)) {
    const found = findChanged(one, changed, compiler);
    if (found !== undefined) throw new NotMigrated(found, `\`${found.text}\` is changed at run time`);
  }
}

function nameOfCall(call: ForeignTool['call']): string {
  const { parent } = wrapped(call, typescript);
  const named = typescript.isVariableDeclaration(parent) || typescript.isPropertyAssignment(parent);
  if (named) return `\`${parent.name.getText()}\``;
  const [first] = ('arguments' in call && call.arguments) || [];
  return first !== undefined && typescript.isStringLiteralLike(first) ? `\`${first.text}\`` : 'this tool';
}
