import { type CountedTools, type LintSettings, lintTools } from '@toolwright/lint';
import { type ProjectOptions, withoutOwnFiles } from '@toolwright/program';
import type { ParsedLib } from '@toolwright/program/compiler';
import { type Diagnostic, joinDiagnostics } from '@toolwright/program/diagnostics';
import type { Proof } from '../effects/proof.js';
import { listTools, type ToolInspection } from '../reading/inspect-tools.js';
import { joinReadings } from '../reading/join-readings.js';
import { readProject } from '../reading/read-project.js';
import { findProviders } from '../signature/report-providers.js';

/** Options of `lint`: the project, the allowed cost of its tools, and what else is checked. */
export interface LintOptions
  extends Pick<ProjectOptions, 'cwd' | 'project' | 'include' | 'exclude'>,
    Omit<LintSettings, 'providers'> {
  /** The dialects for which the tokens of tools are counted. Default: none. */
  readonly providers?: readonly string[] | undefined;
}

/** The findings of a run, and the cost of its tools. */
export interface LintRun extends CountedTools {
  /** The findings of lint and the errors of codegen, sorted by file and position. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute; the paths of tools and diagnostics are relative to it. */
  readonly projectDir: string;
}

/**
 * Implements `lint`.
 * @param parsedLib Parsed declarations of the standard library, which several runs may share.
 * @param proof The hints that the code of the tools proves. Default: none.
 */
export function lintProject(options: LintOptions, parsedLib: ParsedLib = new Map(), proof?: Proof): LintRun {
  const { cwd, project, include, exclude } = options;
  const providers = findProviders(options.providers ?? []);
  const read = { cwd, project, include, exclude };
  let inspection: ToolInspection | undefined;
  const { project: found } = readProject(read, {
    disk: withoutOwnFiles(read),
    parsedLib,
    keepsBodies: true,
    inspect: (seen) => {
      inspection = seen;
    },
  });
  const { projectDir, readings, syntaxErrors, decoratorProblems } = found;
  if (inspection === undefined) return { tools: [], totals: {}, diagnostics: syntaxErrors, projectDir };
  const joined = joinReadings(readings, decoratorProblems);
  const linted = lintTools(listTools(joined, inspection, proof), inspection, { ...options, providers });
  const errors = joined.diagnostics.filter(({ severity }) => severity === 'error');
  return { ...linted, diagnostics: joinDiagnostics([...errors, ...linted.diagnostics]), projectDir };
}
