import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { findTools } from '../find-tools.js';
import { NotMigrated } from '../foreign-tool.js';
import { type Note, noteAt } from '../notes.js';
import type { SharedKeys } from '../read/read-tool.js';
import { wantedImports } from '../write/import-marks.js';
import { type Candidate, readCandidate } from './candidate.js';
import { findChanged } from './changed-constants.js';
import { findReferences, type References } from './find-references.js';
import { nameTools } from './name-tools.js';
import { planSites, type Sites } from './plan-sites.js';
import type { PlannedFile, PlannedTool } from './planned-file.js';
import type { ProjectSources } from './project-sources.js';
import { pushTo } from './push-to.js';
import { outermost } from './tool-place.js';

/** What a migration will change. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /** Tools that stay as they are. */
  readonly kept: readonly Note[];
  /** What is left to do by hand. */
  readonly byHand: readonly Note[];
  /** Rules that stay in Zod. */
  readonly zod: readonly Note[];
  /** Tools that turned out to stay as they are. */
  readonly refused: Sites['refused'];
}

/** Decides which tools are migrated, their names, and what becomes of the code that uses them. */
export function planProject(project: ProjectSources): Plan {
  const { compiler, selected, relative } = project;
  const kept: Note[] = [];
  const byFile = new Map<ts.SourceFile, Candidate[]>();
  for (const source of selected) {
    const keys: SharedKeys = new Map();
    const hasMarks = wantedImports(source.text).size > 0;
    for (const found of findTools(source, compiler)) {
      try {
        const refusal = project.refused.get(found.call);
        if (refusal !== undefined) throw new NotMigrated(refusal.node, refusal.reason);
        if (hasMarks) throw new NotMigrated(found.call, 'its file has names that a migration needs');
        if (/\.[cm]?jsx?$/.test(source.fileName))
          throw new NotMigrated(found.call, 'JavaScript has no types');
        const candidate = readCandidate(found, compiler, keys);
        const { input, output, description, title, name, hints } = candidate.tool;
        for (const read of [input, output, description, title, name, hints]) {
          const changed = findChanged(read, project.changed, compiler);
          if (changed !== undefined)
            throw new NotMigrated(changed, `\`${changed.text}\` is changed at run time`);
        }
        pushTo(byFile, source, candidate);
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
    }),
  );
  const zod = zodNotes([...byFile.values()].flat(), relative);
  return { files, kept, byHand: sites.byHand, zod, refused: sites.refused };
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

function findUses(candidates: readonly Candidate[], { sources, compiler }: ProjectSources): References {
  const constants = candidates.flatMap(({ place }) => ('constant' in place ? [place.constant] : []));
  return findReferences(new Set(constants), sources, compiler);
}
