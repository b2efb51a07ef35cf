import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  type AgentEvent,
  type ContentPart,
  isRecord,
  type Logger,
  type RunInfo,
  type RunResult,
  thrownOf,
  withThrown,
} from '@toolwright/contract';
import { createJsonLogger } from '@toolwright/logger';
import { createRedaction, type Redaction } from '@toolwright/redaction';
import type { WireReply, WireRequest } from '../protocol/studio-event.js';
import { boundValue } from './bound-value.js';
import { CarriedMedia } from './carried-media.js';
import { ToolSecrets } from './tool-secrets.js';

/** The maximum size of a single value in an event, in characters of JSON. */
const MAX_VALUE = 500_000;

/** A logger that can be closed. */
export interface EntryLogger extends Logger {
  within<T>(callId: string | undefined, run: RunInfo, work: () => T): T;
  close(): void;
}

/**
 * Creates a logger that writes run entries for Studio: the lines of `createJsonLogger`, and the requests and replies on the wire. Secrets
 * are masked and long values are truncated.
 * @param writeLine receives each line, including its line break
 * @param secrets the secret parameters known so far; more are learned from requests
 */
export function createEntryLogger(
  writeLine: (line: string) => void,
  secrets = new ToolSecrets(),
): EntryLogger {
  const redaction = createRedaction({ env: process.env });
  const media = new CarriedMedia(redaction);
  const stream = { write: (line: string) => writeLine(media.fill(line)) };
  const json = createJsonLogger({ stream, maxLength: MAX_VALUE });
  const onExchange = (event: WireRequest | WireReply, run: RunInfo): void => {
    // The JSON logger writes any object that has a type.
    json.log(secrets.hideExchange(event) as unknown as AgentEvent, run);
  };
  // Each logger has a separate scope, so that it reports only its own runs.
  const scope = new AsyncLocalStorage<RunInfo>();
  const open = new Set<string>();
  let endWatch: (() => void) | undefined;
  const close = (): void => {
    open.clear();
    endWatch?.();
    endWatch = undefined;
    scope.disable();
  };
  return {
    log(event, run) {
      // Clients publish their exchanges only while there is a subscriber.
      endWatch ??= watchWire(scope, onExchange);
      if (event.type === 'run-end') open.delete(run.runId);
      else open.add(run.runId);
      if (open.size === 0) close();
      const shown = withMedia(shortened(secrets.hideEvent(event), redaction), (parts) =>
        media.hold(run.runId, parts),
      );
      const logged = json.log(withThrown(shown, thrownOf(event)), run);
      if (event.type === 'run-end') media.forget(run.runId);
      return logged;
    },
    within: (_callId, run, work) => scope.run(run, work),
    close,
  };
}

/** Replaces the content that a run got and that its tools returned. Messages repeat it, so there it stays a description. */
function withMedia(
  event: AgentEvent,
  hold: (parts: readonly ContentPart[]) => readonly ContentPart[],
): AgentEvent {
  if (event.type === 'run-start' && typeof event.input !== 'string') {
    return { ...event, input: hold(event.input) };
  }
  if (event.type !== 'tool-result' || event.outcome.error !== null) return event;
  const { content } = event.outcome;
  return content === undefined ? event : { ...event, outcome: { ...event.outcome, content: hold(content) } };
}

/** Removes data that other events already contain, and limits the size of values. */
function shortened(event: AgentEvent, redaction: Redaction): AgentEvent {
  switch (event.type) {
    case 'tool-result': {
      const { error, result } = event.outcome;
      if (error !== null) return event;
      const { value } = boundValue(result, MAX_VALUE, redaction);
      return { ...event, outcome: { ...event.outcome, result: value, error: null } };
    }
    case 'tool-progress':
      return { ...event, progress: boundValue(event.progress, MAX_VALUE, redaction).value };
    case 'run-end':
      return { ...event, result: shortResult(event.result, redaction) };
    default:
      return event;
  }
}

function shortResult(result: RunResult, redaction: Redaction): RunResult {
  const { paused, output } = result;
  return {
    ...result,
    messages: [],
    toolCalls: [],
    reasoningTrace: [],
    ...(output !== undefined && { output: boundValue(output, MAX_VALUE, redaction).value }),
    // The data needed to resume the run stays in the process that can resume it.
    ...(paused !== undefined && { paused: withoutData(paused) }),
  };
}

function withoutData({ version, runId, agent, pending }: NonNullable<RunResult['paused']>) {
  return { version, runId, agent, pending, data: {} };
}

/** The diagnostics channels of `@toolwright/llm`. */
const REQUEST = 'toolwright:request';
const REPLY = 'toolwright:reply';
/** The maximum number of unanswered requests. Beyond it, the oldest are forgotten. */
const MAX_OPEN = 1_000;

type OnExchange = (event: WireRequest | WireReply, run: RunInfo) => void;

/**
 * Observes the model requests of runs in this process, and their replies.
 * @param scope holds the run of the current async context
 * @returns a function that stops observing
 */
function watchWire(scope: AsyncLocalStorage<RunInfo>, onExchange: OnExchange): () => void {
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
