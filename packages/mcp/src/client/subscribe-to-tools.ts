import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, McpSubscription } from '@modelcontextprotocol/client';

/**
 * Asks a server for changes of its tools. Since 2026-07-28 servers report changes only to those who ask; before that, to everyone.
 * A subscription that ends is renewed, and then the tools may have changed.
 */
export async function subscribeToTools(client: Client, onToolsChange: () => void): Promise<void> {
  if (client.getProtocolEra() !== 'modern') return;
  if (client.getServerCapabilities()?.tools?.listChanged !== true) return;
  const subscribed = subscribe(client);
  renew(client, subscribed, onToolsChange).catch(ignoreClosed);
  // A change between the first list and the subscription would be missed, but no server can hold up the list for long.
  const isLate = await Promise.race([subscribed.then(() => false), sleep(MAX_WAIT_MS, true, { ref: false })]);
  if (isLate) subscribed.then((subscription) => subscription && onToolsChange()).catch(ignoreClosed);
}

const MAX_WAIT_MS = 1_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

/** Undefined if the server refuses, or the connection has ended. */
function subscribe(client: Client): Promise<McpSubscription | undefined> {
  return client.listen({ toolsListChanged: true }).catch(() => undefined);
}

async function renew(
  client: Client,
  first: Promise<McpSubscription | undefined>,
  onToolsChange: () => void,
): Promise<void> {
  let subscription = await first;
  let delay = FIRST_DELAY_MS;
  while (client.transport !== undefined) {
    if (subscription !== undefined) {
      delay = FIRST_DELAY_MS;
      if ((await subscription.closed) === 'local') return;
    }
    await sleep(delay, undefined, { ref: false });
    delay = Math.min(delay * 2, MAX_DELAY_MS);
    if (client.transport === undefined) return;
    subscription = await subscribe(client);
    if (subscription !== undefined) onToolsChange();
  }
}

/** `onToolsChange` reports its own failures. */
function ignoreClosed(): void {}
