import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/**
 * Lets the SDK finish with each message before it gets the next. It handles notifications later than answers, so that the last progress
 * of a call would be lost where its answer comes in the same piece.
 */
export function deliverInTurn(transport: Transport): void {
  const deliver = transport.onmessage;
  if (deliver === undefined) return;
  let turn: Promise<void> = Promise.resolve();
  transport.onmessage = (message, extra) => {
    turn = turn
      .then(() => deliver(message, extra))
      .catch((error) => transport.onerror?.(error))
      // Handlers of notifications begin one step after they were delivered.
      .then(() => undefined);
  };
}
