import {
  type AgentEvent,
  checkOptions,
  contentText,
  errorMessage,
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
export interface DebugLoggerOptions extends TextLoggerOptions {
  /** Returns milliseconds, from a clock that is never set back. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

const DEBUG = optionsOf<DebugLoggerOptions>()({
  'a number': 'width maxLength',
  'true or false': 'color',
  'a function': 'now',
  'an object': 'stream env',
  anything: 'redact',
});

/**
 * Creates a logger for debugging. It shows the phases of a run with the time since its start, the context, each request with its duration,
 * the reply, and the values parsed from the reply. Omits secrets.
 */
export function createDebugLogger(options: DebugLoggerOptions = {}): Logger {
  checkOptions(options, DEBUG, 'createDebugLogger');
  return createTextLogger(
    {
      layout: inColumns,
      show: TRACE,
      prefix: ({ startedAt }, { time }) => `+${formatDuration(time - startedAt)}  `,
      maxLength: 4_000,
      now: options.now,
    },
    options,
  );
}

const TRACE: TextFormat['show'] = {
  'run-start': (event, run) => {
    run.tools = event.tools;
    return [phase(`run of ${run.info.agent}${run.info.parentRunId ? ', for another run' : ''}`)];
  },
  'llm-call': describeRequest,
  'text-delta': describeDelta,
  'reasoning-delta': describeDelta,
  usage: ({ usage, answeredBy = {} }) => [
    long('Response', 'assistant', [...usageParts(usage), modelName(answeredBy)].filter(Boolean).join(' · ')),
  ],
  message: describeMessage,
  'tool-call': (event) => [phase(`tool ${calledName(event)}`), describeArguments(event)],
  'tool-progress': ({ name, progress }) => [long('Progress', 'quiet', `${name}: ${jsonText(progress)}`)],
  'tool-result': (event) => {
    const { error, result } = event.outcome;
    const entry = error === null ? long('Result', 'result', jsonText(result)) : long('Error', 'error', error);
    return [timer(`${event.name} ${describeDuration(event)}`), entry, ...describeThrown(event)];
  },
  'history-compact': ({ before, after }) => [
    long('Context', 'quiet', `compacted from ${before} to ${formatCount(after, 'message')}`),
  ],
  handoff: ({ from, to }) => [phase(`handoff from ${from} to ${to}`)],
  'approval-request': ({ calls }) =>
    calls.map(({ name, arguments: text }) => long('Approval', 'notice', `${name} ${text}`)),
  policy: (event) => [
    long('Policy', 'notice', `${describePolicy(event)} (${event.hook})`),
    ...describeThrown(event),
  ],
  warning: ({ message }) => [long('Warning', 'notice', message)],
  retry: ({ attempt, delayMs, reason }) => [
    timer(`retry ${attempt} in ${formatDuration(delayMs)}: ${reason}`),
  ],
  fallback: ({ from, to, reason }) => [timer(`fallback from ${from} to ${to}: ${reason}`)],
  'parse-error': ({ message, text }) => [long('Parsed', 'error', `${message}\n${text}`)],
  'run-end': (event, run, { time }) => [
    ...describeThrown(event),
    ...describeEnd(event.result, time - run.startedAt),
  ],
};

function modelName({ provider, model }: ModelId): string {
  return [provider, model].filter((part) => part !== undefined).join(' ');
}

function describeRequest(event: EventOf<'llm-call'>, run: RunView, { time }: Page): Entry[] {
  run.requestAt = time;
  run.deltas = 0;
  const who = modelName(run.info) || 'the model';
  return [
    phase(`iteration ${event.iteration} of ${event.maxIterations}`),
    long('Context', 'quiet', `${formatCount(event.messages, 'message')} · ${formatCount(run.tools, 'tool')}`),
    long('Request', 'call', `to ${who}`),
  ];
}

function describeDelta(_: unknown, run: RunView, { time }: Page): Entry[] {
  run.deltas += 1;
  if (run.deltas > 1 || run.requestAt === undefined) return [];
  return [timer(`first delta after ${formatDuration(time - run.requestAt)}`)];
}

function describeMessage(
  { message, finishReason, rawFinishReason = finishReason }: EventOf<'message'>,
  run: RunView,
  { time }: Page,
): Entry[] {
  // The result was shown when the call finished.
  if (message.role === 'tool') return [];
  if (message.role !== 'assistant') {
    return [long('Context', 'quiet', `${message.role}: ${contentText(message.content)}`)];
  }
  const { content, reasoning, refusal, tool_calls: calls = [] } = message;
  const names = calls.map((call) => call.function.name).join(', ');
  const parsed = calls.length > 0 ? `${formatCount(calls.length, 'call')}: ${names}` : 'text';
  const took = run.requestAt === undefined ? [] : [timer(describeReplyTime(run, time - run.requestAt))];
  run.requestAt = undefined;
  return [
    ...took,
    ...(reasoning ? [long('Reasoning', 'reasoning', reasoning)] : []),
    ...(refusal ? [long('Refused', 'error', refusal)] : []),
    ...(content ? [long('Response', 'assistant', content)] : []),
    long('Parsed', 'result', `${parsed} · finish ${rawFinishReason ?? 'unknown'}`),
  ];
}

function describeReplyTime({ deltas }: RunView, took: number): string {
  return `reply took ${formatDuration(took)}${deltas > 0 ? `, ${formatCount(deltas, 'delta')}` : ''}`;
}

function describeArguments({ arguments: text, callId }: EventOf<'tool-call'>): Entry {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return long('Parsed', 'result', `${text.trim() || '{}'} (${callId})`);
  } catch (error) {
    return long('Parsed', 'error', `not JSON: ${errorMessage(error)}\n${text}`);
  }
}

function describeEnd(result: RunResult, took: number): Entry[] {
  const { status, limit, errors, output, outputWarnings = [], iteration, toolCalls, usage } = result;
  const steps = `${formatCount(iteration, 'request')}, ${formatCount(toolCalls.length, 'tool call')}`;
  const ending = `end: ${status}${limit === undefined ? '' : ` (${limit})`}`;
  return [
    ...(output === undefined ? [] : [long('Parsed', 'result', `output: ${jsonText(output)}`)]),
    ...outputWarnings.map(({ message }) => long('Parsed', 'notice', message)),
    ...errors.map((error) => long('Error', 'error', error)),
    timer(`run took ${formatDuration(took)}, ${steps}`),
    phase([ending, ...usageParts(usage)].join(' · ')),
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

function phase(text: string): Entry {
  return long('Phase', 'user', text);
}

function timer(text: string): Entry {
  return long('Timer', 'notice', text);
}
