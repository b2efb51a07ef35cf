import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, McpSubscription } from '@modelcontextprotocol/client';

type Filter = Parameters<Client['listen']>[0];

interface ListenSettings {
  /** How to react if the server refuses the first request. `retry`: try again later, without an error. */
  readonly refusal: 'throw' | 'retry';
}

/**
 * Subscribes to changes. Since 2026-07-28, servers report changes only to subscribers. A subscription that ends is renewed; changes may be
 * missed in between.
 * @param onRenewed called when changes may have been missed; reports its own failures
 * @returns a function that ends the subscription
 * @throws the error of the SDK, if the server refuses
 */
export async function listenTo(
  client: Client,
  filter: Filter,
  onRenewed: () => void,
  { refusal }: ListenSettings,
): Promise<() => void> {
  const end = new AbortController();
  const ask = (): Promise<McpSubscription> => client.listen(filter, { signal: end.signal });
  const listen = (): Promise<McpSubscription | undefined> => ask().catch(() => undefined);
  const first = ask();
  const subscribed = first.catch(() => undefined);
  renew({ client, first: subscribed, listen, onRenewed, signal: end.signal }).catch(ignoreClosed);
  // Waits for the subscription, so that no change is missed, but only briefly: a server must not block the client.
  const answer = refusal === 'throw' ? first : subscribed;
  const isLate = await Promise.race([
    answer.then(() => false),
    sleep(MAX_WAIT_MS, true, { ref: false }),
  ]).catch((error: unknown) => {
    end.abort();
    throw error;
  });
  if (isLate) subscribed.then((subscription) => subscription && onRenewed()).catch(ignoreClosed);
  return () => {
    end.abort();
    subscribed.then((subscription) => subscription?.close()).catch(ignoreClosed);
  };
}

const MAX_WAIT_MS = 1_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

interface Renewal {
  readonly client: Client;
  /** The first subscription; undefined if the server refused it or the connection was closed. */
  readonly first: Promise<McpSubscription | undefined>;
  readonly listen: () => Promise<McpSubscription | undefined>;
  readonly onRenewed: () => void;
  readonly signal: AbortSignal;
}

async function renew({ client, first, listen, onRenewed, signal }: Renewal): Promise<void> {
  const isOver = (): boolean => client.transport === undefined || signal.aborted;
  let subscription = await first;
  let delay = FIRST_DELAY_MS;
  while (!isOver()) {
    if (subscription !== undefined) {
      delay = FIRST_DELAY_MS;
      if ((await subscription.closed) === 'local') return;
    }
    await sleep(delay, undefined, { ref: false });
    delay = Math.min(delay * 2, MAX_DELAY_MS);
    if (isOver()) return;
    subscription = await listen();
    if (subscription !== undefined) onRenewed();
  }
}

/** The listener reports its own failures. */
function ignoreClosed(): void {}
