import {
  isToolwrightError,
  type JsonValue,
  type ToolSpec,
  ToolwrightError,
  toolHints,
  unknownTool,
} from '@toolwright/contract';
import type { ToolRegistry } from '@toolwright/tools';
import { SchemaValidator } from '@toolwright/tools/validation';
import { argumentsOf } from '../arbitrary/arbitrary.js';
import { type FastCheck, fastCheck } from '../arbitrary/fast-check.js';
import { findProblem, type ToolProblem } from './find-problem.js';
import { type SkippedTool, type ToolFinding, ToolsReport } from './tools-report.js';

/** Options of {@link checkTools}. */
export interface CheckToolsOptions {
  /** The calls of each tool. Default 50. */
  readonly runs?: number | undefined;
  /** Default: random. The report has it. */
  readonly seed?: number | undefined;
  /** The tools to check, also such that change something. Default: all that are marked or proved read-only. */
  readonly only?: readonly string[] | undefined;
  /** The context of the calls, for tools that take one. */
  readonly context?: unknown;
  /** The time in milliseconds after which a call counts as hanging. Default 5000. */
  readonly timeoutMs?: number | undefined;
  /** The names of errors that a tool may throw, by tool: `{ book: ['NotFoundError'] }`. Default: none. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The part of a registry that is used. */
export type CheckedRegistry = Pick<ToolRegistry, 'listTools' | 'execute' | 'get' | 'has'>;

/** Bounds the calls for finding a smaller failing one. Hanging calls take long. */
const MAX_SMALLER = { hang: 20, other: 500 };

/**
 * Calls each read-only tool with generated arguments, checks the results against the output schemas, and reports crashes, wrong results,
 * hangs and undeclared errors, each with the smallest call that shows it. Needs the package fast-check. Only one call runs at a time.
 * @returns Rejects with `MISSING_PACKAGE`, with `INVALID_CONFIG` for options that check nothing, and with `UNKNOWN_TOOL` for a name in `only`
 * or `errors`.
 */
export async function checkTools(
  registry: CheckedRegistry,
  options: CheckToolsOptions = {},
): Promise<ToolsReport> {
  checkOptions(options);
  const { seed = fastCheck().sample(fastCheck().integer(), 1)[0] ?? 0 } = options;
  const specs = registry.listTools();
  const named = [...(options.only ?? []), ...Object.keys(options.errors ?? {})];
  const unknown = named.find((name) => !registry.has(name));
  if (unknown !== undefined) throw unknownTool(unknown, specs);
  const checked: string[] = [];
  const skipped: SkippedTool[] = [];
  const findings: ToolFinding[] = [];
  for (const spec of specs) {
    const reason = whySkipped(spec, options);
    if (reason !== undefined) {
      skipped.push({ tool: spec.name, reason });
      continue;
    }
    try {
      const { calls, finding } = await checkTool(registry, spec, { ...options, seed });
      if (calls === 0) skipped.push({ tool: spec.name, reason: 'got no call' });
      else checked.push(spec.name);
      if (finding !== undefined) findings.push(finding);
    } catch (error) {
      if (!isToolwrightError(error) || error.code !== 'UNSUPPORTED') throw error;
      skipped.push({ tool: spec.name, reason: error.message });
    }
  }
  return new ToolsReport({ seed, checked, skipped, findings });
}

/**
 * Calls a tool once, like {@link checkTools}.
 * @returns What is wrong; undefined for a call that succeeds, or fails with a declared error. Rejects with `UNKNOWN_TOOL`.
 */
export async function checkCall(
  registry: CheckedRegistry,
  name: string,
  args: JsonValue,
  {
    context,
    timeoutMs = 5000,
    errors = {},
  }: Pick<CheckToolsOptions, 'context' | 'timeoutMs' | 'errors'> = {},
): Promise<ToolProblem | undefined> {
  const spec = registry.get(name);
  if (spec === undefined) throw unknownTool(name, registry.listTools());
  // As text, so that no call sees what the tool did to the arguments of another.
  const outcome = await registry.execute(name, JSON.stringify(args), { context, timeoutMs });
  const output = spec.output === undefined ? undefined : new SchemaValidator(spec.output);
  return findProblem(outcome, { output, declared: Object.hasOwn(errors, name) ? (errors[name] ?? []) : [] });
}

const OPTIONS: Readonly<Record<keyof CheckToolsOptions, true>> = {
  ...{ runs: true, seed: true, only: true, context: true, timeoutMs: true, errors: true },
};

/** A check of nothing passes, so a slip must not lead to one. */
function checkOptions(options: CheckToolsOptions): void {
  const { runs = 1, seed = 1, timeoutMs = 1, only, errors = {} } = options;
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  const problems: readonly (readonly [boolean, string])[] = [
    [unknown !== undefined, `No option '${unknown}'. Possible: ${Object.keys(OPTIONS).join(', ')}.`],
    [!(Number.isSafeInteger(runs) && runs > 0), `runs must be a whole number above 0, not ${runs}.`],
    [!Number.isSafeInteger(seed), `seed must be a whole number, not ${seed}.`],
    [!(timeoutMs > 0), `timeoutMs must be above 0, not ${timeoutMs}.`],
    [
      only !== undefined && !(Array.isArray(only) && only.length > 0),
      'only must be a list of at least one tool.',
    ],
    [!Object.values(errors).every(Array.isArray), 'errors must have a list of names for each tool.'],
  ];
  const [, problem] = problems.find(([isWrong]) => isWrong) ?? [];
  if (problem !== undefined) throw new ToolwrightError('INVALID_CONFIG', problem, { blame: 'developer' });
}

function whySkipped(spec: ToolSpec, { only, context }: CheckToolsOptions): string | undefined {
  if (only !== undefined && !only.includes(spec.name)) return "is not listed in 'only'";
  if (spec.needsContext && context === undefined) return "takes a context: pass the option 'context'";
  const { readOnly } = toolHints(spec);
  if (only !== undefined || readOnly === true) return undefined;
  const why = readOnly === false ? 'changes something' : 'is neither marked nor proved read-only';
  return `${why}: name it in 'only' to run it`;
}

async function checkTool(
  registry: CheckedRegistry,
  spec: ToolSpec,
  options: CheckToolsOptions & { readonly seed: number },
): Promise<{ readonly calls: number; readonly finding: ToolFinding | undefined }> {
  const fc = fastCheck();
  const { runs = 50, seed } = options;
  let smallest: { readonly args: JsonValue; readonly problem: ToolProblem } | undefined;
  let smaller = 0;
  let calls = 0;
  const property: FastCheck.IAsyncProperty<[JsonValue]> = fc.asyncProperty(
    argumentsOf(spec.parameters, spec.name),
    async (args) => {
      if (smallest !== undefined) {
        const limit = smallest.problem.kind === 'hang' ? MAX_SMALLER.hang : MAX_SMALLER.other;
        if (++smaller > limit) return true;
      }
      calls += 1;
      const problem = await checkCall(registry, spec.name, args, options);
      // Only a smaller call with the same problem is the same finding.
      if (problem === undefined || (smallest !== undefined && smallest.problem.kind !== problem.kind))
        return true;
      smallest = { args, problem };
      return false;
    },
  );
  const { failed, errorInstance } = await fc.check(property, { numRuns: runs, seed });
  if (failed && smallest === undefined) throw errorInstance;
  const finding =
    smallest === undefined ? undefined : { tool: spec.name, arguments: smallest.args, ...smallest.problem };
  return { calls, finding };
}
