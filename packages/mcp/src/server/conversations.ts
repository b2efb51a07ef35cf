import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { findToken, ownerOf } from '../http/verified-token.js';
import { Conversation } from './conversation.js';
import { type Peer, type Question, sessionPeer } from './peer.js';
import type { Tasks } from './tasks/tasks.js';

/** The tool or prompt that a client asks for, with its arguments. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
}

/**
 * The calls that wait for answers of their clients. Since 2026-07-28 a question is the result of the request (`input_required`), and the
 * client repeats the request with the answer. The waiting call then continues; it is not started again.
 */
export class Conversations {
  /** The waiting calls, by the request state that the client sends back. */
  readonly #waiting = new Map<string, { readonly conversation: Conversation; readonly request: Repeated }>();
  readonly #running = new Set<Conversation>();
  readonly #tasks: Tasks | undefined;

  /** @param tasks continues tool calls that take long */
  constructor(tasks?: Tasks) {
    this.#tasks = tasks;
  }

  /** Serves a request. @param run starts the call; not called for a repeated request, whose waiting call continues */
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
      owner: ownerOf(findToken(context)),
    };
    const taskMs = method === 'tools/call' ? this.#tasks?.delayFor(params.name, context) : undefined;
    const state = context.mcpReq.requestState();
    const conversation = state === undefined ? new Conversation(run) : this.#take(String(state), request);
    this.#running.add(conversation);
    let isWaiting = false;
    try {
      let reply = await conversation.next(context, taskMs);
      // No further task is possible by now, so the client waits for this call.
      if (reply.kind === 'task' && this.#tasks?.isFull) reply = await conversation.next(context);
      isWaiting = reply.kind === 'questions';
      if (reply.kind === 'questions') return this.#wait(conversation, request, reply.questions);
      const result = reply.kind === 'result' ? reply.result : this.#tasks?.create(conversation, context);
      // A conversation belongs to one method, so this is a result of that method. The SDK's types do not include tasks.
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

  /** Takes the waiting call that a request state belongs to. A different request must not continue it. */
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

/** The maximum number of waiting calls. Beyond that, the oldest is aborted. */
const MAX_WAITING = 1_000;

/** The parts of a request that must be equal in its repetition. */
interface Repeated {
  readonly method: string;
  readonly name: string;
  readonly args: unknown;
  /** The owner of its token. */
  readonly owner: string;
}
