import type { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isRecord, type RunInfo } from '@toolwright/contract';
import type { WireReply, WireRequest } from '../protocol/studio-event.js';

/** The channels of `@toolwright/llm`. */
const REQUEST = 'toolwright:request';
const REPLY = 'toolwright:reply';
/** The maximum number of unanswered requests. Beyond that, the oldest are forgotten. */
const MAX_OPEN = 1_000;

type OnExchange = (event: WireRequest | WireReply, run: RunInfo) => void;

/**
 * Observes the model requests of runs in this process, and their replies.
 * @param scope contains the run of the current async context
 * @returns a function that stops observing
 */
export function watchWire(scope: AsyncLocalStorage<RunInfo>, onExchange: OnExchange): () => void {
  const open = new Map<string, RunInfo>();
  const onRequest = (message: unknown): void => {
    const run = scope.getStore();
    if (run === undefined || !isRequest(message)) return;
    open.set(message.exchange, run);
    const [oldest] = open.keys();
    if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest);
    onExchange({ ...message, type: 'wire-request' }, run);
  };
  const onReply = (message: unknown): void => {
    if (!isReply(message)) return;
    const run = open.get(message.exchange);
    open.delete(message.exchange);
    if (run !== undefined) onExchange({ ...message, type: 'wire-reply' }, run);
  };
  subscribe(REQUEST, onRequest);
  subscribe(REPLY, onReply);
  return () => {
    unsubscribe(REQUEST, onRequest);
    unsubscribe(REPLY, onReply);
  };
}

function isRequest(value: unknown): value is Omit<WireRequest, 'type'> {
  return (
    isRecord(value) &&
    typeof value.exchange === 'string' &&
    typeof value.url === 'string' &&
    typeof value.body === 'string'
  );
}

function isReply(value: unknown): value is Omit<WireReply, 'type'> {
  return isRecord(value) && typeof value.exchange === 'string' && typeof value.durationMs === 'number';
}
