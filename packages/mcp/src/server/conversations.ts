import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ownerIn } from '../http/verified-token.js';
import { Conversation } from './conversation.js';
import { type Peer, type Question, sessionPeer } from './peer.js';
import type { Tasks } from './tasks/tasks.js';

/** The tool or prompt that a client requests, with its arguments. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
}

/**
 * Calls that are waiting for answers from their clients. Since 2026-07-28, a question is the result of the request (`input_required`), and
 * the client repeats the request with the answer. The waiting call then continues; it is not started again.
 */
export class Conversations {
  /** The waiting calls, by the request state that the client sends back. */
  readonly #waiting = new Map<string, { readonly conversation: Conversation; readonly request: Repeated }>();
  readonly #running = new Set<Conversation>();
  readonly #tasks: Tasks | undefined;

  /** @param tasks continues long tool calls */
  constructor(tasks?: Tasks) {
    this.#tasks = tasks;
  }

  /** Serves a request. @param run starts the call; not used for a repeated request, which continues the waiting call */
  async serve<Result extends object>(
    server: Server,
    params: CallParams,
    context: ServerContext,
    run: (peer: Peer) => Promise<Result>,
  ): Promise<Result | InputRequiredResult> {
    if (context.mcpReq.envelope === undefined) return run(sessionPeer(server, context));
    const { method } = context.mcpReq;
    const request = {
      method,
      name: params.name,
      args: params.arguments ?? {},
      owner: ownerIn(context),
    };
    const taskMs = method === 'tools/call' ? this.#tasks?.delayFor(params.name, context) : undefined;
    const state = context.mcpReq.requestState();
    const conversation = state === undefined ? new Conversation(run) : this.#take(String(state), request);
    this.#running.add(conversation);
    let isWaiting = false;
    try {
      let reply = await conversation.next(context, taskMs);
      // The maximum number of tasks was reached in the meantime, so the client waits for this call.
      if (reply.kind === 'task' && this.#tasks?.isFull) reply = await conversation.next(context);
      isWaiting = reply.kind === 'questions';
      if (reply.kind === 'questions') return this.#wait(conversation, request, reply.questions);
      const result = reply.kind === 'result' ? reply.result : this.#tasks?.create(conversation, context);
      // A conversation belongs to one method, so this is a result of that method. Only the tasks are missing from the SDK's types.
      return result as Result;
    } finally {
      if (!isWaiting) this.#running.delete(conversation);
    }
  }

  close(): void {
    for (const conversation of this.#running) conversation.abort();
    this.#running.clear();
    this.#waiting.clear();
    this.#tasks?.close();
  }

  #wait(
    conversation: Conversation,
    request: Repeated,
    inputRequests: Record<string, Question>,
  ): InputRequiredResult {
    const requestState = randomUUID();
    this.#waiting.set(requestState, { conversation, request });
    conversation.onEnd(() => {
      this.#waiting.delete(requestState);
      this.#running.delete(conversation);
    });
    this.#limit();
    return { resultType: 'input_required', inputRequests, requestState };
  }

  /** Removes and returns the waiting call with the given request state. A different request must not continue that call. */
  #take(state: string, request: Repeated): Conversation {
    const waiting = this.#waiting.get(state);
    if (waiting === undefined || !isDeepStrictEqual(waiting.request, request)) {
      const message = 'The requestState is unknown or has expired. Call the tool again.';
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    this.#waiting.delete(state);
    return waiting.conversation;
  }

  #limit(): void {
    const [oldest] = this.#waiting.values();
    if (this.#waiting.size > MAX_WAITING) oldest?.conversation.abort();
  }
}

/** The maximum number of waiting calls. Beyond it, the oldest call is aborted. */
const MAX_WAITING = 1_000;

/** The parts of a request that must be identical when it is repeated. */
interface Repeated {
  readonly method: string;
  readonly name: string;
  readonly args: unknown;
  /** The owner of the request's token. */
  readonly owner: string;
}
