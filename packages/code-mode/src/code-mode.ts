import { createHash } from 'node:crypto';
import {
  errorMessage,
  isRecord,
  type JsonValue,
  type ToolCodecs,
  type ToolExecution,
  type ToolOutcome,
  type ToolSource,
  type ToolSpec,
  ToolwrightError,
  unknownToolMessage,
} from '@toolwright/contract';
import { type InnerCall, type InnerCalls, innerCallsOf } from '@toolwright/core';
import type { ContextOfSource } from '@toolwright/tools';
import type { CheckedProgram } from './check/checker.js';
import { describeProblems } from './check/describe-problems.js';
import type { ProgramPlan } from './check/plan.js';
import { ProgramChecker } from './check/program-checker.js';
import { type CodeModeOptions, limitsOf } from './options.js';
import { describeEnd } from './program/describe-end.js';
import { ProgramValues, toJson } from './program/program-values.js';
import { PLAN_TOOL, ProgramTools, readArguments, SEARCH_TOOL, START_TOOL } from './program-tools.js';
import type {
  ExecutableProgram,
  Executor,
  ProgramAnswer,
  ProgramCall,
  ProgramEnd,
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

  listInnerTools(): readonly ToolSpec[] {
    return this.#present().inner;
  }

  codecsOf(name: string): ToolCodecs | undefined {
    return this.#source.codecsOf?.(name);
  }

  async execute(name: string, args: unknown, given: ProgramExecution): Promise<ToolOutcome> {
    const execution: ToolExecution = { callId: '', timeoutMs: Number.POSITIVE_INFINITY, ...given };
    const { outer } = this.#present();
    if (name === SEARCH_TOOL.name && outer.includes(SEARCH_TOOL)) return this.#search(args);
    if (execution.inner) return this.#executeInner(name, args, execution);
    const names = outer.map((tool) => tool.name);
    if (name !== names[0]) return failed(unknownToolMessage(name, names));
    const { code } = readArguments(args);
    if (typeof code !== 'string')
      return failed(`'${name}' takes { code }, the body of an async function in TypeScript.`);
    const { state, callId, signal } = execution;
    const inner = innerCallsOf({ state, callId }) ?? this.#direct(execution);
    const checked = await this.#checker.check(code, this.#tools.declarations, signal);
    if (checked === undefined) return failed('The program was stopped before it ran.');
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
    const isHarmless = called.every(({ annotations }) => annotations.readOnly === true);
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
    { code, clock }: Pick<ExecutableProgram, 'code' | 'clock'>,
    inner: InnerCalls,
    { state, signal }: ToolExecution,
  ): Promise<ToolOutcome> {
    let isOver = false;
    const call = async (calls: readonly ProgramCall[]): Promise<readonly ProgramAnswer[] | undefined> => {
      const answers = await this.#call(calls, tools, inner);
      isOver ||= answers === undefined;
      return answers;
    };
    const own: readonly ToolSpec[] = [START_TOOL, PLAN_TOOL];
    const tools = this.#tools.inner.flatMap((tool) => (own.includes(tool) ? [] : tool.name));
    // Programs of this run wrote the store.
    const store = (state.get(STORE) ?? {}) as JsonValue;
    const program = { code, tools, clock, store, limits: this.#limits };
    const end = await this.#executor.execute(program, { call, signal });
    if (isOver) return NOTHING;
    if (end.type === 'returned') state.set(STORE, end.store);
    return toOutcome(end, this.#limits);
  }

  async #call(
    calls: readonly ProgramCall[],
    tools: readonly string[],
    inner: InnerCalls,
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
      return outcome === undefined
        ? { error: 'The call has no outcome.' }
        : this.#values.toAnswer(call.name, outcome);
    });
  }

  /** The calls of a program outside a run, where only the caller may have a user who can be asked. */
  #direct(execution: ToolExecution): InnerCalls {
    let count = 0;
    const run = async ({ name, args }: InnerCall): Promise<ToolOutcome> => {
      count += 1;
      const callId = `${execution.callId}/${count}`;
      const tool = this.#tools.inner.find((one) => one.name === name);
      if (tool?.annotations.needsApproval) {
        const nobody = `'${name}' needs a person's approval, but nobody can be asked here.`;
        const refused = execution.agree === undefined ? nobody : await execution.agree(tool, args);
        if (refused !== undefined) return failed(refused);
      }
      return this.execute(name, args, { ...execution, callId, inner: true });
    };
    return { take: (_, produce) => produce(), run: (calls) => Promise.all(calls.map(run)) };
  }
}

/** Some of the program's calls have taken effect, so that the model must not write it again. */
function staleProgram(problems: string): ToolwrightError {
  const message = `The paused program cannot continue: it does not fit the present tools.\n\n${problems}`;
  return new ToolwrightError('STALE_PROGRAM', message, {
    blame: 'developer',
    hint: 'Resume it with tools that have the types of the time before the pause, or start a new run.',
  });
}

const CHANGED_PLAN =
  'its text was edited at the approval, but only the text that the model wrote can run. A person can deny it and say what to change.';

/** Stands for the text of a program in the outcome of its approval. */
function digestOf(code: unknown): string {
  return createHash('sha256').update(String(code)).digest('hex');
}

const NOTHING: ToolOutcome = { result: null, error: null };

function newClock(): { readonly now: number; readonly seed: number } {
  return { now: Date.now(), seed: Math.trunc(Math.random() * 2 ** 32) };
}

/** Reads what `programStart` has recorded. @throws the failure of a policy */
function readStart(outcome: ToolOutcome): {
  readonly now: number;
  readonly seed: number;
  readonly refused: string | null;
} {
  const { now, seed, refused } = isRecord(outcome.result) ? outcome.result : {};
  const isRefused = outcome.error !== null || typeof refused === 'string';
  return {
    now: Number(now),
    seed: Number(seed),
    refused: isRefused ? (outcome.error ?? String(refused)) : null,
  };
}

function toOutcome(end: ProgramEnd, limits: ProgramLimits): ToolOutcome {
  const more = end.lostLogs > 0 ? `\n… ${end.lostLogs} more characters were logged.` : '';
  const logs = end.logs + more;
  if (end.type !== 'returned')
    return failed(`${describeEnd(end, limits)}${logs && `\n\nThe program logged:\n${logs}`}`);
  let value: JsonValue;
  try {
    value = toJson(end.value);
  } catch (error) {
    return failed(`The program ended, but its result cannot be read. ${errorMessage(error)}`);
  }
  return { result: logs === '' ? value : { result: value, logs }, error: null };
}

function failed(error: string): ToolOutcome {
  return { result: null, error };
}
