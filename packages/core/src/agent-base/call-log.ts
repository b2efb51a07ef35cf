import type { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AgentEvent,
  builtInModule,
  errorMessage,
  isToolwrightError,
  type LLMProvider,
  type Logger,
  type RunInfo,
  type RunResult,
  withThrown,
} from '@toolwright/contract';
import { addUsage } from '@toolwright/llm/messages';
import type { AgentSettings } from '../delegation/agent-settings.js';
import { EventLog } from '../run/stream/event-log.js';

/** Settings that an agent class passes on to the calls that it makes. */
export interface CallContext {
  readonly llmClient: LLMProvider;
  readonly logger: Logger | undefined;
}

export type CallLogOptions = Pick<AgentSettings, 'client' | 'logger' | 'newId' | 'now'> & {
  readonly agent: string;
};

type CallStorage = AsyncLocalStorage<Map<CallLog, OpenCall>>;

let storage: Pick<CallStorage, 'getStore' | 'run'> | undefined;

/** The calls in progress around the current code, one per log. All logs share one storage: on Node 20, each storage slows every promise. */
function open(): NonNullable<typeof storage> {
  // Vercel's edge runtime has it as a global.
  const { AsyncLocalStorage: Storage = builtInModule('async_hooks')?.AsyncLocalStorage } = globalThis as {
    readonly AsyncLocalStorage?: new () => CallStorage;
  };
  storage ??= Storage === undefined ? NO_STORAGE : new Storage();
  return storage;
}

/** Where the platform cannot tell which call starts a run, each run is logged as one of its own. */
const NO_STORAGE: NonNullable<typeof storage> = {
  getStore: () => undefined,
  run: <Result>(_store: unknown, work: (...args: never[]) => Result, ...args: never[]) => work(...args),
};

/** Logs the calls of one agent. Each call is logged as a run, and the runs that it starts as child runs. */
export class CallLog {
  /** The logger for runs within a call; undefined if nothing is logged. */
  readonly logger: Logger | undefined;
  readonly #options: CallLogOptions;

  constructor(options: CallLogOptions) {
    this.#options = options;
    const { logger } = options;
    this.logger = logger && { log: (event, run) => this.#logWithin(logger, event, run) };
  }

  /** Runs `work` as a call and logs its start and end. */
  async run<T>(task: unknown, work: () => Promise<T>): Promise<T> {
    const { agent, logger, newId, client } = this.#options;
    if (logger === undefined) return work();
    const call = new OpenCall(newId());
    const { model, provider } = client;
    const info: RunInfo = { runId: call.id, agent, model, provider };
    const log = new EventLog(logger, info, () => {
      // A call has no stream on which to report a failed logger, and a failed logger must not fail the call.
    });
    log.note({ type: 'run-start', input: toText(task), tools: 0 });
    try {
      const value = await open().run(new Map(open().getStore()).set(this, call), work);
      log.note({ type: 'run-end', result: call.end({ status: 'completed', finalResponse: toText(value) }) });
      return value;
    } catch (thrown) {
      const status = isToolwrightError(thrown) && thrown.code === 'ABORTED' ? 'aborted' : 'error';
      const result = call.end({ status, errors: [errorMessage(thrown)] });
      log.note(withThrown({ type: 'run-end', result }, { value: thrown }));
      throw thrown;
    }
  }

  #logWithin(logger: Logger, event: AgentEvent, run: RunInfo): unknown {
    const call = open().getStore()?.get(this);
    if (call === undefined || run.parentRunId !== undefined) {
      return logger.log(event, run);
    }
    if (event.type === 'run-end') call.add(event.result);
    return logger.log(event, { ...run, parentRunId: call.id });
  }
}

/** Sums up the usage and calls of the runs within a call. */
class OpenCall {
  readonly id: string;
  #iteration = 0;
  #toolCalls: RunResult['toolCalls'] = [];
  #usage: RunResult['usage'] = { inputTokens: 0, outputTokens: 0 };

  constructor(id: string) {
    this.id = id;
  }

  add({ iteration, toolCalls, usage }: RunResult): void {
    this.#iteration += iteration;
    this.#toolCalls = [...this.#toolCalls, ...toolCalls];
    this.#usage = addUsage(this.#usage, usage);
  }

  end(ending: Pick<RunResult, 'status'> & Partial<Pick<RunResult, 'finalResponse' | 'errors'>>): RunResult {
    return {
      runId: this.id,
      finalResponse: '',
      errors: [],
      ...ending,
      iteration: this.#iteration,
      toolCalls: this.#toolCalls,
      reasoningTrace: [],
      warnings: [],
      messages: [],
      usage: this.#usage,
    };
  }
}

function toText(value: unknown): string {
  return value === undefined ? '' : errorMessage(value);
}
