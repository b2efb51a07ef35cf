import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers';
import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { errorMessage, isRecord } from '@toolwright/contract';
import { ownerIn } from '../../http/verified-token.js';
import type { Conversation } from '../conversation.js';
import { capabilitiesOf } from '../peer.js';
import { TASKS, type TaskSettings } from './task-options.js';

/** The tasks of all clients of a server, kept in memory. */
export class Tasks {
  readonly #settings: TaskSettings;
  readonly #tasks = new Map<string, { readonly task: Task; readonly timer: NodeJS.Timeout }>();

  constructor(settings: TaskSettings) {
    this.#settings = settings;
  }

  /**
   * Returns the time after which a call becomes a task, in milliseconds; undefined for never.
   * @throws ProtocolError if the policy requires tasks and the client does not support them
   */
  delayFor(tool: string, context: ServerContext): number | undefined {
    const policy = this.#settings.when(tool);
    if (!knowsTasks(context)) {
      if (policy === 'required') throw notDeclared();
      return undefined;
    }
    if (policy === 'never' || this.isFull) return undefined;
    return policy === 'always' ? 0 : this.#settings.afterMs;
  }

  get isFull(): boolean {
    return this.#tasks.size >= this.#settings.maxTasks;
  }

  /** Creates a task. @returns the response to the request */
  create(conversation: Conversation, context: ServerContext): object {
    const task = new Task(conversation, ownerIn(context), this.#settings);
    // The timer does not keep the process alive, because the client may never return.
    const timer = setTimeout(() => this.#drop(task.id), this.#settings.ttlMs).unref();
    this.#tasks.set(task.id, { task, timer });
    return { resultType: 'task', ...task.summary };
  }

  addTo(server: Server): void {
    server.setRequestHandler('tasks/get', { params: ANYTHING }, async (params, context) => ({
      ...this.#get(params, context).details,
    }));
    server.setRequestHandler('tasks/update', { params: ANYTHING }, async (params, context) => {
      // The SDK moves the answers from the parameters to the context.
      this.#get(params, context).answer(context.mcpReq.inputResponses ?? {});
      return {};
    });
    server.setRequestHandler('tasks/cancel', { params: ANYTHING }, async (params, context) => {
      this.#get(params, context).cancel();
      return {};
    });
  }

  close(): void {
    for (const id of [...this.#tasks.keys()]) this.#drop(id);
  }

  #get(params: unknown, context: ServerContext): Task {
    if (context.mcpReq.envelope === undefined) {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Tasks require revision 2026-07-28.');
    }
    if (!knowsTasks(context)) throw notDeclared();
    const { taskId } = Object(params);
    const found = typeof taskId === 'string' ? this.#tasks.get(taskId)?.task : undefined;
    // Tasks of other owners are treated as unknown.
    if (found?.owner === ownerIn(context)) return found;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The task is unknown or has expired.');
  }

  #drop(id: string): void {
    const found = this.#tasks.get(id);
    if (found === undefined) return;
    this.#tasks.delete(id);
    clearTimeout(found.timer);
    found.task.cancel();
  }
}

/** Accepts any parameters, because the handlers validate them. */
export const ANYTHING = {
  '~standard': { version: 1, vendor: 'toolwright', validate: (value: unknown) => ({ value }) },
} as const;

function knowsTasks(context: ServerContext): boolean {
  if (context.mcpReq.envelope === undefined) return false;
  return isRecord(Object(capabilitiesOf(context).extensions)[TASKS]);
}

function notDeclared(): Error {
  // The SDK's type does not include extensions.
  const requiredCapabilities = { extensions: { [TASKS]: {} } };
  return new MissingRequiredClientCapabilityError({ requiredCapabilities });
}

/** The state of a task, except for its questions. */
type State =
  | { readonly status: 'working' | 'cancelled' }
  | { readonly status: 'completed'; readonly result: object }
  | { readonly status: 'failed'; readonly statusMessage: string; readonly error: object };

/** A call that continues while the client polls for its result. */
class Task {
  readonly id = randomUUID();
  /** The owner of the token that was used for the call. */
  readonly owner: string;
  readonly #conversation: Conversation;
  readonly #settings: TaskSettings;
  readonly #createdAt = new Date();
  #updatedAt = this.#createdAt;
  #state: State = { status: 'working' };

  constructor(conversation: Conversation, owner: string, settings: TaskSettings) {
    this.#conversation = conversation;
    this.owner = owner;
    this.#settings = settings;
    conversation.onQuestions = () => this.#touch();
    conversation.result.then(
      (result) => this.#end({ status: 'completed', result }),
      (error: unknown) => this.#end(failed(error)),
    );
  }

  /** Describes the task without its result. */
  get summary(): object {
    return {
      taskId: this.id,
      status: this.#status,
      createdAt: this.#createdAt.toISOString(),
      lastUpdatedAt: this.#updatedAt.toISOString(),
      ttlMs: this.#settings.ttlMs,
      pollIntervalMs: this.#settings.pollIntervalMs,
    };
  }

  get details(): object {
    const { status: _, ...state } = this.#state;
    const questions = this.#questions;
    return { ...this.summary, ...state, ...(questions === undefined ? {} : { inputRequests: questions }) };
  }

  answer(answers: Readonly<Record<string, unknown>>): void {
    if (this.#state.status !== 'working') return;
    this.#conversation.takeAnswers(answers);
    this.#touch();
  }

  /** Aborts the call unless it is already finished. */
  cancel(): void {
    this.#end({ status: 'cancelled' });
    this.#conversation.abort();
  }

  get #status(): string {
    return this.#questions === undefined ? this.#state.status : 'input_required';
  }

  get #questions(): object | undefined {
    const { questions } = this.#conversation;
    const isAsking = this.#state.status === 'working' && Object.keys(questions).length > 0;
    return isAsking ? questions : undefined;
  }

  #end(state: State): void {
    if (this.#state.status !== 'working') return;
    this.#state = state;
    this.#touch();
  }

  #touch(): void {
    this.#updatedAt = new Date();
  }
}

/** Returns the task state for an error. It contains the error that would otherwise be the response to the request. */
function failed(thrown: unknown): State {
  const message = errorMessage(thrown);
  const { code, data } =
    thrown instanceof ProtocolError ? thrown : { code: ProtocolErrorCode.InternalError, data: undefined };
  return {
    status: 'failed',
    statusMessage: message,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}
