import type { Transport } from '@modelcontextprotocol/client';

/** Where the SDK would lose or refuse what a server sent. */
export interface MessageWatch {
  /** A response has arrived. */
  readonly onResponse: (id: string | number) => void;
}

/** The key under which a list of tools passes the SDK. */
export const LISTED_TOOLS = 'toolwright/tools';

/**
 * Stands between a transport and the SDK.
 *
 * - The SDK finishes each message before it gets the next. It handles notifications later than answers, so the last progress of a call
 *   would be lost if its answer came in the same chunk.
 * - Since 2026-07-28 the SDK refuses a whole list for one bad tool, so lists pass it under another name.
 */
export function watchMessages(transport: Transport, { onResponse }: MessageWatch): void {
  const deliver = transport.onmessage;
  if (deliver === undefined) return;
  const lists = new Set<unknown>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ('method' in message && 'id' in message && message.method === 'tools/list') lists.add(message.id);
    return send(message, options);
  };
  let turn: Promise<void> = Promise.resolve();
  transport.onmessage = (message, extra) => {
    let given = message;
    if (!('method' in message) && message.id !== undefined) {
      onResponse(message.id);
      if (lists.delete(message.id) && 'result' in message) {
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

function setAside<Result extends Readonly<Record<string, unknown>>>(result: Result): Result {
  return { ...result, tools: [], [LISTED_TOOLS]: result.tools };
}
