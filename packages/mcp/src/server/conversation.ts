import { setImmediate, setTimeout } from 'node:timers';
import {
  CreateMessageResultSchema,
  ElicitResultSchema,
  ListRootsResultSchema,
} from '@modelcontextprotocol/core';
import {
  type ClientCapabilities,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { capabilitiesOf, notifierOf, PATIENCE, type Peer, type Question } from './peer.js';

/** The response to a request: the result of the call, questions for the client, or a task that continues the call. */
export type Reply =
  | { readonly kind: 'result'; readonly result: object }
  | { readonly kind: 'questions'; readonly questions: Record<string, Question> }
  | { readonly kind: 'task' };

interface Open {
  readonly question: Question;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** One call and the requests that carry its questions and answers. */
export class Conversation {
  readonly #run: (peer: Peer) => Promise<object>;
  readonly #end = new AbortController();
  readonly #open = new Map<string, Open>();
  #result: Promise<object> | undefined;
  /** The request that is currently in progress. */
  #context: ServerContext | undefined;
  #reply: ((reply: Reply) => void) | undefined;
  #asked = 0;
  /** The error for a question that the client does not support. */
  #missing: Error | undefined;
  #patience: NodeJS.Timeout | undefined;
  /** Called when the call asks a question while no request is in progress. */
  onQuestions: (() => void) | undefined;

  constructor(run: (peer: Peer) => Promise<object>) {
    this.#run = run;
  }

  /** The result of the call, once it has started. */
  get result(): Promise<object> {
    return this.#result ?? Promise.reject(new Error('The call has not started.'));
  }

  get questions(): Record<string, Question> {
    return Object.fromEntries([...this.#open].map(([key, { question }]) => [key, question]));
  }

  /**
   * Starts the call, or passes the answers of a repeated request to it.
   * @param taskMs the time after which the call becomes a task, in milliseconds; undefined for never
   */
  async next(context: ServerContext, taskMs?: number): Promise<Reply> {
    clearTimeout(this.#patience);
    const { signal } = context.mcpReq;
    const abort = (): void => this.abort();
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    this.#context = context;
    let timer: NodeJS.Timeout | undefined;
    try {
      const other = new Promise<Reply>((resolve) => {
        this.#reply = resolve;
        if (taskMs !== undefined) timer = setTimeout(() => resolve({ kind: 'task' }), taskMs);
      });
      this.#start(context);
      // If the call becomes a task immediately, its questions belong to the task.
      if (taskMs === 0) return { kind: 'task' };
      this.takeAnswers(context.mcpReq.inputResponses ?? {});
      const result = this.result.then((one): Reply => ({ kind: 'result', result: one }));
      return await Promise.race([result, other]);
    } finally {
      clearTimeout(timer);
      // Once a request was answered, its end does not abort the call.
      signal.removeEventListener('abort', abort);
      this.#context = undefined;
      this.#reply = undefined;
    }
  }

  abort(): void {
    clearTimeout(this.#patience);
    this.#end.abort();
    for (const { reject } of this.#open.values()) reject(this.#end.signal.reason);
    this.#open.clear();
  }

  /** @param listener called when the call is aborted */
  onEnd(listener: () => void): void {
    this.#end.signal.addEventListener('abort', listener, { once: true });
    // The timer does not keep the process alive, because the client may never return.
    this.#patience = setTimeout(() => this.abort(), PATIENCE).unref();
  }

  #start(context: ServerContext): void {
    if (this.#result !== undefined) return;
    const capabilities = capabilitiesOf(context);
    const peer: Peer = {
      ...notifierOf(() => this.#context),
      capabilities,
      progressToken: () => this.#context?.mcpReq._meta?.progressToken,
      signal: this.#end.signal,
      releaseConnection: undefined,
      ask: (question, key) => this.#askIfPossible(question, capabilities, key),
    };
    this.#result = this.#run(peer).then((result) => {
      // The protocol defines a specific error for a call that fails because the client lacks a capability.
      if (this.#missing !== undefined && Reflect.get(result, 'isError') === true) throw this.#missing;
      return result;
    });
    // If the call fails, the error is passed to the next request.
    this.#result.catch(() => undefined);
  }

  async #askIfPossible(
    question: Question,
    capabilities: Peer['capabilities'],
    key?: string,
  ): Promise<unknown> {
    const requiredCapabilities = REQUIRED[question.method];
    const [name = ''] = Object.keys(requiredCapabilities);
    if (capabilities[name] !== undefined) return this.#ask(question, key);
    this.#missing = new MissingRequiredClientCapabilityError({ requiredCapabilities });
    throw this.#missing;
  }

  #ask(question: Question, wanted?: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#end.signal.aborted) {
        reject(this.#end.signal.reason);
        return;
      }
      this.#asked += 1;
      const key = wanted === undefined || this.#open.has(wanted) ? `question-${this.#asked}` : wanted;
      this.#open.set(key, { question, resolve, reject });
      // Questions that a tool asks simultaneously are sent together.
      setImmediate(() => this.#put());
    });
  }

  #put(): void {
    if (this.#open.size === 0) return;
    if (this.#reply === undefined) this.onQuestions?.();
    else this.#reply({ kind: 'questions', questions: this.questions });
  }

  /** Passes answers to the call. Unanswered questions will be asked again. */
  takeAnswers(answers: Readonly<Record<string, unknown>>): void {
    for (const [key, answer] of Object.entries(answers)) {
      const open = this.#open.get(key);
      if (open === undefined) continue;
      this.#open.delete(key);
      const { success, data } = ANSWERS[open.question.method]?.safeParse(answer) ?? { success: false };
      if (success) open.resolve(data);
      else open.reject(new ProtocolError(ProtocolErrorCode.InvalidParams, `The answer '${key}' is invalid.`));
    }
    setImmediate(() => this.#put());
  }
}

/** The capability that a client must declare for each type of question. */
const REQUIRED: Readonly<Record<Question['method'], ClientCapabilities>> = {
  'elicitation/create': { elicitation: {} },
  'sampling/createMessage': { sampling: {} },
  'roots/list': { roots: {} },
};

const ANSWERS: Readonly<Record<string, AnswerSchema>> = {
  'elicitation/create': ElicitResultSchema,
  'sampling/createMessage': CreateMessageResultSchema,
  'roots/list': ListRootsResultSchema,
};

interface AnswerSchema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}
