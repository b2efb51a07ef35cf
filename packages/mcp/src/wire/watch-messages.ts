import type { Transport } from '@modelcontextprotocol/client';
import { isRecord } from '@toolwright/contract';

/** Where the SDK would lose or refuse what a server sent. */
export interface MessageWatch {
  /** A response has arrived. */
  readonly onResponse: (id: string | number) => void;
}

/** The key under which a list of tools passes the SDK. */
export const LISTED_TOOLS = 'toolwright/tools';

/** The key under which a task that a call has become passes the SDK. */
export const CREATED_TASK = 'toolwright/task';

/**
 * Stands between a transport and the SDK.
 *
 * - The SDK finishes each message before it gets the next. It handles notifications later than answers, so the last progress of a call
 *   would be lost if its answer came in the same chunk.
 * - Since 2026-07-28 the SDK refuses a whole list for one bad tool, so lists pass it under another name.
 * - The SDK does not know a call that has become a task.
 */
export function watchMessages(transport: Transport, { onResponse }: MessageWatch): void {
  const deliver = transport.onmessage;
  if (deliver === undefined) return;
  /** Requests whose answers the SDK would refuse, by id. */
  const watched = new Map<unknown, string>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ('method' in message && 'id' in message && Object.hasOwn(SET_ASIDE, message.method)) {
      watched.set(message.id, message.method);
    }
    return send(message, options);
  };
  let turn: Promise<void> = Promise.resolve();
  transport.onmessage = (message, extra) => {
    let given = message;
    if (!('method' in message) && message.id !== undefined) {
      onResponse(message.id);
      const setAside = SET_ASIDE[watched.get(message.id) ?? ''];
      watched.delete(message.id);
      if (setAside !== undefined && 'result' in message) {
        given = { ...message, result: setAside(message.result) };
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

/** By method, what the SDK gets instead of a result. */
const SET_ASIDE: Readonly<Record<string, <Given extends Result>(result: Given) => Given>> = {
  'tools/list': (result) => ({ ...result, tools: [], [LISTED_TOOLS]: result.tools }),
  'tools/call': (result) =>
    result.resultType === 'task' || isRecord(result.task)
      ? { ...result, resultType: 'complete', task: undefined, content: [], [CREATED_TASK]: result }
      : result,
};
