import type { Transport } from '@modelcontextprotocol/client';
import { isListMethod, type ListMethod, setAside } from './listed.js';

/** Where the SDK would lose or refuse what a server sent. */
export interface MessageWatch {
  /** A response has arrived. */
  readonly onResponse: (id: string | number) => void;
}

/**
 * Stands between a transport and the SDK.
 *
 * - The SDK finishes each message before it gets the next. It handles notifications later than answers, so the last progress of a call
 *   would be lost if its answer came in the same chunk.
 * - Since 2026-07-28 the SDK refuses a whole list for one bad entry, so lists pass it under another name.
 */
export function watchMessages(transport: Transport, { onResponse }: MessageWatch): void {
  const deliver = transport.onmessage;
  if (deliver === undefined) return;
  const lists = new Map<unknown, ListMethod>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ('method' in message && 'id' in message && isListMethod(message.method)) {
      lists.set(message.id, message.method);
    }
    return send(message, options);
  };
  let turn: Promise<void> = Promise.resolve();
  transport.onmessage = (message, extra) => {
    let given = message;
    if (!('method' in message) && message.id !== undefined) {
      onResponse(message.id);
      const method = lists.get(message.id);
      lists.delete(message.id);
      if (method !== undefined && 'result' in message) {
        given = { ...message, result: setAside(method, message.result) };
      }
    }
    turn = turn
      .then(() => deliver(given, extra))
      .catch((error) => transport.onerror?.(error))
      // Handlers of notifications start one microtask after delivery.
      .then(() => undefined);
  };
}
