import {
  type ContentPart,
  isContentPart,
  isRecord,
  parseDataUrl,
  partUrl,
  type RunInfo,
  type RunStatus,
} from '@toolwright/contract';
import type { RunEntry, StudioEvent, ToolLog } from '../protocol/studio-event.js';
import { isErrorReport } from './is-error-report.js';
import { isTooDeep } from './is-too-deep.js';

/** An entry before it is stored. */
export interface NewEntry extends Omit<RunEntry, 'sequence'> {
  /** The run that this run replays. Only in lines written by Studio itself. */
  readonly replayOf?: string;
  /** Set if entries of the run were dropped. Only in lines written by Studio itself. */
  readonly isPartial?: true;
}

/** The maximum length of lines. Longer lines are skipped. */
export const MAX_LINE = 16_000_000;
/** The maximum length of run ids. In a URL, each character takes up to nine, and Node.js limits the head of a request to 16 KiB. */
const MAX_RUN_ID = 1_000;

/**
 * Reads a line of a log; see `createJsonLogger`. Returns undefined for a line that is not an event with the members that readers rely on,
 * for example because it is damaged or forged.
 */
export function readLine(line: string): NewEntry | undefined {
  if (line.length > MAX_LINE) return undefined;
  let value: unknown;
  try {
    // Windows editors write a byte order mark at the start of a file.
    value = JSON.parse(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
  } catch {
    return undefined; // damaged
  }
  if (!isRecord(value) || isTooDeep(value)) return undefined;
  const {
    time,
    runId,
    agent,
    parentRunId,
    parentCallId,
    runParentCallId,
    provider,
    model,
    replayOf,
    partial,
    replayed,
    thrown,
    ...event
  } = value;
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(at) || !isRunId(runId) || !isText(agent) || !isEvent(event)) return undefined;
  // In the events of a call that a tool made, it is that tool's call; see `createJsonLogger`.
  const isOfEvent =
    isText(parentCallId) && CALLS.has(event.type) && (!isText(parentRunId) || isText(runParentCallId));
  const runParent = isOfEvent ? runParentCallId : parentCallId;
  const run: RunInfo = {
    runId,
    agent,
    ...(isText(parentRunId) && { parentRunId }),
    ...(isText(runParent) && { parentCallId: runParent }),
    ...(isText(provider) && { provider }),
    ...(isText(model) && { model }),
  };
  return {
    at,
    run,
    event: withReadContent(isOfEvent ? { ...event, parentCallId } : event),
    ...(isErrorReport(thrown) && { thrown }),
    ...(isText(replayOf) && { replayOf }),
    ...(partial === true && { isPartial: true }),
    ...(replayed === true && { replayed }),
  };
}

/** Converts the content of an event with {@link readContent}. */
function withReadContent(event: StudioEvent): StudioEvent {
  if (event.type === 'run-start') return { ...event, input: readContent(event.input) };
  if (event.type === 'message' && event.message.content !== null) {
    const message = { ...event.message, content: readContent(event.message.content) };
    // Readers accept strings and lists as the content of every role.
    return { ...event, message: message as typeof event.message };
  }
  if (event.type === 'tool-progress' && event.log === true) return toolLogOf(event) ?? event;
  if (event.type !== 'tool-result' || event.outcome.error !== null) return event;
  const { content, ...outcome } = event.outcome;
  // Text alone is the result, which the outcome has.
  const parts = Array.isArray(content) ? readParts(content) : [];
  const holdsMedia = Array.isArray(content) && content.some((part) => isRecord(part) && part.type !== 'text');
  return { ...event, outcome: holdsMedia ? { ...outcome, content: parts } : outcome };
}

/** Reads a log written with `context.log`, which an agent reports as progress. */
function toolLogOf({
  callId,
  name,
  progress,
}: Extract<StudioEvent, { type: 'tool-progress' }>): ToolLog | undefined {
  if (isText(progress)) return { type: 'tool-log', callId, name, message: progress };
  if (!isRecord(progress) || !isText(progress.message)) return undefined;
  const { message, data } = progress;
  return { type: 'tool-log', callId, name, message, ...(data !== undefined && { data }) };
}

/** The events that can have a `parentCallId`. */
const CALLS: ReadonlySet<string> = new Set<StudioEvent['type']>([
  'tool-call',
  'tool-progress',
  'tool-result',
]);

type Check = (value: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === 'string';
const isRunId = (value: unknown): value is string =>
  isText(value) && value !== '' && value.length <= MAX_RUN_ID;
const isNumber: Check = (value) => typeof value === 'number';
const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const has =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(members).every(([name, check]) => check(value[name]));
const isUsage = has({ inputTokens: isNumber, outputTokens: isNumber });
const isHeaders: Check = (value) => isRecord(value) && Object.values(value).every(isText);
const isPending = has({ callId: isText, name: isText, arguments: isText });
const isToolCall = has({ id: isText, function: has({ name: isText, arguments: isText }) });
const isContent: Check = (value) => value === null || isText(value) || Array.isArray(value);

/** The members of each event type that readers rely on. */
const MEMBERS: Readonly<Record<StudioEvent['type'], Readonly<Record<string, Check>>>> = {
  'run-start': { input: (value) => isText(value) || Array.isArray(value), tools: isNumber },
  'llm-call': { iteration: isNumber, maxIterations: isNumberOrNull, messages: isNumber },
  'text-delta': { text: isText },
  'reasoning-delta': { text: isText },
  message: {
    message: has({ role: isText, content: isContent, tool_calls: isOptional(isListOf(isToolCall)) }),
  },
  'tool-call': { callId: isText, name: isText, arguments: isText, tags: isOptional(isListOf(isText)) },
  'tool-progress': { callId: isText, name: isText },
  'tool-result': {
    callId: isText,
    name: isText,
    outcome: has({ error: (value) => value === null || isText(value) }),
    durationMs: isNumber,
  },
  'history-compact': { before: isNumber, after: isNumber },
  handoff: { from: isText, to: isText },
  'approval-request': { calls: isListOf(isPending) },
  policy: { policy: isText, hook: isText, action: isText },
  warning: { message: isText },
  retry: { attempt: isNumber, delayMs: isNumber, reason: isText },
  fallback: {},
  'parse-error': { message: isText, text: isText },
  usage: { usage: isUsage },
  'run-end': {
    result: has({
      status: (value) => isText(value) && STATUSES.has(value),
      usage: isUsage,
      errors: isListOf(isText),
      finalResponse: isText,
      paused: isOptional(has({ pending: isListOf(isPending) })),
      cost: isOptional(isNumber),
    }),
  },
  'wire-request': { exchange: isText, method: isText, url: isText, headers: isHeaders, body: isText },
  'wire-reply': { exchange: isText, headers: isHeaders, body: isText, durationMs: isNumber },
  'tool-log': { callId: isText, name: isText, message: isText },
  'run-interrupted': { reason: isText },
  playground: {
    after: isListOf(isText),
    settings: has({
      model: isOptional(isText),
      systemPrompt: isOptional(isText),
      temperature: isOptional(isNumber),
      tools: isOptional(isListOf(isText)),
    }),
  },
};

const STATUSES: ReadonlySet<string> = new Set<RunStatus>([
  'running',
  'completed',
  'max_iterations',
  'limit',
  'stopped',
  'refused',
  'error',
  'aborted',
  'paused',
]);

/** Accepts null in place of Infinity, which JSON cannot represent. */
function isNumberOrNull(value: unknown): boolean {
  return value === null || typeof value === 'number';
}

function isEvent(event: Readonly<Record<string, unknown>>): event is StudioEvent & typeof event {
  const { type } = event;
  if (!isText(type) || !Object.hasOwn(MEMBERS, type)) return false;
  const members = MEMBERS[type as StudioEvent['type']]; // checked above
  return has(members)(event);
}

const KINDS = { image_url: 'image', file: 'file', audio: 'audio' } as const;

/**
 * Reads the content of a message in a log. Other logs than Studio's own do not contain images, audio and files: they become text such as
 * `[image image/png, 300 bytes]`. So does what is elsewhere, so that the page loads nothing for it.
 */
function readContent(value: unknown): string | readonly ContentPart[] {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? readParts(value) : '';
}

function readParts(parts: readonly unknown[]): readonly ContentPart[] {
  return parts.map((part) =>
    isContentPart(part) && part.type !== 'text' && parseDataUrl(partUrl(part)) !== undefined
      ? part
      : { type: 'text', text: textOf(part) },
  );
}

function textOf(part: unknown): string {
  if (!isRecord(part)) return '';
  const { type, text } = part;
  if (type === 'text') return typeof text === 'string' ? text : '';
  if (typeof type !== 'string' || !Object.hasOwn(KINDS, type)) return '[unknown part]';
  const media = part[type];
  const { url, name } = isRecord(media) ? media : {};
  const facts = [
    ...(typeof name === 'string' ? [name] : []),
    ...(typeof url === 'string' ? [url] : []),
    ...(isRecord(url) ? [String(url.mediaType), `${String(url.bytes)} bytes`] : []),
  ];
  return `[${KINDS[type as keyof typeof KINDS]} ${facts.join(', ')}]`; // checked above
}
