import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { errorMessage } from '@toolwright/contract';
import type { Conversation } from '../conversation.js';
import type { TaskSettings } from './task-options.js';

/** The state of a task without its questions. */
type State =
  | { readonly status: 'working' | 'cancelled' }
  | { readonly status: 'completed'; readonly result: object }
  | { readonly status: 'failed'; readonly statusMessage: string; readonly error: object };

/** A call whose client polls for its result. */
export class Task {
  readonly id = randomUUID();
  /** The owner of the token with which the call was made. */
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

  /** The task without its result. */
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

  /** Aborts the call unless it has ended. */
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

/** The state for an error: the error with which the request would have been answered. */
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
