import {
  isRecord,
  type JsonValue,
  type ObjectSchema,
  type ToolAnnotations,
  type ToolCodecs,
  type ToolExecution,
  type ToolOutcome,
  type ToolSource,
  type ToolSpec,
  ToolwrightError,
  unknownToolMessage,
} from '@toolwright/contract';
import { type InnerCall, type InnerCalls, innerCallsOf } from '@toolwright/core';
import type { CheckedProgram } from './check/checker.js';
import { describeProblems } from './check/describe-problems.js';
import { ProgramChecker } from './check/program-checker.js';
import { printTools } from './declarations/print-tools.js';
import { type CodeModeOptions, DEFAULT_LIMITS, DEFAULT_TIMEOUT_MS } from './options.js';
import { describeEnd } from './program/describe-end.js';
import { ProgramValues, toJson } from './program/run-program.js';
import type { Executor, ProgramAnswer, ProgramCall, ProgramEnd } from './sandbox/executor.js';
import { QuickJsExecutor } from './sandbox/quickjs-executor.js';

/** The tool that answers with the time and a seed, so that stores record them like other outcomes. */
const CLOCK = 'programClock';

/** The place in a run's state where programs leave their store. */
const STORE = 'codeMode.store';

const PARAMETERS: ObjectSchema = {
  type: 'object',
  properties: { code: { type: 'string', description: 'The body of an async function, in TypeScript' } },
  required: ['code'],
  additionalProperties: false,
};

/**
 * Offers the tools of a source to a model as one tool that runs programs. A program is checked by the TypeScript compiler against the
 * declarations of the tools, and runs in a sandbox. Its calls are calls of the run.
 * @throws ToolwrightError `MISSING_PACKAGE` without TypeScript, `UNKNOWN_TOOL` for an unknown name in `only`, `INVALID_TOOL` if a tool of the
 * source has the name of the program tool
 */
export function codeMode(source: ToolSource, options: CodeModeOptions = {}): ToolSource {
  return new CodeMode(source, options);
}

class CodeMode implements ToolSource {
  readonly #source: ToolSource;
  readonly #options: CodeModeOptions;
  readonly #name: string;
  readonly #checker = new ProgramChecker();
  readonly #executor: Executor;
  readonly #values: ProgramValues;
  /** The tools of the source when they were last listed. */
  #given: readonly ToolSpec[] = [];
  #inner: readonly ToolSpec[] = [];
  #outer: readonly ToolSpec[] = [];
  #declarations = '';

  constructor(source: ToolSource, options: CodeModeOptions) {
    this.#source = source;
    this.#options = options;
    this.#name = options.name ?? 'runProgram';
    this.#executor = options.executor ?? new QuickJsExecutor();
    this.#values = new ProgramValues((name) => source.codecsOf?.(name));
    this.#update();
  }

  listTools(): readonly ToolSpec[] {
    this.#update();
    return this.#outer;
  }

  listInnerTools(): readonly ToolSpec[] {
    this.#update();
    return this.#inner;
  }

  codecsOf(name: string): ToolCodecs | undefined {
    return this.#source.codecsOf?.(name);
  }

  async execute(name: string, args: unknown, execution: ToolExecution): Promise<ToolOutcome> {
    this.#update();
    if (execution.inner) {
      if (name === CLOCK)
        return { result: { now: Date.now(), seed: Math.trunc(Math.random() * 2 ** 32) }, error: null };
      return this.#source.execute(name, args, execution);
    }
    if (name !== this.#name) return failed(unknownToolMessage(name, [this.#name]));
    const code = codeOf(args);
    if (code === undefined)
      return failed(`'${this.#name}' takes { code }, the body of an async function in TypeScript.`);
    const checked = await this.#checker.check(code, this.#declarations);
    if (!checked.ok)
      return failed(
        `The program was not run. Correct it and call ${this.#name} again.\n\n${describeProblems(checked.problems)}`,
      );
    const refused = await this.#refusal(code, checked);
    if (refused !== undefined) return failed(`The program was not run: ${refused}`);
    return this.#run(checked, execution);
  }

  async #refusal(code: string, { plan }: Extract<CheckedProgram, { ok: true }>): Promise<string | undefined> {
    const named = new Set(plan.calls.map(({ name }) => name));
    const tools = plan.isComplete ? this.#tools.filter(({ name }) => named.has(name)) : this.#tools;
    return this.#options.beforeProgram?.({ ...plan, code, tools });
  }

  async #run(
    { code, usesClock }: Extract<CheckedProgram, { ok: true }>,
    execution: ToolExecution,
  ): Promise<ToolOutcome> {
    const { state, callId, signal } = execution;
    const inner = innerCallsOf({ state, callId }) ?? this.#direct(execution);
    let isWaiting = false;
    const clock = usesClock ? await this.#readClock(inner) : { now: 0, seed: 0 };
    // The run pauses or ends, and nobody reads this result.
    if (clock === undefined) return { result: null, error: null };
    const call = async (calls: readonly ProgramCall[]): Promise<readonly ProgramAnswer[] | undefined> => {
      const answers = await this.#call(calls, inner);
      isWaiting ||= answers === undefined;
      return answers;
    };
    const end = await this.#executor.execute(
      {
        code,
        tools: this.#tools.map(({ name }) => name),
        clock,
        store: (state.get(STORE) ?? {}) as JsonValue,
        limits: { ...DEFAULT_LIMITS, ...this.#options.limits },
      },
      { call, signal },
    );
    if (isWaiting) return { result: null, error: null };
    if (end.type === 'returned') state.set(STORE, end.store);
    return toOutcome(end, { ...DEFAULT_LIMITS, ...this.#options.limits });
  }

  async #readClock(inner: InnerCalls): Promise<{ readonly now: number; readonly seed: number } | undefined> {
    const outcomes = await inner.run([{ name: CLOCK, args: {} }]);
    if (typeof outcomes === 'string') return undefined;
    const result = outcomes[0]?.result;
    return isRecord(result) ? { now: Number(result.now), seed: Number(result.seed) } : { now: 0, seed: 0 };
  }

  async #call(
    calls: readonly ProgramCall[],
    inner: InnerCalls,
  ): Promise<readonly ProgramAnswer[] | undefined> {
    const given = calls.map((call) => this.#values.toCall(call));
    const made = given.filter((call): call is InnerCall => !('error' in call));
    const outcomes = made.length === 0 ? [] : await inner.run(made);
    if (typeof outcomes === 'string') return undefined;
    const rest = [...outcomes];
    return given.map((call) => {
      if ('error' in call) return call;
      const outcome = rest.shift();
      return outcome === undefined
        ? { error: 'The call has no outcome.' }
        : this.#values.toAnswer(call.name, outcome);
    });
  }

  /** The calls of a program outside a run, where nobody can be asked. */
  #direct(execution: ToolExecution): InnerCalls {
    let count = 0;
    return {
      run: (calls) =>
        Promise.all(
          calls.map(({ name, args }) => {
            count += 1;
            const needsApproval = this.#inner.find((tool) => tool.name === name)?.annotations.needsApproval;
            if (needsApproval)
              return failed(`'${name}' needs a person's approval, but nobody can be asked here.`);
            return this.execute(name, args, {
              ...execution,
              callId: `${execution.callId}/${count}`,
              inner: true,
            });
          }),
        ),
    };
  }

  get #tools(): readonly ToolSpec[] {
    return this.#inner.filter(({ name }) => name !== CLOCK);
  }

  #update(): void {
    const given = this.#source.listTools();
    if (given === this.#given) return;
    const { only, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const names = given.map(({ name }) => name);
    const unknown = only?.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new ToolwrightError('UNKNOWN_TOOL', unknownToolMessage(unknown, names), {
        blame: 'developer',
        hint: "Correct 'only'.",
      });
    const tools = only === undefined ? given : given.filter(({ name }) => only.includes(name));
    const taken = tools.find(({ name }) => name === this.#name || name === CLOCK);
    if (taken !== undefined)
      throw new ToolwrightError(
        'INVALID_TOOL',
        `The source has a tool named '${taken.name}', which code mode needs.`,
        {
          blame: 'developer',
          hint: "Pass another 'name' to codeMode, or rename the tool.",
        },
      );
    this.#given = given;
    this.#inner = [...tools, CLOCK_TOOL];
    const declared = tools.map((spec) => ({ spec, codecs: this.#source.codecsOf?.(spec.name) }));
    this.#declarations = printTools(declared).text;
    const annotations = { ...hintsOf(tools), timeoutMs };
    const needsContext = tools.some((tool) => tool.needsContext) ? { needsContext: true as const } : {};
    this.#outer = [
      {
        name: this.#name,
        description: describe(this.#declarations),
        parameters: PARAMETERS,
        annotations,
        callsTools: true,
        ...needsContext,
      },
    ];
  }
}

const CLOCK_TOOL: ToolSpec = {
  name: CLOCK,
  description: 'The time and the seed of random numbers of a program',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  annotations: { readOnly: true },
};

/** A program may do what its tools may do. */
function hintsOf(tools: readonly ToolSpec[]): ToolAnnotations {
  const all = (hint: 'readOnly'): boolean => tools.every(({ annotations }) => annotations[hint] === true);
  const some = (hint: 'destructive' | 'openWorld'): boolean =>
    tools.some(({ annotations }) => annotations[hint] === true);
  return {
    ...(all('readOnly') && { readOnly: true }),
    ...(some('destructive') && { destructive: true }),
    ...(some('openWorld') && { openWorld: true }),
  };
}

function describe(declarations: string): string {
  return `Runs a program in TypeScript that calls tools. Write the body of an async function: \`await\` the calls, use Promise.all for calls that do not depend on each other, and \`return\` what you need to know, as short as possible. A call that fails throws a ToolError. There is no network, no file and no module. \`console.log\` shows values to you; \`store\` keeps values for your next programs.

\`\`\`ts
${declarations}\`\`\``;
}

function codeOf(args: unknown): string | undefined {
  if (typeof args === 'string') {
    try {
      return codeOf(JSON.parse(args));
    } catch {
      return undefined;
    }
  }
  return isRecord(args) && typeof args.code === 'string' ? args.code : undefined;
}

function toOutcome(end: ProgramEnd, limits: typeof DEFAULT_LIMITS): ToolOutcome {
  const more = end.lostLogs > 0 ? `\n… ${end.lostLogs} more characters were logged.` : '';
  const logs = end.logs + more;
  if (end.type !== 'returned')
    return failed(`${describeEnd(end, limits)}${logs && `\n\nThe program logged:\n${logs}`}`);
  const value = toJson(end.value);
  return { result: logs === '' ? value : { result: value, logs }, error: null };
}

function failed(error: string): ToolOutcome {
  return { result: null, error };
}
