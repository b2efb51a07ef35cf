import type { ParsedLib } from '../compiler/compiler-host.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { joinDiagnostics } from '../diagnostics/join-diagnostics.js';
import { getRule } from '../diagnostics/rules.js';
import type { GenerateOptions } from '../generate-options.js';
import { withoutOwnFiles } from '../layout.js';
import type { Inspection } from '../reading/inspection.js';
import { joinReadings } from '../reading/join-readings.js';
import { readProject } from '../reading/read-project.js';
import { findProviders } from '../signature/report-providers.js';
import { checkBudget, type TokenBudget } from './checks/budget.js';
import { checkContradictions } from './checks/contradictions.js';
import { checkHandoffs } from './checks/handoffs.js';
import { checkNames } from './checks/names.js';
import { checkParameters } from './checks/parameters.js';
import { checkPrompts } from './checks/prompts.js';
import { checkToolDescriptions } from './checks/tool-descriptions.js';
import { type CountedTools, countTools } from './count-tools.js';
import type { Finding } from './finding.js';
import { foldFindings } from './fold-findings.js';
import { listTools } from './lint-tool.js';
import { silence } from './silence.js';

/** Options of `lint`: which project to read, and what its tools may cost. */
export interface LintOptions extends Pick<GenerateOptions, 'cwd' | 'project' | 'include' | 'exclude'> {
  /** Names of the dialects in whose form tools are counted. Default: none. */
  readonly providers?: readonly string[] | undefined;
  /** The tokens of a text. Default: nothing is counted. */
  readonly countTokens?: ((text: string) => number) | undefined;
  /** What a tool, and all tools together, may take in the form of each provider. Default: no limit. */
  readonly budget?: TokenBudget | undefined;
}

/** The findings of a run, and what its tools cost. */
export interface LintRun extends CountedTools {
  /** By file and place: the findings of lint, and the errors of codegen. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute; the files of tools and diagnostics are relative to it. */
  readonly projectDir: string;
}

/** The work of `lint`. @param parsedLib Parsed declarations of the standard library, which several runs share. */
export function lintProject(options: LintOptions, parsedLib: ParsedLib = new Map()): LintRun {
  const { cwd, project, include, exclude, countTokens, budget = {} } = options;
  const providers = findProviders(options.providers ?? []);
  const read = { cwd, project, include, exclude };
  let inspection: Inspection | undefined;
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
  const tools = listTools(joined, inspection);
  const counted = countTools(tools, providers, countTokens);
  const findings: Finding[] = [
    ...checkToolDescriptions(tools),
    ...checkParameters(tools, inspection.context),
    ...checkContradictions(tools, inspection.context),
    ...checkNames(tools),
    ...checkPrompts(tools, inspection),
    ...checkHandoffs(inspection),
    ...checkBudget(tools, counted, budget),
  ];
  const { diagnostics } = reportFindings(foldFindings(silence(findings, inspection)), inspection);
  const errors = joined.diagnostics.filter(({ severity }) => severity === 'error');
  return { ...counted, diagnostics: joinDiagnostics([...errors, ...diagnostics]), projectDir };
}

function reportFindings(
  findings: readonly Finding[],
  { collector }: Inspection,
): { readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics = findings.map(({ code, node, message, hint, tool }): Diagnostic => {
    const { severity, fix } = getRule(code);
    return {
      code,
      severity,
      message,
      hint: hint ?? fix,
      ...(node === undefined ? {} : collector.placeOf(node)),
      ...(tool === undefined ? {} : { tool }),
    };
  });
  return { diagnostics };
}
