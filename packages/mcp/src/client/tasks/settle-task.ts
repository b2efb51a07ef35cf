import { setTimeout as sleep } from 'node:timers/promises';
import type { Progress } from '@modelcontextprotocol/client';
import { isRecord, shortenText, ToolwrightError } from '@toolwright/contract';
import { unlessAborted } from '../../wire/unless-aborted.js';
import { lost } from '../failure.js';

type Result = Readonly<Record<string, unknown>>;

/** A task's connection to its server. */
export interface TaskPort {
  /** The server's name, for error messages. */
  readonly server: string;
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    settings: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number },
  ): Promise<Record<string, unknown>>;
  /** Passes a question from the server to the user or a model, and returns the answer. */
  answer(question: unknown): Promise<unknown>;
  /** Aborted when the connection is closed. */
  readonly ended: AbortSignal;
}

export interface TaskCall {
  readonly tool: string;
  readonly signal?: AbortSignal | undefined;
  readonly onprogress?: ((progress: Progress) => void) | undefined;
}

/**
 * Waits for the result of a call that the server has turned into a task. Cancels the task if the wait ends early.
 * @param created the response to the call
 * @throws ToolwrightError `TOOL_FAILED` if the task fails or the server cancels it, `ABORTED`, `INVALID_RESPONSE`, or an error of a request
 */
export async function settleTask(created: unknown, port: TaskPort, call: TaskCall): Promise<Result> {
  const task = new RemoteTask(readTask(created, port.server), port, call);
  try {
    return await task.settle();
  } catch (error) {
    if (port.ended.aborted) throw lost(port.server, `while '${call.tool}' was running`, error);
    if (!task.hasEnded) await task.cancel();
    if (!call.signal?.aborted) throw error;
    const message = `The request was aborted while '${call.tool}' was running.`;
    throw new ToolwrightError('ABORTED', message, { blame: 'user', cause: error });
  }
}

class RemoteTask {
  readonly #port: TaskPort;
  readonly #call: TaskCall;
  #state: TaskState;
  readonly #answered = new Set<string>();
  #reports = 0;

  constructor(state: TaskState, port: TaskPort, call: TaskCall) {
    this.#state = state;
    this.#port = port;
    this.#call = call;
  }

  get hasEnded(): boolean {
    return ENDED.has(this.#state.status);
  }

  async settle(): Promise<Result> {
    const signals = [this.#port.ended, ...(this.#call.signal === undefined ? [] : [this.#call.signal])];
    const signal = AbortSignal.any(signals);
    for (;;) {
      const state = this.#state;
      this.#report(state);
      // Up to 2025-11-25, a server asks its questions during the request for the result.
      if (state.era === 'session' && state.status !== 'working') return this.#fetchResult(state);
      switch (state.status) {
        case 'completed':
          return this.#read(state.result);
        case 'failed':
          throw this.#failed(state.message);
        case 'cancelled':
          throw this.#failed('The server cancelled the task.');
        case 'input_required':
          await this.#answer(state.questions, signal);
          break;
        case 'working':
          break;
        default:
          state satisfies never;
      }
      await sleep(state.pollMs, undefined, { signal });
      this.#state = await this.#poll();
    }
  }

  /** Cancels the task, if the server supports this. Failures are ignored. */
  async cancel(): Promise<void> {
    const { taskId } = this.#state;
    const signal = AbortSignal.timeout(CANCEL_MS);
    await this.#port.request('tasks/cancel', { taskId }, { signal }).catch(() => undefined);
  }

  /** Reads the state of the task. Network errors are retried, because reading has no side effects. */
  async #poll(): Promise<TaskState> {
    const { taskId, era } = this.#state;
    const { signal } = this.#call;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#port.request('tasks/get', { taskId }, { signal });
        return readTask(era === 'session' ? { task: answer } : answer, this.#port.server);
      } catch (error) {
        const isLost = Reflect.get(Object(error), 'code') === 'NETWORK';
        if (!isLost || attempt >= MAX_ATTEMPTS || this.#port.ended.aborted) throw error;
        await sleep(this.#state.pollMs * attempt, undefined, { signal: this.#port.ended });
      }
    }
  }

  async #fetchResult({ taskId, status }: TaskState): Promise<Result> {
    if (status === 'cancelled') throw this.#failed('The server cancelled the task.');
    const { signal } = this.#call;
    return this.#read(await this.#port.request('tasks/result', { taskId }, { signal, timeoutMs: PATIENCE }));
  }

  async #answer(questions: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void> {
    const open = Object.entries(questions).filter(([key]) => !this.#answered.has(key));
    if (open.length === 0) return;
    if (this.#answered.size + open.length > MAX_QUESTIONS) {
      throw invalid(this.#port.server, `more than ${MAX_QUESTIONS} questions for one task`);
    }
    const answers: [string, unknown][] = [];
    for (const [key, question] of open) {
      this.#answered.add(key);
      // A person may take any time.
      answers.push([key, await unlessAborted(signal, () => this.#port.answer(question))]);
    }
    const inputResponses = Object.fromEntries(answers);
    const { taskId } = this.#state;
    await this.#port.request('tasks/update', { taskId, inputResponses }, { signal });
  }

  #report({ statusMessage }: TaskState): void {
    if (statusMessage === undefined) return;
    this.#reports += 1;
    this.#call.onprogress?.({ progress: this.#reports, message: statusMessage });
  }

  #read(result: unknown): Result {
    if (isRecord(result)) return result;
    throw invalid(this.#port.server, `a task of '${this.#call.tool}' without a tool result`);
  }

  #failed(message: string): ToolwrightError {
    return new ToolwrightError('TOOL_FAILED', message, { blame: 'tool' });
  }
}

function invalid(server: string, what: string): ToolwrightError {
  return new ToolwrightError('INVALID_RESPONSE', `${server} sent ${what}.`, { blame: 'provider' });
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** The maximum time for a person to answer, in milliseconds. */
const PATIENCE = 10 * 60_000;
const CANCEL_MS = 5_000;
const MAX_ATTEMPTS = 3;
/** The maximum number of questions, so that a server cannot ask endlessly. */
const MAX_QUESTIONS = 100;

/** The state of a server's task. */
type TaskState = TaskBase &
  (
    | { readonly status: 'working' | 'cancelled' }
    | { readonly status: 'completed'; readonly result: unknown }
    | { readonly status: 'failed'; readonly message: string }
    | { readonly status: 'input_required'; readonly questions: Readonly<Record<string, unknown>> }
  );

interface TaskBase {
  readonly taskId: string;
  /** `session`: the experimental tasks of 2025-11-25. `stateless`: the tasks extension of 2026-07-28. */
  readonly era: 'session' | 'stateless';
  /** The polling interval in milliseconds. */
  readonly pollMs: number;
  readonly statusMessage: string | undefined;
}

/**
 * Reads a task that a server sent.
 * @throws ToolwrightError `INVALID_RESPONSE`
 */
function readTask(sent: unknown, server: string): TaskState {
  const era = isRecord(sent) && isRecord(sent.task) ? 'session' : 'stateless';
  const raw: Readonly<Record<string, unknown>> = Object(era === 'session' ? Object(sent).task : sent);
  const { taskId, status, statusMessage } = raw;
  if (typeof taskId !== 'string' || taskId === '' || taskId.length > MAX_ID)
    throw invalid(server, 'a task that cannot be read');
  const base: TaskBase = {
    taskId,
    era,
    pollMs: pollOf(era === 'session' ? raw.pollInterval : raw.pollIntervalMs),
    statusMessage: typeof statusMessage === 'string' ? shortenText(statusMessage, MAX_MESSAGE) : undefined,
  };
  switch (status) {
    case 'working':
    case 'cancelled':
      return { ...base, status };
    case 'completed':
      return { ...base, status, result: raw.result };
    case 'failed': {
      const { message } = Object(raw.error);
      const text = [message, statusMessage].find((one) => typeof one === 'string');
      return { ...base, status, message: text ?? 'The task failed without a message.' };
    }
    case 'input_required':
      return { ...base, status, questions: isRecord(raw.inputRequests) ? raw.inputRequests : {} };
    default:
      throw invalid(server, 'a task that cannot be read');
  }
}

/** The maximum length of a task id, which is sent in the header `Mcp-Name`. */
const MAX_ID = 1_000;
const MAX_MESSAGE = 2_000;

/** Returns the requested polling interval within limits, so that the client neither floods the server nor waits too long. */
function pollOf(wanted: unknown): number {
  return typeof wanted === 'number'
    ? Math.min(Math.max(wanted, 20), 60_000) || DEFAULT_POLL_MS
    : DEFAULT_POLL_MS;
}

const DEFAULT_POLL_MS = 1_000;
