import {
  type AssistantMessage,
  checkOptions,
  contentText,
  formatCost,
  formatCount,
  formatDuration,
  type Logger,
  optionsOf,
  type RunResult,
  shortenText,
} from '@toolwright/contract';
import { type Entry, fitted, line, long, type Style } from './entry.js';
import { inColumns } from './layouts.js';
import { showProgress } from './progress/show-progress.js';
import type { RunView } from './run-view.js';
import { calledName } from './text/called-name.js';
import { describePolicy } from './text/describe-policy.js';
import { formatArguments, formatValue } from './text/format-value.js';
import { usageParts } from './text/usage-parts.js';
import {
  createTextLogger,
  type EventOf,
  type Page,
  type TextFormat,
  type TextLoggerOptions,
} from './text-logger.js';

/** Options of `createConsoleLogger`. */
export interface ConsoleLoggerOptions extends TextLoggerOptions {
  /** The maximum number of lines to show of long text. Default: 20. */
  readonly maxLines?: number | undefined;
  /** Whether to show the model's reasoning. Default: true. */
  readonly showReasoning?: boolean | undefined;
}

const CONSOLE = optionsOf<ConsoleLoggerOptions>()({
  'a number': 'maxLines width maxLength',
  'a string': 'currency',
  'true or false': 'showReasoning color verbose',
  'a function': 'now',
  'an object': 'stream env',
  anything: 'redact',
});

/**
 * Creates a logger for people, with colours, alignment and wrapping. If it serves concurrent runs, it streams the text of one run and shows
 * the text of the other runs once it is complete.
 */
export function createConsoleLogger(options: ConsoleLoggerOptions = {}): Logger {
  checkOptions(options, CONSOLE, 'createConsoleLogger');
  const { maxLines = 20, showReasoning = true } = options;
  const show = showEvents(showReasoning);
  const rich = { isTree: true, markdown: true } as const;
  return createTextLogger({ layout: inColumns, show, maxLength: 1_000, maxLines, ...rich }, options);
}

/** Returns the functions that show events. Usage is shown as a total when the run ends. */
function showEvents(showReasoning: boolean): TextFormat['show'] {
  return {
    'run-start': (event, run) => {
      run.tools = event.tools;
      run.shownInput = contentText(event.input);
      return [{ ...long('User', 'user', run.shownInput), gap: true }];
    },
    'llm-call': (event, run, { time }) => {
      run.requestAt = time;
      run.branches.clear();
      return [line('LLM call', 'quiet', describeCall(event, run))];
    },
    'text-delta': ({ text }, run) => {
      run.streamedText += text;
      return [{ ...line('Assistant', 'assistant', text), piece: true }];
    },
    'reasoning-delta': ({ text }, run) => {
      if (!showReasoning) return [];
      run.streamedReasoning += text;
      return [{ ...line('Reasoning', 'reasoning', text), piece: true }];
    },
    usage: () => [],
    message: (event, run, page) => describeMessage(event, run, page, showReasoning),
    'tool-call': (event, run, page) => {
      run.openCall(event);
      const entry = showCall('Tool call', 'call', event, page);
      return [run.branches.has(event.callId) ? { ...entry, call: 'start' } : entry];
    },
    'tool-progress': (event, _, page) => [showProgress(event, page)],
    'tool-result': (event, run, page) => [describeResult(event, run, page)],
    'history-compact': ({ before, after }) => [
      line('Compacted', 'quiet', `${before} to ${formatCount(after, 'message')}`),
    ],
    handoff: ({ from, to }) => [line('Handoff', 'notice', `${from} → ${to}`)],
    'approval-request': ({ calls }, _, page) =>
      calls.map((call) => showCall('Approval', 'notice', call, page)),
    policy: (event) => [line('Policy', 'notice', describePolicy(event))],
    warning: ({ message }) => [line('Warning', 'notice', message)],
    retry: ({ attempt, delayMs, reason }) => [
      line('Retry', 'notice', `${attempt} in ${formatDuration(delayMs)}: ${reason}`),
    ],
    fallback: ({ from, to, reason }) => [line('Fallback', 'notice', `${from} → ${to}: ${reason}`)],
    'parse-error': ({ message, text }) => [
      long('Warning', 'notice', text, `Reply not understood: ${message}\n`),
    ],
    'run-end': ({ result }, run, page) => describeEnd(result, run, page),
  };
}

function showCall(
  label: string,
  style: Style,
  call: { readonly name: string; readonly calledAs?: string; readonly arguments: string },
  page: Page,
): Entry {
  return fitted(label, style, formatArguments(call.arguments, page), calledName(call));
}

function describeCall({ iteration, maxIterations, messages }: EventOf<'llm-call'>, run: RunView): string {
  const parts = [`${iteration} of ${maxIterations}`];
  if (run.info.model) parts.push(run.info.model);
  parts.push(formatCount(messages, 'message'));
  if (run.tools > 0) parts.push(formatCount(run.tools, 'tool'));
  return parts.join(' · ');
}

function describeMessage(
  { message, finishReason, rawFinishReason }: EventOf<'message'>,
  run: RunView,
  { time }: Page,
  showReasoning: boolean,
): Entry[] {
  switch (message.role) {
    case 'system':
    case 'developer':
      return [long('System', 'quiet', message.content)];
    case 'user': {
      const text = contentText(message.content);
      return run.repeatsInput(text) ? [] : [long('User', 'user', text)];
    }
    case 'tool':
      // The result was shown when the call finished.
      return [];
    case 'assistant': {
      const entries = describeReply(message, run, showReasoning);
      if (message.refusal) entries.push(line('Refused', 'notice', message.refusal));
      const calls = message.tool_calls ?? [];
      if (calls.length > 0) {
        const after = run.requestAt === undefined ? '' : ` after ${formatDuration(time - run.requestAt)}`;
        entries.push(line('Requested', 'notice', formatCount(calls.length, 'tool call') + after));
      }
      if (calls.length > 1) for (const { id } of calls) run.branches.add(id);
      run.requestAt = undefined;
      const finish = rawFinishReason ?? finishReason;
      const saysNothing = finish === 'stop' || (finish === 'tool-calls' && calls.length > 0);
      return finish && !saysNothing ? [...entries, line('Finish', 'quiet', finish)] : entries;
    }
  }
}

/** Returns entries for the parts of a reply that were not streamed. */
function describeReply(message: AssistantMessage, run: RunView, showReasoning: boolean): Entry[] {
  const reasoning = message.reasoning ?? '';
  const content = message.content ?? '';
  const entries: Entry[] = [];
  if (showReasoning && isNew(reasoning, run.streamedReasoning)) {
    entries.push(line('Reasoning', 'reasoning', reasoning));
  }
  if (isNew(content, run.streamedText)) entries.push(line('Assistant', 'assistant', content));
  if (content.trim()) run.shownAnswer = content;
  run.streamedText = '';
  run.streamedReasoning = '';
  return entries;
}

/** Whether text was not shown yet. The shown text may start with chunks from a broken stream, so only its end is compared. */
function isNew(text: string, shown: string): boolean {
  // Halves of characters, which a model may stream, are replaced in the message.
  return text.trim() !== '' && !shown.trim().toWellFormed().endsWith(text.trim().toWellFormed());
}

function describeResult(event: EventOf<'tool-result'>, run: RunView, page: Page): Entry {
  const call = run.closeCall(event.callId);
  const which = call?.twin ? `${event.name} ${oneLine(page.redact(call.arguments))}` : event.name;
  const { error, result } = event.outcome;
  const value = error === null ? formatValue(result, page) : { text: error, isCut: false };
  const joint = run.branches.delete(event.callId)
    ? ({ call: run.branches.size > 0 ? 'start' : 'end' } as const)
    : {};
  if (event.repeated) {
    return { ...fitted('Repeated', 'notice', value, `${which} was not executed again; before:`), ...joint };
  }
  const title = event.byProvider
    ? `${which}, by the provider:`
    : `${which} in ${formatDuration(event.durationMs)}:`;
  return {
    ...(error === null ? fitted('Result', 'result', value, title) : fitted('Error', 'error', value, title)),
    ...joint,
  };
}

function describeEnd(result: RunResult, run: RunView, { time, currency }: Page): Entry[] {
  const { status, finalResponse, errors } = result;
  run.branches.clear();
  const reasons = status === 'error' ? errors.map((error) => `${error}\n`).join('') : '';
  const isShown = !isNew(finalResponse, run.streamedText || run.shownAnswer);
  const [label, style] = ENDINGS[status];
  const parts = [
    ...describeStop(result),
    formatDuration(time - run.startedAt),
    ...describeTotals(result, currency),
  ];
  return [
    ...(isShown ? [] : [line('Assistant', 'assistant', finalResponse)]),
    line(label, style, reasons + parts.join(' · ')),
  ];
}

/** Why a run ended before its answer, if it did. */
function describeStop({ status, limit, stoppedBy, stopReason }: RunResult): string[] {
  const reached = limit ?? (status === 'max_iterations' ? 'iterations' : undefined);
  return [
    ...(stoppedBy === undefined ? [] : [`by ${stoppedBy}${stopReason ? `: ${stopReason}` : ''}`]),
    ...(reached === undefined ? [] : [`limit of ${reached} reached`]),
  ];
}

function describeTotals({ iteration, toolCalls, usage, cost }: RunResult, currency: string): string[] {
  const hasTokens = usage.inputTokens + usage.outputTokens > 0;
  return [
    formatCount(iteration, 'LLM call'),
    ...(toolCalls.length > 0 ? [formatCount(toolCalls.length, 'tool call')] : []),
    ...(hasTokens ? [usageParts(usage).slice(0, 2).join(', ')] : []),
    ...(cost === undefined ? [] : [formatCost(cost, currency)]),
  ];
}

const ENDINGS: Readonly<Record<RunResult['status'], readonly [label: string, style: Style]>> = {
  running: ['Done', 'quiet'],
  completed: ['Done', 'quiet'],
  max_iterations: ['Stopped', 'notice'],
  limit: ['Stopped', 'notice'],
  stopped: ['Stopped', 'notice'],
  refused: ['Refused', 'notice'],
  aborted: ['Aborted', 'notice'],
  paused: ['Paused', 'notice'],
  error: ['Failed', 'error'],
};

const TWIN_ARGUMENTS = 40;

/** Shortens a call's arguments to one line that is long enough to distinguish twins. */
function oneLine(text: string): string {
  return shortenText(text.trim().replaceAll(/\s+/g, ' '), TWIN_ARGUMENTS);
}
