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
 * Calls that wait for answers of their clients. Since 2026-07-28 the question is the result of the request (`input_required`), and
 * the client repeats the request with the answer. The call itself goes on where it waited: it is not started again.
 */
export class Conversations {
  /** By the state that the client repeats. */
  readonly #waiting = new Map<string, { readonly conversation: Conversation; readonly request: Repeated }>();
  readonly #running = new Set<Conversation>();
  readonly #tasks: Tasks | undefined;

  /** @param tasks where calls of tools go on that take long */
  constructor(tasks?: Tasks) {
    this.#tasks = tasks;
  }

  /** @param run starts the call; for a repeated request, the call that waits goes on */
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
      // Others were faster: the client waits for this one.
      if (reply.kind === 'task' && this.#tasks?.isFull) reply = await conversation.next(context);
      isWaiting = reply.kind === 'questions';
      if (reply.kind === 'questions') return this.#wait(conversation, request, reply.questions);
      const result = reply.kind === 'result' ? reply.result : this.#tasks?.create(conversation, context);
      // A conversation belongs to one method, so its result is of that method. The SDK's types do not know tasks.
      return result as Result;
    } finally {
      if (!isWaiting) this.#running.delete(conversation);
    }
  }

  /** Aborts all calls. */
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

  /** The state belongs to one request: another one must not get its answers. */
  #take(state: string, request: Repeated): Conversation {
    const waiting = this.#waiting.get(state);
    if (waiting === undefined || !isDeepStrictEqual(waiting.request, request)) {
      const message = 'This server does not know the requestState, or no longer. Call the tool again.';
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

/** Any client can ask for more calls that wait, so the oldest ends. */
const MAX_WAITING = 1_000;

/** What makes a request the repetition of another one. */
interface Repeated {
  readonly method: string;
  readonly name: string;
  readonly args: unknown;
  /** Whom its token belongs to. */
  readonly owner: string;
}
