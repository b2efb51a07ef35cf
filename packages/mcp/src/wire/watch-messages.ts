import type { Transport } from '@modelcontextprotocol/client';
import { isRecord } from '@toolwright/contract';
import { isListMethod, setAside } from './listed.js';

/** Where the SDK would lose or refuse what a server sent. */
export interface MessageWatch {
  /** A response has arrived. */
  readonly onResponse: (id: string | number) => void;
}

/** The key under which a task that a call has become passes the SDK. */
export const CREATED_TASK = 'toolwright/task';

/**
 * Stands between a transport and the SDK.
 *
 * - The SDK finishes each message before it gets the next. It handles notifications later than answers, so the last progress of a call
 *   would be lost if its answer came in the same chunk.
 * - Since 2026-07-28 the SDK refuses a whole list for one bad entry, so lists pass it under another name.
 * - The SDK does not know a call that has become a task.
 */
export function watchMessages(transport: Transport, { onResponse }: MessageWatch): void {
  const deliver = transport.onmessage;
  if (deliver === undefined) return;
  /** Requests whose answers the SDK would refuse, by id. */
  const watched = new Map<unknown, string>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ('method' in message && 'id' in message && isWatched(message.method)) {
      watched.set(message.id, message.method);
    }
    return send(message, options);
  };
  let turn: Promise<void> = Promise.resolve();
  transport.onmessage = (message, extra) => {
    let given = message;
    if (!('method' in message) && message.id !== undefined) {
      onResponse(message.id);
      const method = watched.get(message.id);
      watched.delete(message.id);
      if (method !== undefined && 'result' in message) {
        given = { ...message, result: hide(method, message.result) };
      }
    }
    turn = turn
      .then(() => deliver(given, extra))
      .catch((error) => transport.onerror?.(error))
      // Handlers of notifications start one microtask after delivery.
      .then(() => undefined);
  };
}

type Result = Readonly<Record<string, unknown>>;

function isWatched(method: string): boolean {
  return method === 'tools/call' || isListMethod(method);
}

/** What the SDK gets instead of a result that it would refuse. */
function hide<Given extends Result>(method: string, result: Given): Given {
  if (isListMethod(method)) return setAside(method, result);
  const isTask = result.resultType === 'task' || isRecord(result.task);
  if (!isTask) return result;
  return { ...result, resultType: 'complete', task: undefined, content: [], [CREATED_TASK]: result };
}
