import type { Dialect } from '@toolwright/json-schema';
import { type Finding, type Inspection, silence } from '@toolwright/program/compiler';
import { type Diagnostic, getRule } from '@toolwright/program/diagnostics';
import { checkBudget, type TokenBudget } from './checks/budget.js';
import { checkContradictions } from './checks/contradictions.js';
import { checkDirectories, type Directory } from './checks/directories.js';
import { checkHandoffs } from './checks/handoffs.js';
import { checkNames } from './checks/names.js';
import { checkParameters } from './checks/parameters.js';
import { checkPrompts } from './checks/prompts.js';
import { checkToolDescriptions } from './checks/tool-descriptions.js';
import { type CountedTools, countTools } from './count-tools.js';
import { foldFindings } from './fold-findings.js';
import type { LintTool } from './lint-tool.js';

/** The settings for counting tokens, the token budget, and what else is checked. */
export interface LintSettings {
  /** The dialects for which the tokens of tools are counted. */
  readonly providers: readonly Dialect[];
  /** Counts the tokens of a text. Default: nothing is counted. */
  readonly countTokens?: ((text: string) => number) | undefined;
  /** The maximum number of tokens of one tool and of all tools, for each provider. Default: no limit. */
  readonly budget?: TokenBudget | undefined;
  /** The directories that should accept the tools. Default: none. */
  readonly directories?: readonly Directory[] | undefined;
}

export interface LintResult extends CountedTools {
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks the text that models read from a program's tools, prompts and handoffs. */
export function lintTools(
  tools: readonly LintTool[],
  inspection: Inspection,
  { providers, countTokens, budget = {}, directories = [] }: LintSettings,
): LintResult {
  const counted = countTools(tools, providers, countTokens);
  const findings: Finding[] = [
    ...checkToolDescriptions(tools),
    ...checkParameters(tools, inspection.context),
    ...checkContradictions(tools, inspection.context),
    ...checkNames(tools),
    ...checkPrompts(tools, inspection),
    ...checkHandoffs(inspection),
    ...checkBudget(tools, counted, budget),
    ...checkDirectories(tools, directories),
  ];
  const left = foldFindings(silence(findings, inspection));
  return { ...counted, diagnostics: left.map((finding) => toDiagnostic(finding, inspection)) };
}

function toDiagnostic({ code, node, message, hint, tool }: Finding, { collector }: Inspection): Diagnostic {
  const { severity, fix } = getRule(code);
  return {
    code,
    severity,
    message,
    hint: hint ?? fix,
    ...(node === undefined ? {} : collector.placeOf(node)),
    ...(tool === undefined ? {} : { tool }),
  };
}
