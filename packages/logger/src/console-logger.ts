import {
  type AssistantMessage,
  checkOptions,
  contentText,
  formatCount,
  formatDuration,
  type Logger,
  optionsOf,
  type RunResult,
  shortenText,
} from '@toolwright/contract';
import { type Entry, line, long, type Style } from './entry.js';
import { inColumns } from './layouts.js';
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
  'true or false': 'showReasoning color',
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
  return createTextLogger(
    { layout: inColumns, show: showEvents(showReasoning), maxLength: 1_000, maxLines },
    options,
  );
}

/** Returns the functions that show events. Usage is shown as a total when the run ends. */
function showEvents(showReasoning: boolean): TextFormat['show'] {
  return {
    'run-start': (event, run) => {
      run.tools = event.tools;
      run.shownInput = contentText(event.input);
      return [{ ...long('User', 'user', run.shownInput), gap: true }];
    },
    'llm-call': (event, run) => [line('LLM call', 'quiet', describeCall(event, run))],
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
    message: (event, run) => describeMessage(event, run, showReasoning),
    'tool-call': (event, run, page) => {
      run.openCall(event);
      return [showCall('Tool call', 'call', event, page)];
    },
    'tool-progress': ({ name, progress }, _, { columns }) => [
      long('Progress', 'quiet', formatValue(progress, columns), `${name}:`),
    ],
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
    'run-end': ({ result }, run) => describeEnd(result, run),
  };
}

function showCall(
  label: string,
  style: Style,
  call: { readonly name: string; readonly calledAs?: string; readonly arguments: string },
  { columns }: Page,
): Entry {
  return long(label, style, formatArguments(call.arguments, columns), calledName(call));
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
        const names = calls.map((call) => call.function.name).join(', ');
        entries.push(line('Requested', 'notice', `${formatCount(calls.length, 'tool call')}: ${names}`));
      }
      const implied = finishReason === 'tool-calls' && calls.length > 0;
      if (finishReason && !implied) entries.push(line('Finish', 'quiet', rawFinishReason ?? finishReason));
      return entries;
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
  return text.trim() !== '' && !shown.trim().endsWith(text.trim());
}

function describeResult(event: EventOf<'tool-result'>, run: RunView, { columns, redact }: Page): Entry {
  const call = run.closeCall(event.callId);
  const which = call?.twin ? `${event.name} ${oneLine(redact(call.arguments))}` : event.name;
  const { error, result } = event.outcome;
  const value = error ?? formatValue(result, columns);
  if (event.repeated) return long('Repeated', 'notice', value, `${which} was not executed again; before:`);
  const title = event.byProvider
    ? `${which}, by the provider:`
    : `${which} in ${formatDuration(event.durationMs)}:`;
  return error === null ? long('Result', 'result', value, title) : long('Error', 'error', value, title);
}

function describeEnd(result: RunResult, run: RunView): Entry[] {
  const { status, finalResponse, iteration, toolCalls, usage, errors, stoppedBy, stopReason } = result;
  const { limit = status === 'max_iterations' ? 'iterations' : undefined } = result;
  const parts = [formatCount(iteration, 'LLM call'), formatCount(toolCalls.length, 'tool call')];
  if (usage.inputTokens + usage.outputTokens > 0) parts.push(usageParts(usage).slice(0, 2).join(', '));
  if (limit !== undefined) parts.unshift(`limit of ${limit} reached`);
  if (stoppedBy !== undefined) parts.unshift(`by ${stoppedBy}${stopReason ? `: ${stopReason}` : ''}`);
  const reasons = status === 'error' ? errors.map((error) => `${error}\n`).join('') : '';
  const isShown = !isNew(finalResponse, run.streamedText || run.shownAnswer);
  const [label, style] = ENDINGS[status];
  return [
    ...(isShown ? [] : [line('Assistant', 'assistant', finalResponse)]),
    line(label, style, reasons + parts.join(' · ')),
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
