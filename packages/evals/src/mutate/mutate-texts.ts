import path from 'node:path';
import type { ToolSpec } from '@toolwright/contract';
import { readJson } from '@toolwright/json';
import type { Eval, EvalBudget } from '../define/define-eval.js';
import type { EvalRecord } from '../records/eval-record.js';
import type { EvalReport } from '../report/eval-report.js';
import { type RunEvalOptions, runEval } from '../run/run-eval.js';
import { type TextChange, textChanges } from './text-changes.js';
import { SeenTools } from './tools-change.js';

/** What a text is worth: the share of passed attempts with it and without it. */
export interface TextEffect extends Omit<TextChange, 'change'> {
  /** The cases whose runs called the tool. */
  readonly cases: number;
  /** Null if there are no results. */
  readonly before: number | null;
  readonly after: number | null;
}

/** The tools and parameters that no case uses. */
export interface Coverage {
  readonly tools: number;
  readonly parameters: number;
  readonly unusedTools: readonly string[];
  /** As `tool.parameter`, of the tools that are used. */
  readonly unusedParameters: readonly string[];
}

/** The report of {@link mutateTexts}. */
export interface TextReport {
  readonly eval: string;
  /** The results with the texts as they are. */
  readonly report: EvalReport;
  readonly effects: readonly TextEffect[];
  readonly coverage: Coverage;
  /** Changes that were not tried, because the eval was interrupted or ran out of budget. */
  readonly notTried: number;
}

/**
 * Runs an eval once as it is, and once for each text of the tools that its runs call: with the text removed, and with that of another tool or parameter.
 * Runs only the cases whose runs called the tool. The agent must wrap its tools: `attempt.tools(registry)`.
 * @throws ToolwrightError as `runEval`
 */
export async function mutateTexts(definition: Eval, options: RunEvalOptions): Promise<TextReport> {
  const rest = new RestOfBudget(options.now ?? Date.now);
  const seen = new SeenTools();
  let records: readonly EvalRecord[] = [];
  const onRecords = (found: readonly EvalRecord[]) => {
    records = found;
  };
  const report = await runEval(definition, { ...options, change: seen, onRecords });
  rest.add(report);
  const given = options.settings?.budget ?? definition.budget ?? {};
  const specs = [...seen.specs.values()];
  const callers = callersOf(records);
  const changes = specs.filter(({ name }) => callers.has(name)).flatMap((spec) => textChanges(spec, specs));
  const effects: TextEffect[] = [];
  for (const [index, { change, ...text }] of changes.entries()) {
    const budget = rest.of(given);
    if (options.signal?.aborted || budget === undefined) break;
    const caseIds = [...(callers.get(text.tool) ?? [])];
    const folder = path.join(options.folder, 'mutations', String(index + 1));
    const changed = await runEval(definition, {
      ...options,
      change,
      caseIds,
      tags: undefined,
      folder,
      baseline: undefined,
      settings: { ...options.settings, budget },
    });
    rest.add(changed);
    if (changed.totals.skipped > 0) break;
    effects.push({
      ...text,
      cases: caseIds.length,
      before: passRate(report, caseIds),
      after: changed.totals.passRate,
    });
  }
  return {
    ...{ eval: definition.name, report, effects },
    coverage: coverageOf(specs, records),
    notTried: changes.length - effects.length,
  };
}

/** What several runs of an eval have left of one budget. */
class RestOfBudget {
  readonly #now: () => number;
  readonly #started: number;
  #tokens = 0;
  #cost = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.#started = now();
  }

  add({ cases }: EvalReport): void {
    for (const { cached, tokens = 0, cost = 0 } of cases.flatMap(({ attempts }) => attempts)) {
      if (cached) continue;
      this.#tokens += tokens;
      this.#cost += cost;
    }
  }

  /** Returns undefined if a part of it is spent. */
  of({ tokens, cost, durationMs }: EvalBudget): EvalBudget | undefined {
    const rest = {
      ...(tokens !== undefined && { tokens: tokens - this.#tokens }),
      ...(cost !== undefined && { cost: cost - this.#cost }),
      ...(durationMs !== undefined && { durationMs: durationMs - (this.#now() - this.#started) }),
    };
    return Object.values(rest).some((value) => value <= 0) ? undefined : rest;
  }
}

/** Returns the cases whose runs called a tool, by tool. */
function callersOf(records: readonly EvalRecord[]): ReadonlyMap<string, ReadonlySet<string>> {
  const callers = new Map<string, Set<string>>();
  for (const { caseId, run } of records)
    for (const { name } of run?.calls ?? []) callers.set(name, (callers.get(name) ?? new Set()).add(caseId));
  return callers;
}

function passRate({ cases }: EvalReport, ids: readonly string[]): number | null {
  const wanted = new Set(ids);
  const attempts = cases.flatMap(({ id, attempts: own }) => (wanted.has(id) ? own : []));
  const passed = attempts.filter(({ status }) => status === 'passed').length;
  const scored = attempts.filter(({ status }) => status === 'passed' || status === 'failed').length;
  return scored === 0 ? null : passed / scored;
}

function coverageOf(specs: readonly ToolSpec[], records: readonly EvalRecord[]): Coverage {
  const used = new Map<string, Set<string>>();
  for (const { name, arguments: text } of records.flatMap(({ run }) => run?.calls ?? [])) {
    const names = used.get(name) ?? new Set();
    used.set(name, names);
    const read = readJson(text);
    // Long arguments are cut in the record.
    const found =
      read.ok && typeof read.value === 'object' && read.value !== null
        ? Object.keys(read.value)
        : keysIn(text);
    for (const key of found) names.add(key);
  }
  const parameters = specs.flatMap(({ name, parameters: { properties = {} } }) =>
    Object.keys(properties).map((key) => ({ tool: name, key })),
  );
  return {
    ...{ tools: specs.length, parameters: parameters.length },
    unusedTools: specs.flatMap(({ name }) => (used.has(name) ? [] : name)),
    unusedParameters: parameters.flatMap(({ tool, key }) =>
      used.get(tool)?.has(key) === false ? `${tool}.${key}` : [],
    ),
  };
}

function keysIn(text: string): readonly string[] {
  return [...text.matchAll(/"([^"\\]+)"\s*:/g)].flatMap(([, key]) => key ?? []);
}
