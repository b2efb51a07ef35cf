import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { formatCount, isRecord, shortenText, ToolwrightError } from '@toolwright/contract';
import { readNulls } from './absent-nulls.js';
import { MAX_MESSAGE_BYTES } from './limit-response.js';
import { isListMethod, setAside } from './listed.js';

/** What the border reports. */
interface BorderListeners {
  /** A response to a request of ours has arrived. */
  readonly onResponse: (id: unknown) => void;
  /** Something of a message was left out. */
  readonly onWarning: (error: Error) => void;
  /** The server speaks the current revision, but its answer came so late that it was taken for an older one. */
  readonly onLateAnswer: () => void;
}

/** The key under which a task that a call has become passes the SDK. */
export const CREATED_TASK = 'toolwright/task';

/** The key under which the result of a call passes the SDK. */
export const CALL_RESULT = 'toolwright/result';

/**
 * Stands between a server and the SDK, in all phases of a connection. What the SDK would refuse or mistake for something else is judged here:
 *
 * - The text of each message: null is read as an absent member.
 * - Ids: the SDK converts them to numbers, so the answer to a request of nobody would answer one of ours.
 * - Since 2026-07-28 the SDK refuses a whole list for one bad entry, and a whole result for one bad part, so these pass it unread.
 * - The SDK does not know a call that has become a task.
 * - The SDK finishes each message before it gets the next. It handles notifications later than answers, so the last progress of a call
 *   would be lost if its answer came in the same chunk.
 */
export class Border {
  /** Methods of the requests without an answer, by id. */
  readonly #requests = new Map<unknown, string>();
  readonly #server: string;
  readonly #failed = new AbortController();
  #listeners: BorderListeners | undefined;
  #hasWarned = false;
  /** What the first question has shown: whether the server speaks the current revision. */
  #isCurrent = false;
  /** The first question had no answer in time, and another one went out that older servers understand. */
  #isTakenForOlder = false;

  /** @param server For errors: `The server 'files'`. */
  constructor(server: string) {
    this.#server = server;
  }

  /** Aborted when nothing more is read from the server; the reason is a `ToolwrightError`. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Nothing more is read from the server: a message was too large. */
  fail(): void {
    const error = this.tooLarge();
    this.#listeners?.onWarning(error);
    this.#failed.abort(error);
  }

  readonly tooLarge = (): ToolwrightError => {
    const message = `${this.#server} sent a message of more than ${formatCount(MAX_MESSAGE_BYTES)} bytes.`;
    return new ToolwrightError('INVALID_RESPONSE', message, { blame: 'provider' });
  };

  listen(listeners: BorderListeners): void {
    this.#listeners = listeners;
  }

  /** The text of one message, or of several in a list, as the SDK can read it. */
  readonly readText = (text: string): string => {
    const { text: clean, absent } = readNulls(text, (id) => this.#requests.get(id));
    if (absent.length > 0 && !this.#hasWarned) {
      this.#hasWarned = true;
      const names = absent.map((name) => `'${shortenText(name, 100)}'`).slice(0, 5);
      this.warn(`Null is read as absent for ${names.join(', ')}, here and in later messages.`);
    }
    return clean;
  };

  /** Whether a request with this method waits for its answer. */
  awaits(method: string): boolean {
    return [...this.#requests.values()].includes(method);
  }

  warn(message: string): void {
    this.#listeners?.onWarning(new Error(message));
  }

  /** Before the SDK gets the transport: it sets `onmessage` several times. */
  guard(transport: Transport): void {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if ('method' in message && 'id' in message) this.#note(message.id, message.method);
      else if ('method' in message && message.method === 'notifications/cancelled')
        this.#requests.delete(message.params?.requestId);
      return send(message, options).catch((error: unknown) => {
        if ('id' in message) this.#requests.delete(message.id);
        throw error;
      });
    };
    let deliver: Transport['onmessage'];
    let turn: Promise<void> = Promise.resolve();
    const receive: NonNullable<Transport['onmessage']> = (message, extra) => {
      const given = this.#judge(message);
      if (given === undefined) return;
      turn = turn
        .then(() => deliver?.(given, extra))
        .catch((error) => transport.onerror?.(error))
        // Handlers of notifications start one microtask after delivery.
        .then(() => undefined);
    };
    Object.defineProperty(transport, 'onmessage', {
      configurable: true,
      get: () => deliver && receive,
      set: (handler: Transport['onmessage']) => {
        if (handler !== receive) deliver = handler;
      },
    });
  }

  #note(id: unknown, method: string): void {
    if (method === 'initialize' && (this.#isCurrent || this.awaits(FIRST_QUESTION))) {
      this.#isTakenForOlder = true;
      // The answer came after the SDK had stopped to wait, and before it asked again.
      if (this.#isCurrent) this.#listeners?.onLateAnswer();
    }
    this.#requests.set(id, method);
  }

  /** Undefined for a message that concerns nothing of ours. */
  #judge(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if ('method' in message) {
      const token = message.method === 'notifications/progress' ? message.params?.progressToken : undefined;
      if (token === undefined || typeof token === 'number') return message;
      this.warn(`A report of progress for ${JSON.stringify(token)} was ignored: no request has this token.`);
      return undefined;
    }
    const { id } = message;
    // An error about a message that could not be read.
    if (id === undefined) return message;
    const method = this.#requests.get(id);
    if (method === undefined) {
      const shown = shortenText(JSON.stringify(id), MAX_ID);
      this.warn(`A response with the id ${shown} was ignored: no request with this id waits for one.`);
      return undefined;
    }
    this.#requests.delete(id);
    this.#listeners?.onResponse(id);
    if (method === FIRST_QUESTION && 'result' in message) {
      this.#isCurrent = speaksCurrent(message.result);
      if (this.#isTakenForOlder) {
        if (this.#isCurrent) this.#listeners?.onLateAnswer();
        return undefined;
      }
    }
    return 'result' in message ? { ...message, result: hide(method, message.result) } : message;
  }
}

const MAX_ID = 100;

/** Asks which revisions a server speaks. Older servers do not know it. */
const FIRST_QUESTION = 'server/discover';

function speaksCurrent({ supportedVersions }: Result): boolean {
  return Array.isArray(supportedVersions) && supportedVersions.includes('2026-07-28');
}

type Result = Readonly<Record<string, unknown>>;

/** What the SDK gets instead of a result that it would refuse. */
function hide<Given extends Result>(method: string, result: Given): Given {
  if (isListMethod(method)) return setAside(method, result);
  // The SDK answers the questions of such a result.
  if (method !== 'tools/call' || result.resultType === 'input_required') return result;
  const isTask = result.resultType === 'task' || isRecord(result.task);
  const key = isTask ? CREATED_TASK : CALL_RESULT;
  const hidden: Result = { resultType: 'complete', content: [], [key]: result };
  // The caller puts it back.
  return hidden as Given;
}
