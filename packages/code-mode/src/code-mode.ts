import { createHash } from 'node:crypto';
import {
  type JsonValue,
  LONGEST_TIMER_MS,
  type ToolCodecs,
  type ToolExecution,
  type ToolOutcome,
  type ToolSource,
  type ToolSpec,
  unknownToolMessage,
} from '@toolwright/contract';
import { type InnerCall, type InnerCalls, innerCallsOf } from '@toolwright/core';
import type { ContextOfSource } from '@toolwright/tools';
import { assertDeclared } from './check/assert-declared.js';
import type { CheckedProgram } from './check/checker.js';
import { describeProblems } from './check/describe-problems.js';
import type { ProgramPlan } from './check/plan.js';
import { ProgramChecker } from './check/program-checker.js';
import { type CodeModeOptions, DEFAULT_TIMEOUT_MS, limitsOf } from './options.js';
import { describeUnchecked } from './program/describe-end.js';
import { directCalls } from './program/direct-calls.js';
import { MadeCalls } from './program/made-calls.js';
import { newClock, readStart, staleProgram } from './program/program-start.js';
import { ProgramValues } from './program/program-values.js';
import { failed, toOutcome } from './program/to-outcome.js';
import { whenAborted } from './program/when-aborted.js';
import { PLAN_TOOL, ProgramTools, readArguments, SEARCH_TOOL, START_TOOL } from './program-tools.js';
import type {
  ExecutableProgram,
  Executor,
  ProgramAnswer,
  ProgramCall,
  ProgramLimits,
} from './sandbox/executor.js';
import { inParts } from './sandbox/in-parts.js';
import { QuickJsExecutor } from './sandbox/quickjs-executor.js';

type AcceptedProgram = Extract<CheckedProgram, { ok: true }>;

/** The place in a run's state where programs leave their store. */
const STORE = 'codeMode.store';

/** The context of a call, also of one that a server of MCP makes. */
export type ProgramExecution = Omit<ToolExecution, 'callId' | 'timeoutMs'> &
  Partial<Pick<ToolExecution, 'callId' | 'timeoutMs'>>;

/** A source whose tools are called by programs. */
export interface CodeModeSource<Source extends ToolSource = ToolSource> extends ToolSource {
  execute(name: string, args: unknown, execution: ProgramExecution): Promise<ToolOutcome>;
  /** Only exists as a type: passes the `context` that the tools require on to agents. */
  takesContext?(context: ContextOfSource<Source>): void;
}

/**
 * Offers the tools of a source to a model as one tool that runs programs. A program is checked by the TypeScript compiler against the
 * declarations of the tools, and runs in a sandbox. Its calls are calls of the run.
 * @throws ToolwrightError `MISSING_PACKAGE` without TypeScript, `UNKNOWN_TOOL` for an unknown name in `only` or `always`, `INVALID_TOOL` if a
 * tool of the source has the name of one that code mode adds, `INVALID_CONFIG` for options that it does not have
 */
export function codeMode<Source extends ToolSource>(
  source: Source,
  options: CodeModeOptions = {},
): CodeModeSource<Source> {
  return new CodeMode(source, options);
}

class CodeMode implements ToolSource {
  readonly #source: ToolSource;
  readonly #options: CodeModeOptions;
  readonly #limits: ProgramLimits;
  readonly #checker = new ProgramChecker();
  readonly #executor: Executor;
  readonly #values: ProgramValues;
  /** The tools of the source when they were last listed. */
  #given: readonly ToolSpec[];
  #tools: ProgramTools;

  constructor(source: ToolSource, options: CodeModeOptions) {
    this.#source = source;
    this.#options = options;
    this.#limits = limitsOf(options);
    this.#executor = options.executor ?? new QuickJsExecutor();
    this.#values = new ProgramValues((name) => source.codecsOf?.(name), this.#limits.values);
    this.#given = source.listTools();
    this.#tools = new ProgramTools(source, this.#given, options);
  }

  listTools(): readonly ToolSpec[] {
    return this.#present().outer;
  }

  listInnerTools(caller?: string): readonly ToolSpec[] {
    const { inner, outer } = this.#present();
    if (caller === outer[0]?.name) return inner;
    // The source may have tools that make calls as well.
    const others = this.#source.listInnerTools?.(caller) ?? [];
    return caller === undefined ? [...inner, ...others] : others;
  }

  codecsOf(name: string): ToolCodecs | undefined {
    return this.#source.codecsOf?.(name);
  }

  async execute(name: string, args: unknown, given: ProgramExecution): Promise<ToolOutcome> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const late = AbortSignal.timeout(Math.min(timeoutMs, given.timeoutMs ?? timeoutMs, LONGEST_TIMER_MS));
    const execution = { callId: '', timeoutMs, ...given, signal: AbortSignal.any([given.signal, late]) };
    const { outer } = this.#present();
    if (name === SEARCH_TOOL.name && outer.includes(SEARCH_TOOL)) return this.#search(args);
    if (given.inner !== undefined)
      return this.#executeInner(name, args, { ...execution, signal: given.signal });
    const names = outer.map((tool) => tool.name);
    if (name !== names[0]) return failed(unknownToolMessage(name, names));
    const { code } = readArguments(args);
    if (typeof code !== 'string')
      return failed(`'${name}' takes { code }, the body of an async function in TypeScript.`);
    const { state, callId, signal } = execution;
    const inner = innerCallsOf({ state, callId }) ?? this.#direct(execution);
    const { declarations } = this.#tools;
    const checked = await this.#checker.check(code, declarations, signal);
    if (checked === undefined) return failed(describeUnchecked(given.signal.aborted, execution.timeoutMs));
    assertDeclared(checked, declarations);
    const start = await inner.take(START_TOOL.name, async () => ({
      result: { ...newClock(), refused: await this.#refusal(code, checked, name) },
      error: null,
    }));
    const { now, seed, refused } = readStart(start);
    if (refused !== null) return failed(`The program was not run${refused}`);
    if (!checked.ok) throw staleProgram(describeProblems(checked));
    const decision = await this.#askAbout(code, checked, inner);
    if (decision === undefined) return NOTHING;
    if (decision.error !== null) return failed(`The program was not run: ${decision.error}`);
    return this.#run({ ...checked, clock: { now, seed } }, inner, execution);
  }

  #executeInner(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome> {
    if (name === START_TOOL.name && execution.produce) return execution.produce();
    if (execution.inner !== this.#present().outer[0]?.name)
      return this.#source.execute(name, args, execution);
    if (name === PLAN_TOOL.name)
      return Promise.resolve({ result: digestOf(readArguments(args).code), error: null });
    return this.#source.execute(name, args, execution);
  }

  /** Asks a person about a program, if that is wanted. Undefined if the run pauses or ends. */
  async #askAbout(
    code: string,
    { plan }: AcceptedProgram,
    inner: InnerCalls,
  ): Promise<ToolOutcome | undefined> {
    const called = this.#calledBy(plan);
    const isHarmless = called.every(
      ({ annotations: { readOnly, needsApproval } }) => readOnly === true && needsApproval !== true,
    );
    if (this.#options.approval !== 'plan' || isHarmless) return NOTHING;
    const calls = plan.calls.map((call) => ({ ...call }));
    const args = plan.isComplete ? { code, calls } : { code, calls, mayCallAny: true };
    const outcomes = await inner.run([{ name: PLAN_TOOL.name, args }]);
    if (typeof outcomes === 'string') return undefined;
    const [decision = NOTHING] = outcomes;
    // A person can edit the arguments of a call, but what was approved must be what runs.
    return decision.error === null && decision.result !== digestOf(code) ? failed(CHANGED_PLAN) : decision;
  }

  /** Returns the tools that a program may call. */
  #calledBy({ calls, isComplete }: ProgramPlan): readonly ToolSpec[] {
    const named = new Set(calls.map(({ name }) => name));
    const { tools } = this.#tools;
    return isComplete ? tools.filter(({ name }) => named.has(name)) : tools;
  }

  /** Returns the tools as they are now. */
  #present(): ProgramTools {
    const given = this.#source.listTools();
    if (given !== this.#given) {
      this.#tools = new ProgramTools(this.#source, given, this.#options);
      this.#given = given;
    }
    return this.#tools;
  }

  #search(args: unknown): ToolOutcome {
    const { query } = readArguments(args);
    if (typeof query !== 'string') return failed(`'${SEARCH_TOOL.name}' takes { query }, a text.`);
    return { result: this.#tools.search(query), error: null };
  }

  /** Returns why a program must not run, as the end of a sentence. */
  async #refusal(code: string, checked: CheckedProgram, name: string): Promise<string | null> {
    if (!checked.ok) return `. Correct it and call ${name} again.\n\n${describeProblems(checked)}`;
    const { plan } = checked;
    const refused = await this.#options.beforeProgram?.({ ...plan, code, tools: this.#calledBy(plan) });
    return refused === undefined ? null : `: ${refused}`;
  }

  async #run(
    { code, clock, plan }: Pick<ExecutableProgram, 'code' | 'clock'> & { readonly plan: ProgramPlan },
    inner: InnerCalls,
    { state, signal, timeoutMs }: ToolExecution,
  ): Promise<ToolOutcome> {
    let isOver = false;
    const tools = this.#namesIn(plan);
    const made = new MadeCalls(this.#tools.tools);
    const stop = whenAborted(signal);
    const call = async (calls: readonly ProgramCall[]): Promise<readonly ProgramAnswer[] | undefined> => {
      const answers = await Promise.race([this.#call(calls, tools, inner, made), stop.promise]);
      isOver ||= answers === undefined && !signal.aborted;
      return answers;
    };
    const store = `${STORE}.${this.#tools.outer[0]?.name}`;
    const program = {
      code,
      tools,
      clock,
      // Programs of this run wrote it.
      store: (state.get(store) ?? {}) as JsonValue,
      limits: this.#limits,
    };
    const end = await this.#executor.execute(program, { call, signal }).finally(stop.release);
    if (isOver) return NOTHING;
    if (end.type === 'returned') state.set(store, end.store);
    return toOutcome(end, { limits: this.#limits, made, timeoutMs });
  }

  /** Returns the names of the tools that a program may call, so that it cannot call others in ways that its plan does not show. */
  #namesIn(plan: ProgramPlan): readonly string[] {
    const called = this.#calledBy(plan).map(({ name }) => name);
    return this.#tools.inner.includes(SEARCH_TOOL) ? [...called, SEARCH_TOOL.name] : called;
  }

  async #call(
    calls: readonly ProgramCall[],
    tools: readonly string[],
    inner: InnerCalls,
    told: MadeCalls,
  ): Promise<readonly ProgramAnswer[] | undefined> {
    // Whatever an executor sends, a program only calls its tools.
    const given = await inParts(calls, (call) =>
      tools.includes(call.name)
        ? this.#values.toCall(call)
        : { error: unknownToolMessage(String(call.name), tools) },
    );
    const made = given.filter((call): call is InnerCall => !('error' in call));
    const outcomes = made.length === 0 ? [] : await inner.run(made);
    if (typeof outcomes === 'string') return undefined;
    const rest = [...outcomes];
    return inParts(given, (call) => {
      if ('error' in call) return call;
      const outcome = rest.shift();
      if (outcome === undefined) return { error: 'The call has no outcome.' };
      told.add(call, outcome);
      return this.#values.toAnswer(call.name, outcome);
    });
  }

  #direct(execution: ToolExecution): InnerCalls {
    const { inner, outer } = this.#tools;
    const [caller] = outer;
    return directCalls(inner, execution, (name, args, given) =>
      this.execute(name, args, { ...given, inner: caller?.name ?? '' }),
    );
  }
}

const CHANGED_PLAN =
  'its text was edited at the approval, but only the text that the model wrote can run. A person can deny it and say what to change.';

/** Stands for the text of a program in the outcome of its approval. */
function digestOf(code: unknown): string {
  return createHash('sha256').update(String(code)).digest('hex');
}

const NOTHING: ToolOutcome = { result: null, error: null };
