import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/**
 * Lets the SDK finish each message before it gets the next. It handles notifications later than answers, so the last progress of a call
 * would be lost if its answer came in the same chunk.
 */
export function deliverInTurn(transport: Transport): void {
  const deliver = transport.onmessage;
  if (deliver === undefined) return;
  let turn: Promise<void> = Promise.resolve();
  transport.onmessage = (message, extra) => {
    turn = turn
      .then(() => deliver(message, extra))
      .catch((error) => transport.onerror?.(error))
      // Handlers of notifications start one microtask after delivery.
      .then(() => undefined);
  };
}
