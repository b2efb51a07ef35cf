import {
  type AgentEvent,
  checkOptions,
  contentText,
  errorMessage,
  formatCost,
  formatCount,
  formatDuration,
  type Logger,
  type ModelId,
  optionsOf,
  type RunResult,
} from '@toolwright/contract';
import { type Entry, long } from './entry.js';
import { findErrorReport } from './errors/error-report.js';
import { formatReport } from './errors/format-report.js';
import { inColumns } from './layouts.js';
import type { RunView } from './run-view.js';
import { calledName } from './text/called-name.js';
import { describePolicy } from './text/describe-policy.js';
import { jsonText } from './text/json-text.js';
import { usageParts } from './text/usage-parts.js';
import {
  createTextLogger,
  type EventOf,
  type Page,
  type TextFormat,
  type TextLoggerOptions,
} from './text-logger.js';

/** Options of `createDebugLogger`. */
export type DebugLoggerOptions = TextLoggerOptions;

const DEBUG = optionsOf<DebugLoggerOptions>()({
  'a number': 'width maxLength',
  'a string': 'currency',
  'true or false': 'color verbose',
  'a function': 'now',
  'an object': 'stream env',
  anything: 'redact',
});

/**
 * Creates a logger for debugging. It shows each event of a run with the time of day: messages, requests with their duration, replies, tool
 * calls, and the values parsed from replies. Omits secrets.
 */
export function createDebugLogger(options: DebugLoggerOptions = {}): Logger {
  checkOptions(options, DEBUG, 'createDebugLogger');
  const { now = Date.now } = options;
  const prefix = (): string => `${timeOfDay(now())}  `;
  return createTextLogger({ layout: inColumns, show: TRACE, prefix, maxLength: 4_000 }, options);
}

/** Formats a time in the local time zone: `14:03:07.250`. It is the same clock for all runs, loggers and other programs. */
function timeOfDay(milliseconds: number): string {
  const date = new Date(milliseconds);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()];
  const time = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

const TRACE: TextFormat['show'] = {
  'run-start': (event, run) => {
    run.tools = event.tools;
    return [long('Run', 'user', `${run.info.agent}${run.info.parentRunId ? ', for another run' : ''}`)];
  },
  'llm-call': describeRequest,
  'text-delta': describeDelta,
  'reasoning-delta': describeDelta,
  usage: ({ usage, answeredBy = {} }) => [
    long('Response', 'assistant', [...usageParts(usage), modelName(answeredBy)].filter(Boolean).join(' · ')),
  ],
  message: describeMessage,
  'tool-call': (event) => [long('Tool call', 'call', calledName(event)), describeArguments(event)],
  'tool-progress': ({ name, progress }) => [long('Progress', 'quiet', `${name}: ${jsonText(progress)}`)],
  'tool-result': (event) => {
    const { error, result } = event.outcome;
    const entry = error === null ? long('Result', 'result', jsonText(result)) : long('Error', 'error', error);
    return [duration(`${event.name} ${describeDuration(event)}`), entry, ...describeThrown(event)];
  },
  'history-compact': ({ before, after }) => [
    long('Compacted', 'quiet', `from ${before} to ${formatCount(after, 'message')}`),
  ],
  handoff: ({ from, to }) => [long('Handoff', 'notice', `from ${from} to ${to}`)],
  'approval-request': ({ calls }) =>
    calls.map(({ name, arguments: text }) => long('Approval', 'notice', `${name} ${text}`)),
  policy: (event) => [
    long('Policy', 'notice', `${describePolicy(event)} (${event.hook})`),
    ...describeThrown(event),
  ],
  warning: ({ message }) => [long('Warning', 'notice', message)],
  retry: ({ attempt, delayMs, reason }) => [
    long('Retry', 'notice', `${attempt} in ${formatDuration(delayMs)}: ${reason}`),
  ],
  fallback: ({ from, to, reason }) => [long('Fallback', 'notice', `from ${from} to ${to}: ${reason}`)],
  'parse-error': ({ message, text }) => [long('Output', 'error', `${message}\n${text}`)],
  'run-end': (event, run, { time, currency }) => [
    ...describeThrown(event),
    ...describeEnd(event.result, time - run.startedAt, currency),
  ],
};

function modelName({ provider, model }: ModelId): string {
  return [provider, model].filter((part) => part !== undefined).join(' ');
}

function describeRequest(event: EventOf<'llm-call'>, run: RunView, { time }: Page): Entry[] {
  run.requestAt = time;
  run.deltas = 0;
  const who = modelName(run.info) || 'the model';
  const content = `${formatCount(event.messages, 'message')} · ${formatCount(run.tools, 'tool')}`;
  return [long('Request', 'call', `${event.iteration} of ${event.maxIterations} to ${who} · ${content}`)];
}

function describeDelta(_: unknown, run: RunView, { time }: Page): Entry[] {
  run.deltas += 1;
  if (run.deltas > 1 || run.requestAt === undefined) return [];
  return [duration(`first chunk after ${formatDuration(time - run.requestAt)}`)];
}

function describeMessage(
  { message, finishReason, rawFinishReason = finishReason }: EventOf<'message'>,
  run: RunView,
  { time }: Page,
): Entry[] {
  // The result was shown when the call finished.
  if (message.role === 'tool') return [];
  if (message.role !== 'assistant') {
    return [long('Message', 'quiet', `${message.role}: ${contentText(message.content)}`)];
  }
  const { content, reasoning, refusal, tool_calls: calls = [] } = message;
  const names = calls.map((call) => call.function.name).join(', ');
  const requested = calls.length > 0 ? ` · ${formatCount(calls.length, 'tool call')}: ${names}` : '';
  const took = run.requestAt === undefined ? [] : [duration(describeReplyTime(run, time - run.requestAt))];
  run.requestAt = undefined;
  return [
    ...took,
    ...(reasoning ? [long('Reasoning', 'reasoning', reasoning)] : []),
    ...(refusal ? [long('Refused', 'error', refusal)] : []),
    ...(content ? [long('Response', 'assistant', content)] : []),
    long('Finish', 'quiet', `${rawFinishReason ?? 'unknown'}${requested}`),
  ];
}

function describeReplyTime({ deltas }: RunView, took: number): string {
  return `reply took ${formatDuration(took)}${deltas > 0 ? `, ${formatCount(deltas, 'chunk')}` : ''}`;
}

function describeArguments({ arguments: text, callId }: EventOf<'tool-call'>): Entry {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return long('Arguments', 'call', `${text.trim() || '{}'} (${callId})`);
  } catch (error) {
    return long('Arguments', 'error', `not JSON: ${errorMessage(error)}\n${text}`);
  }
}

function describeEnd(result: RunResult, took: number, currency: string): Entry[] {
  const { status, limit, errors, output, outputWarnings = [], iteration, toolCalls, usage, cost } = result;
  const steps = `${formatCount(iteration, 'request')}, ${formatCount(toolCalls.length, 'tool call')}`;
  const price = cost === undefined ? [] : [formatCost(cost, currency)];
  const ending = `${status}${limit === undefined ? '' : ` (${limit})`}`;
  return [
    ...(output === undefined ? [] : [long('Output', 'result', jsonText(output))]),
    ...outputWarnings.map(({ message }) => long('Output', 'notice', message)),
    ...errors.map((error) => long('Error', 'error', error)),
    duration(`run took ${formatDuration(took)}, ${steps}`),
    long('Run end', 'user', [ending, ...usageParts(usage), ...price].join(' · ')),
  ];
}

function describeDuration({ durationMs, repeated, byProvider }: EventOf<'tool-result'>): string {
  if (repeated) return 'repeated, not executed';
  return byProvider ? 'called by the provider' : `took ${formatDuration(durationMs)}`;
}

/** The stack of what was thrown, for the developer. */
function describeThrown(event: AgentEvent): Entry[] {
  const report = findErrorReport(event);
  return report === undefined ? [] : [long('Stack', 'quiet', formatReport(report))];
}

function duration(text: string): Entry {
  return long('Duration', 'quiet', text);
}
