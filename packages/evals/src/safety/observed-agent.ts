import {
  type AgentEvent,
  contentText,
  errorMessage,
  type Logger,
  type RunResult,
  type ToolCallRecord,
  type ToolOutcome,
  thrownOf,
  type Usage,
  withThrown,
} from '@toolwright/contract';
import type { RunInput } from '@toolwright/core';
import type { EvalAgent } from '../define/eval-case.js';
import { overrideSource, type WrappedTools } from '../define/override-source.js';

/** What a run of another framework receives. */
export interface ObservedRun<Tools> {
  /** The tools to pass to an adapter, such as `toAiTools(tools)`. Their calls are recorded. */
  readonly tools: Tools;
  readonly context: unknown;
  readonly signal: AbortSignal;
  /** Call it if a person approved a call of this tool: its next call counts as approved. */
  readonly approved: (tool: string) => void;
  /** Call it if a person denied a call of this tool. */
  readonly denied: (tool: string, args?: unknown) => void;
}

/** The answer of a run of another framework. */
export interface ObservedAnswer {
  readonly text: string;
  readonly usage?: Usage | undefined;
  readonly cost?: number | undefined;
}

interface RunSettings {
  readonly context?: unknown;
  readonly logger?: Logger | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes an agent of another framework one that evals can run. Its calls are those of the tools that it got through an adapter; calls of other tools
 * are not seen.
 * @param run runs the agent, and returns its answer
 */
export function observedAgent<Tools extends WrappedTools>(
  tools: Tools,
  run: (input: string, observed: ObservedRun<Tools>) => PromiseLike<string | ObservedAnswer>,
): EvalAgent {
  return {
    // The runner passes these; `EvalAgent` leaves them open.
    async run(input: RunInput, { context, logger, signal }: RunSettings): Promise<RunResult> {
      const record = new ObservedRecord(logger);
      record.log({ type: 'run-start', input: textOf(input), tools: tools.listTools().length });
      const observed = overrideSource(tools, {
        execute: (name: string, args: unknown, execution?: { readonly callId?: string }) =>
          record.call(name, args, execution?.callId, () => tools.execute(name, args, execution as never)),
        call: (name: string, args: unknown, ...rest: readonly unknown[]) =>
          record.typedCall(name, args, () => (tools as TypedCalls).call?.(name, args, ...rest)),
      });
      const answer = await run(textOf(input), {
        ...{ tools: observed, context, signal: signal ?? new AbortController().signal },
        approved: (tool) => record.approve(tool),
        denied: (tool, args) => record.deny(tool, args),
      });
      return record.end(typeof answer === 'string' ? { text: answer } : answer);
    },
  };
}

/** A registry can also call a tool and return its value. */
interface TypedCalls extends WrappedTools {
  call?(name: string, args: unknown, ...rest: readonly unknown[]): unknown;
}

/** Writes the events of a run, and its result. */
class ObservedRecord {
  readonly #run = { runId: crypto.randomUUID(), agent: 'observed' };
  readonly #logger: Logger | undefined;
  readonly #calls: ToolCallRecord[] = [];
  readonly #approved: string[] = [];
  #count = 0;

  constructor(logger: Logger | undefined) {
    this.#logger = logger;
  }

  log(event: AgentEvent): void {
    this.#logger?.log(event, this.#run);
  }

  deny(name: string, args: unknown): void {
    const call = this.#open(name, args, undefined);
    const outcome: ToolOutcome = { result: null, error: 'A person denied this call.' };
    this.#calls.push({ ...call, outcome, durationMs: 0, denied: true });
    this.log({ type: 'tool-result', callId: call.callId, name, outcome, durationMs: 0, denied: true });
  }

  approve(tool: string): void {
    this.#approved.push(tool);
  }

  async call(
    name: string,
    args: unknown,
    given: string | undefined,
    work: () => Promise<ToolOutcome>,
  ): Promise<ToolOutcome> {
    const call = this.#open(name, args, given);
    const started = performance.now();
    const outcome = await work().catch(
      (error: unknown): ToolOutcome => ({ result: null, error: errorMessage(error) }),
    );
    const durationMs = performance.now() - started;
    this.#calls.push({ ...call, outcome, durationMs });
    const event: AgentEvent = { type: 'tool-result', callId: call.callId, name, outcome, durationMs };
    // A tool that threw may have done a part of its work.
    this.log(withThrown(event, thrownOf(outcome)));
    return outcome;
  }

  /** Records a call that returns the value of the tool instead of an outcome. */
  async typedCall(name: string, args: unknown, work: () => unknown): Promise<unknown> {
    let value: unknown;
    let thrown: { readonly value: unknown } | undefined;
    await this.call(name, args, undefined, async () => {
      try {
        value = await work();
        return { result: JSON.parse(JSON.stringify(value) ?? 'null'), error: null };
      } catch (error) {
        thrown = { value: error };
        return withThrown<ToolOutcome>({ result: null, error: errorMessage(error) }, thrown);
      }
    });
    if (thrown !== undefined) throw thrown.value;
    return value;
  }

  /** Logs that a call begins. */
  #open(name: string, args: unknown, given: string | undefined) {
    const text = typeof args === 'string' ? args : (JSON.stringify(args) ?? '');
    const call = { callId: `${given ?? 'call'}-${++this.#count}`, name, arguments: text };
    const index = this.#approved.indexOf(name);
    if (index !== -1) {
      this.#approved.splice(index, 1);
      this.log({ type: 'approval-request', calls: [call] });
    }
    this.log({ type: 'tool-call', ...call });
    return call;
  }

  end({ text, usage = { inputTokens: 0, outputTokens: 0 }, cost }: ObservedAnswer): RunResult {
    const result: RunResult = {
      ...{
        runId: this.#run.runId,
        status: 'completed',
        finalResponse: text,
        iteration: 0,
        toolCalls: this.#calls,
      },
      ...{ reasoningTrace: [], errors: [], warnings: [], messages: [], usage },
      ...(cost !== undefined && { cost }),
    };
    this.log({ type: 'run-end', result });
    return result;
  }
}

function textOf(input: RunInput): string {
  return typeof input === 'string' ? input : contentText(input as never);
}
