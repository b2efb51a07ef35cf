import { setMaxListeners } from 'node:events';
import type { Usage } from '@toolwright/contract';
import type { Baseline } from '../compare/baseline.js';
import { loadCases } from '../dataset/load-cases.js';
import type { Eval, EvalSettings } from '../define/define-eval.js';
import type { ToolsChange } from '../mutate/tools-change.js';
import type { EvalRecord } from '../records/eval-record.js';
import { maskOf } from '../records/mask-of.js';
import { RecordStore } from '../records/record-store.js';
import { buildReport } from '../report/build-report.js';
import type { EvalReport } from '../report/eval-report.js';
import { SpentBudget } from './budget.js';
import { copyContext } from './copy-context.js';
import { type Fingerprint, findFingerprint } from './fingerprint.js';
import { type EvalPlan, planEval, type Selection } from './plan-eval.js';
import { prepareScorers } from './prepare-scorers.js';
import { type PlannedAttempt, runAttempt } from './run-attempt.js';
import { type ScoringSettings, scoreAttempt } from './score-attempt.js';
import { withTimeLimit } from './time-limit.js';
import { addUsage, boundedError, maskRecord, NO_USAGE, recordRun } from './to-record.js';
import { toolsFor } from './tools-for.js';

/** Options of {@link runEval}. */
export interface RunEvalOptions extends Selection {
  /** The folder for records, events and the report. */
  readonly folder: string;
  /** The folder that datasets are relative to. Default: the current one. */
  readonly base?: string | undefined;
  /** Settings that replace those of the eval. */
  readonly settings?: Pick<EvalSettings, 'concurrency' | 'repetitions' | 'budget'> | undefined;
  /** Whether scored attempts of earlier runs are used if nothing has changed. Default: true. */
  readonly cache?: boolean | undefined;
  /** Whether a run that did not end is continued. Default: true. */
  readonly resume?: boolean | undefined;
  readonly baseline?: Baseline | undefined;
  /** Ends the eval. What has not run is skipped, and the next run continues. */
  readonly signal?: AbortSignal | undefined;
  /** Returns milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** The wait before the first retry; it doubles. Default: 1,000. */
  readonly retryDelayMs?: number | undefined;
  /** Receives what is of interest now, but not later: a resumed run, dropped lines. */
  readonly onNote?: ((note: string) => void) | undefined;
  /** Receives the attempts that run now, such as `refund #2`, when one begins or ends. */
  readonly onRunning?: ((attempts: readonly string[]) => void) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Changes what the model reads of tools. */
  readonly change?: ToolsChange | undefined;
  /** Receives the records of all attempts, also those of earlier runs. */
  readonly onRecords?: ((records: readonly EvalRecord[]) => void) | undefined;
}

/**
 * Runs an eval and writes its report.
 * @throws ToolwrightError `INVALID_CONFIG`, `OUTPUT_FAILED`; `USAGE` for an unknown case, or if another process writes to the folder
 */
export async function runEval(given: Eval, options: RunEvalOptions): Promise<EvalReport> {
  const { settings = {}, base = process.cwd(), now = Date.now, onNote } = options;
  const definition: Eval = { ...given, ...definedOf(settings) };
  const signal = AbortSignal.any(options.signal === undefined ? [] : [options.signal]);
  // Each attempt and each scorer listens.
  setMaxListeners(0, signal);
  const loaded = loadCases(definition, base);
  const found = await fingerprintOf(definition, loaded.cases[0]?.data, signal, options.change);
  const plan = planEval(definition, loaded, found?.digest, options);
  const { redact, rules } = maskOf(loaded.cases);
  const store = new RecordStore(options.folder, {
    rules,
    header: {
      ...{ kind: 'run', version: 1, eval: definition.name, digest: plan.digest },
      startedAt: new Date(now()).toISOString(),
    },
    keys: new Set(plan.attempts.map(({ key }) => key)),
    cache: found !== undefined && (options.cache ?? true),
    resume: options.resume ?? true,
  });
  try {
    for (const note of store.notes) onNote?.(note);
    const run = new EvalRun(definition, plan, store, { ...options, now, signal, redact });
    await run.finish();
    const { records, calibrations } = run;
    options.onRecords?.([...records.values()]);
    const report = buildReport({
      ...{ definition, plan, records, calibrations, redact, startedAt: store.startedAt },
      ...{
        model: found?.model,
        baseline: options.baseline,
        notes: found === undefined && plan.cases.length > 0 ? [NOT_CACHED] : [],
      },
    });
    store.replace('report.json', `${JSON.stringify(report, undefined, 2)}\n`);
    if (!signal.aborted) store.complete();
    return report;
  } finally {
    store.close();
  }
}

const NOT_CACHED =
  "Nothing is cached: the agent is not an Agent that can be compared. Set 'fingerprint' in defineEval.";
const CONCURRENCY = 4;
const RETRY_DELAY_MS = 1_000;
const FINGERPRINT_MS = 60_000;

type RunSettings = RunEvalOptions & {
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly redact: (text: string) => string;
};

/** The attempts of an eval in progress. */
class EvalRun {
  /** By key. */
  readonly records = new Map<string, EvalRecord>();
  calibrations: Awaited<ReturnType<typeof prepareScorers>> = new Map();
  readonly #definition: Eval;
  readonly #plan: EvalPlan;
  readonly #store: RecordStore;
  readonly #options: RunSettings;
  readonly #budget: SpentBudget;
  readonly #running = new Set<string>();
  #failure: { readonly error: unknown } | undefined;

  constructor(definition: Eval, plan: EvalPlan, store: RecordStore, options: RunSettings) {
    this.#definition = definition;
    this.#plan = plan;
    this.#store = store;
    this.#options = options;
    this.#budget = new SpentBudget(definition.budget ?? {}, options.now);
    for (const record of store.records) {
      this.records.set(record.key, record);
      if (record.cached) continue;
      this.#spend(record.run);
      this.#spend(record.judging);
    }
  }

  async finish(): Promise<void> {
    const open = this.#plan.attempts.filter(({ key }) => !this.records.has(key));
    const onUsage: ScoringSettings['onUsage'] = (usage, cost) => this.#budget.add(usage, cost);
    this.calibrations = await prepareScorers(this.#plan.cases, this.#store, {
      signal: this.#options.signal,
      onUsage,
    });
    const queue = open.values();
    const workers = Math.min(this.#definition.concurrency ?? CONCURRENCY, open.length);
    await Promise.all(Array.from({ length: workers }, () => this.#work(queue)));
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #work(queue: IterableIterator<PlannedAttempt>): Promise<void> {
    for (const planned of queue) {
      try {
        const why = this.#options.signal.aborted ? INTERRUPTED : this.#budget.problem();
        if (why === undefined) await this.#runShown(planned);
        else this.#skip(planned, why);
      } catch (error) {
        // The folder cannot be written: the other workers end as well.
        this.#failure ??= { error };
      }
      if (this.#failure !== undefined) return;
      this.#options.onProgress?.(this.records.size, this.#plan.attempts.length);
    }
  }

  async #runShown(planned: PlannedAttempt): Promise<void> {
    const name = `${planned.loaded.data.id} #${planned.repetition}`;
    const show = () => this.#options.onRunning?.([...this.#running]);
    this.#running.add(name);
    show();
    try {
      await this.#runOne(planned);
    } finally {
      this.#running.delete(name);
      show();
    }
  }

  async #runOne(planned: PlannedAttempt): Promise<void> {
    const { now, signal, retryDelayMs = RETRY_DELAY_MS, change } = this.#options;
    const tried = await runAttempt(this.#definition, planned, {
      ...{ now, signal, retryDelayMs, change },
      onRetry: (earlier) => this.#spend(recordRun(earlier)),
    });
    const run = recordRun(tried);
    this.#spend(run);
    let judging = { usage: NO_USAGE, cost: 0 as number | undefined };
    const { attempt, failure, retried } = tried;
    const scores =
      attempt === undefined || failure !== undefined
        ? {}
        : await scoreAttempt(attempt, planned.loaded.scorers, {
            timeoutMs: this.#definition.scorerTimeoutMs,
            signal,
            onUsage: (usage, cost) => {
              this.#budget.add(usage, cost);
              judging = { usage: addUsage(judging.usage, usage), cost: sum(judging.cost, cost) };
            },
            prepared: ({ version }) => this.calibrations.get(version),
          });
    // What was interrupted is not a result of the agent.
    if (signal.aborted) return this.#skip(planned, INTERRUPTED);
    const given: EvalRecord = {
      ...identify(this.#definition, planned),
      status: failure === undefined ? 'scored' : 'error',
      ...(run !== undefined && { run }),
      scores,
      ...(failure !== undefined && boundedError(failure.message)),
      ...(retried.length > 0 && { retried: retried.map((message) => message.slice(0, 500)) }),
      ...(judging.usage !== NO_USAGE && { judging: definedOf(judging) }),
    };
    const record = maskRecord(given, this.#options.redact);
    this.#store.append(record, tried.events);
    this.records.set(planned.key, record);
  }

  #spend(spent: { readonly usage: Usage; readonly cost?: number } | undefined): void {
    if (spent !== undefined) this.#budget.add(spent.usage, spent.cost);
  }

  #skip(planned: PlannedAttempt, why: string): void {
    const record: EvalRecord = {
      ...identify(this.#definition, planned),
      status: 'skipped',
      scores: {},
      error: why,
    };
    this.records.set(planned.key, record);
    if (!this.#options.signal.aborted) this.#store.append(record, []);
  }
}

const INTERRUPTED = 'The eval was interrupted.';

function identify({ name }: Eval, { loaded, repetition, key }: PlannedAttempt) {
  return { eval: name, caseId: loaded.data.id, repetition, key };
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

function definedOf<Values extends object>(
  values: Values,
): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  // Without the members that are undefined.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

async function fingerprintOf(
  definition: Eval,
  first: { readonly id: string; readonly context?: unknown } | undefined,
  signal: AbortSignal,
  change: ToolsChange | undefined,
): Promise<Fingerprint | undefined> {
  const { fingerprint, agent, timeoutMs = FINGERPRINT_MS } = definition;
  if (fingerprint !== undefined) return { digest: fingerprint };
  if (first === undefined) return undefined;
  try {
    return await withTimeLimit('The fingerprint', Math.min(timeoutMs, FINGERPRINT_MS), signal, async (own) =>
      findFingerprint(
        await agent({
          caseId: first.id,
          repetition: 1,
          key: 'fingerprint',
          tools: toolsFor(undefined, change),
        }),
        copyContext(first.context),
        own,
      ),
    );
  } catch {
    // The attempts report what is wrong with the agent.
    return undefined;
  }
}
