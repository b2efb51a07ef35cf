import {
  type AssistantMessage,
  checkOptions,
  contentText,
  formatCost,
  formatDuration,
  type Logger,
  optionsOf,
  type RunResult,
} from '@toolwright/contract';
import { type Entry, fitted, line, long } from './entry.js';
import { inLines } from './layouts.js';
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

/** Options of `createTranscriptLogger`. */
export type TranscriptLoggerOptions = TextLoggerOptions;

const OPTIONS = optionsOf<TranscriptLoggerOptions>()({
  'a number': 'width maxLength',
  'a string': 'currency',
  'true or false': 'color verbose',
  'a function': 'now',
  'an object': 'stream env',
  anything: 'redact',
});

/**
 * Creates a logger that writes each run step by step: a banner with the question, `Iteration 1/10`, each thought, action and result, and
 * how the run ended. Agents with `verbose: true` use it.
 */
export function createTranscriptLogger(options: TranscriptLoggerOptions = {}): Logger {
  checkOptions(options, OPTIONS, 'createTranscriptLogger');
  return createTextLogger({ layout: inLines, show: TRANSCRIPT, maxLength: 2_000, markdown: true }, options);
}

const RULE: Entry = { ...line('', 'quiet'), rule: true };

/** Deltas are not shown, because messages repeat their text. */
const TRANSCRIPT: TextFormat['show'] = {
  'run-start': (event, run) => {
    run.shownInput = contentText(event.input);
    return [{ ...RULE, label: run.info.agent }, line('Query', 'user', run.shownInput), RULE];
  },
  'llm-call': ({ iteration, maxIterations }) => [line(`Iteration ${iteration}/${maxIterations}`, 'quiet')],
  'text-delta': () => [],
  'reasoning-delta': () => [],
  usage: () => [],
  message: ({ message }, run) => {
    if (message.role === 'assistant') {
      run.shownAnswer = answerOf(message) || run.shownAnswer;
      return describeReply(message);
    }
    if (message.role !== 'user') return [];
    const text = contentText(message.content);
    return run.repeatsInput(text) ? [] : [line('User', 'user', text)];
  },
  'tool-call': (event, run, page) => {
    run.openCall(event);
    const input = fitted('Input', 'call', formatArguments(event.arguments, onOneLine(page)));
    return [line('Tool', 'call', calledName(event)), input];
  },
  'tool-progress': (event, _, page) => [showProgress(event, onOneLine(page))],
  'tool-result': (event, run, page) => [describeResult(event, run, onOneLine(page))],
  'history-compact': ({ before, after }) => [
    line('Note', 'quiet', `The history went from ${before} to ${after} messages.`),
  ],
  handoff: ({ from, to }) => [line('Handoff', 'notice', `${from} → ${to}`)],
  'approval-request': ({ calls }) =>
    calls.map(({ name, arguments: text }) => long('Approval', 'notice', `${name} ${text}`)),
  policy: (event) => [line('Policy', 'notice', describePolicy(event))],
  warning: ({ message }) => [line('Warning', 'notice', message)],
  retry: ({ attempt, reason }) => [line('Retry', 'notice', `${attempt}: ${reason}`)],
  fallback: ({ from, to, reason }) => [line('Fallback', 'notice', `${from} → ${to}: ${reason}`)],
  'parse-error': ({ message }) => [line('Not understood', 'notice', message)],
  'run-end': ({ result }, run, page) => describeEnd(result, run, page),
};

/** A transcript has the JSON of values on one line. */
function onOneLine(page: Page): Page {
  return { ...page, columns: Number.POSITIVE_INFINITY };
}

function describeResult(
  { outcome, name, callId, repeated }: EventOf<'tool-result'>,
  run: RunView,
  page: Page,
): Entry {
  const { severalCalls } = run;
  run.closeCall(callId);
  const { error, result } = outcome;
  const kind = repeated ? 'Not executed, repeats' : 'Result';
  const style = repeated ? 'notice' : error === null ? 'result' : 'error';
  const value = error === null ? formatValue(result, page) : { text: `Error: ${error}`, isCut: false };
  return fitted(severalCalls ? `${kind} (${name})` : kind, style, value);
}

function answerOf({ content, refusal, tool_calls: calls = [] }: AssistantMessage): string {
  return calls.length > 0 ? '' : content || refusal || '';
}

function describeReply(message: AssistantMessage): Entry[] {
  const { content, reasoning, tool_calls: calls = [] } = message;
  const thoughts = [reasoning ?? '', calls.length > 0 ? (content ?? '') : ''];
  const thought = thoughts.filter((text) => text.trim() !== '').join('\n');
  const lines = thought === '' ? [] : [line('Thought', 'reasoning', thought)];
  if (calls.length > 0) return [...lines, line('Action', 'notice', 'tool')];
  return [...lines, line('Action', 'notice', 'respond'), line('Response', 'assistant', answerOf(message))];
}

function describeEnd(result: RunResult, run: RunView, { time, currency }: Page): Entry[] {
  const { status, iteration, toolCalls, usage, cost, errors, finalResponse } = result;
  // The answer was shown as the last response.
  const isNew = finalResponse === '' || finalResponse.trim() !== run.shownAnswer.trim();
  const hasTokens = usage.inputTokens + usage.outputTokens > 0;
  return [
    RULE,
    line('Status', status === 'error' ? 'error' : 'notice', status),
    ...errors.map((error) => line('Error', 'error', error)),
    line('Iterations', 'quiet', String(iteration)),
    line('Tool calls', 'quiet', String(toolCalls.length)),
    line('Duration', 'quiet', formatDuration(time - run.startedAt)),
    ...(hasTokens ? [line('Tokens', 'quiet', usageParts(usage).slice(0, 2).join(', '))] : []),
    ...(cost === undefined ? [] : [line('Cost', 'quiet', formatCost(cost, currency))]),
    line('Final response', 'assistant', isNew ? finalResponse || '(none)' : 'as above'),
    RULE,
  ];
}
