import {
  type AgentEvent,
  errorMessage,
  type GenerateOptions,
  isToolwrightError,
  type RunResult,
  ToolwrightError,
  type UserMessage,
} from '@toolwright/contract';
import { Activity } from './activity.js';
import type { AgentSettings } from './agent-config.js';
import { CallIds } from './call-ids.js';
import { EventLog } from './event-log.js';
import type { Memory } from './memory.js';
import { mergeRequestOptions, type RunOptions } from './run-options.js';
import { RunRecord } from './run-record.js';

export interface RunSetup {
  readonly settings: AgentSettings;
  readonly memory: Memory;
  readonly input: UserMessage;
  readonly options: RunOptions;
  /** Whether the model is asked to stream. */
  readonly streaming: boolean;
  /** Called once, however the run ends, before `run-end`. */
  readonly onEnd?: ((ending: RunEnding) => void) | undefined;
}

export interface RunEnding {
  readonly result: RunResult;
  /** What the run throws. */
  readonly failure: { readonly error: unknown } | undefined;
}

/** One run: its signal, the work it waits for, its events, and its end. Nothing of it is shared with another run. */
export class Run {
  readonly id: string;
  readonly settings: AgentSettings;
  readonly streaming: boolean;
  readonly record: RunRecord;
  readonly input: UserMessage;
  readonly request: GenerateOptions;
  /** Shared by all tool calls of the run. */
  readonly state = new Map<string, unknown>();
  /** The model is asked for an answer without tools, because the limit is reached. */
  answerForced = false;
  failure: RunEnding['failure'];
  readonly #memory: Memory;
  readonly #onEnd: RunSetup['onEnd'];
  readonly #log: EventLog;
  readonly #callIds: CallIds;
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  /** Notices from times when no work was waited for. */
  readonly #notices: AgentEvent[] = [];
  #activity: Activity<unknown> | undefined;
  #onAbort: (() => void) | undefined;
  #result: RunResult | undefined;

  constructor({ settings, memory, input, options, streaming, onEnd }: RunSetup) {
    const { client, name: agent, logger, newId, now, request } = settings;
    this.id = newId();
    this.settings = settings;
    this.input = input;
    this.streaming = streaming;
    this.record = new RunRecord(memory.fork(), now);
    this.#callIds = new CallIds(this.record.history, newId);
    this.#memory = memory;
    this.#onEnd = onEnd;
    const info = { runId: this.id, agent, model: client.model, provider: client.provider };
    this.#log = new EventLog(logger, info, (warning) => this.push(warning));
    this.#callerSignal = options.signal;
    this.request = {
      ...mergeRequestOptions(request, options),
      signal: this.#controller.signal,
      onEvent: (notice) => this.push(notice),
    };
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get result(): RunResult {
    this.#result ??= this.record.toResult(this.id);
    return this.#result;
  }

  /** Logs an event on its way to the consumer. */
  emit<Event extends AgentEvent>(event: Event): Event {
    return this.#log.note(event);
  }

  /** Adds an event from beside the loop; the loop yields it when it waits next. */
  push(event: AgentEvent): void {
    if (!this.#activity?.push(event)) this.#notices.push(event);
  }

  /** See {@link CallIds.claim}. */
  claimCallId(wanted: string): string {
    return this.#callIds.claim(wanted);
  }

  begin(): void {
    if (this.#callerSignal?.aborted) this.#abortByCaller();
    else this.#callerSignal?.addEventListener('abort', this.#abortByCaller, { once: true });
  }

  /**
   * Starts work that the loop then waits for.
   * @param onAbort makes the work end soon; without it an abort ends the wait itself
   */
  start<T>(work: () => Promise<T>, onAbort?: () => void): Activity<T> {
    this.throwIfAborted();
    const activity = new Activity<T>();
    for (const notice of this.#notices.splice(0)) activity.push(notice);
    this.#activity = activity;
    this.#onAbort = onAbort ?? (() => activity.interrupt(this.#abortError()));
    activity.watch(work());
    return activity;
  }

  throwIfAborted(): void {
    if (this.signal.aborted) throw this.#abortError();
  }

  /** Ends the request to the model, all running tools, and the loop's wait for them. */
  abort(reason?: unknown): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    this.#onAbort?.();
  }

  /** Takes what ended the loop: an abort, a failure of the model, or a mistake of the developer, which is thrown in any case. */
  fail(error: unknown): void {
    const aborted = this.signal.aborted;
    this.record.status = aborted ? 'aborted' : 'error';
    if (!aborted) this.record.addError(errorMessage(error));
    const developer = isToolwrightError(error) && error.blame === 'developer';
    if (this.settings.onFailure === 'throw' || (developer && !aborted)) {
      this.failure = { error: aborted ? this.#abortError() : error };
    }
  }

  /**
   * Gives the conversation back to the agent.
   * @param left whether the consumer left before the end; a run that is still going is aborted then
   */
  end(left: boolean): void {
    if (this.record.status === 'running') {
      this.abort(new Error('Nobody reads the run any more.'));
      this.record.status = 'aborted';
    }
    this.#callerSignal?.removeEventListener('abort', this.#abortByCaller);
    const { result } = this;
    this.#memory.commit(this.record.history);
    if (left) this.lastEvents();
    this.#onEnd?.({ result, failure: this.failure });
  }

  /** What is left to tell, logged already, so that no log lacks the end of a run. */
  lastEvents(): AgentEvent[] {
    const end: AgentEvent = { type: 'run-end', result: this.result };
    return [...this.#notices.splice(0).map((notice) => this.emit(notice)), this.emit(end)];
  }

  readonly #abortByCaller = (): void => this.abort(this.#callerSignal?.reason);

  #abortError(): ToolwrightError {
    return new ToolwrightError('ABORTED', 'The run was aborted.', {
      blame: 'user',
      cause: this.signal.reason,
    });
  }
}
