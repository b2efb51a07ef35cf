import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { formatCount, isRecord, shortenText, ToolwrightError } from '@toolwright/contract';
import { readNulls } from './absent-nulls.js';
import { MAX_MESSAGE_BYTES } from './limit-response.js';
import { isListMethod, setAside } from './listed.js';

interface BorderListeners {
  /** Called when a response to a request of this client has arrived. */
  readonly onResponse: (id: unknown) => void;
  /** Called when a part of a message was removed or ignored. */
  readonly onWarning: (error: Error) => void;
  /** Called when the server supports the current revision, but answered so late that the client was already trying an older one. */
  readonly onLateAnswer: () => void;
}

/** The key that hides a newly created task from the SDK. */
export const CREATED_TASK = 'toolwright/task';

/** The key that hides the result of a call from the SDK. */
export const CALL_RESULT = 'toolwright/result';

/**
 * Filters all messages between a server and the SDK, and works around limitations of the SDK:
 *
 * - Members whose value is null are removed.
 * - The SDK converts ids to numbers, so a response with a wrong id could answer another request. Such responses are ignored.
 * - Since 2026-07-28, the SDK refuses a whole list for one bad entry, and a whole result for one bad part. Lists and results are hidden.
 * - The SDK does not support calls that become tasks. Tasks are hidden.
 * - The SDK handles notifications later than responses, so the last progress of a call would be lost if its response arrived in the same
 *   chunk. Messages are therefore delivered one after another.
 */
export class Border {
  /** The methods of the unanswered requests, by id. */
  readonly #requests = new Map<unknown, string>();
  readonly #server: string;
  readonly #failed = new AbortController();
  #listeners: BorderListeners | undefined;
  #hasWarned = false;
  /** Whether the answer to the first question showed that the server supports the current revision. */
  #isCurrent = false;
  /** Whether the client is trying an older revision, because the first question was not answered in time. */
  #isTakenForOlder = false;

  /** @param server the server's name, for error messages */
  constructor(server: string) {
    this.#server = server;
  }

  /** Aborted when reading from the server stops. The reason is a `ToolwrightError`. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Stops reading from the server after a message that was too large. */
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

  /** Converts the text of one message or a batch to text accepted by the SDK. */
  readonly readText = (text: string): string => {
    const { text: clean, absent } = readNulls(text, (id) => this.#requests.get(id));
    if (absent.length > 0 && !this.#hasWarned) {
      this.#hasWarned = true;
      const names = absent.map((name) => `'${shortenText(name, 100)}'`).slice(0, 5);
      this.warn(`Null is treated as absent for ${names.join(', ')}, here and in later messages.`);
    }
    return clean;
  };

  /** Whether there is an unanswered request with this method. */
  awaits(method: string): boolean {
    return [...this.#requests.values()].includes(method);
  }

  warn(message: string): void {
    this.#listeners?.onWarning(new Error(message));
  }

  /** Wraps a transport. Must be called before the transport is passed to the SDK, because the SDK sets `onmessage` several times. */
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
        // Notification handlers start one microtask after delivery.
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
      // The answer arrived after the SDK stopped waiting for it, but before the SDK sent `initialize`.
      if (this.#isCurrent) this.#listeners?.onLateAnswer();
    }
    this.#requests.set(id, method);
  }

  /** Returns the message for the SDK, or undefined for a message to ignore. */
  #judge(message: JSONRPCMessage): JSONRPCMessage | undefined {
    if ('method' in message) {
      const token = message.method === 'notifications/progress' ? message.params?.progressToken : undefined;
      if (token === undefined || typeof token === 'number') return message;
      this.warn(
        `A progress notification for ${JSON.stringify(token)} was ignored: no request has this token.`,
      );
      return undefined;
    }
    const { id } = message;
    if (id === undefined) return message; // an error about an unreadable message
    const method = this.#requests.get(id);
    if (method === undefined) {
      const shown = shortenText(JSON.stringify(id), MAX_ID);
      this.warn(`A response with the id ${shown} was ignored: no unanswered request has this id.`);
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

/** The request that asks for a server's revisions; older servers do not support it. */
const FIRST_QUESTION = 'server/discover';

function speaksCurrent({ supportedVersions }: Result): boolean {
  return Array.isArray(supportedVersions) && supportedVersions.includes('2026-07-28');
}

type Result = Readonly<Record<string, unknown>>;

/** Wraps a result that the SDK would refuse in a result that it accepts. */
function hide<Given extends Result>(method: string, result: Given): Given {
  if (isListMethod(method)) return setAside(method, result);
  // The SDK handles `input_required` results itself.
  if (method !== 'tools/call' || result.resultType === 'input_required') return result;
  const isTask = result.resultType === 'task' || isRecord(result.task);
  const key = isTask ? CREATED_TASK : CALL_RESULT;
  const hidden: Result = { resultType: 'complete', content: [], [key]: result };
  return hidden as Given; // the caller restores the result
}
