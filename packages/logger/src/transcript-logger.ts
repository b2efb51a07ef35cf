import {
  type AssistantMessage,
  checkOptions,
  contentText,
  type Logger,
  optionsOf,
  type RunResult,
} from '@toolwright/contract';
import { type Entry, line, long } from './entry.js';
import { inLines } from './layouts.js';
import type { RunView } from './run-view.js';
import { calledName } from './text/called-name.js';
import { describePolicy } from './text/describe-policy.js';
import { jsonText } from './text/json-text.js';
import { createTextLogger, type EventOf, type TextFormat, type TextLoggerOptions } from './text-logger.js';

/** Options of `createTranscriptLogger`. */
export type TranscriptLoggerOptions = TextLoggerOptions;

const OPTIONS = optionsOf<TranscriptLoggerOptions>()({
  'a number': 'width maxLength',
  'true or false': 'color',
  'an object': 'stream env',
  anything: 'redact',
});

/**
 * Creates a logger that writes each run step by step: a banner with the question, `Iteration 1/10`, each thought, action and result, and
 * how the run ended. Agents with `verbose: true` use it.
 */
export function createTranscriptLogger(options: TranscriptLoggerOptions = {}): Logger {
  checkOptions(options, OPTIONS, 'createTranscriptLogger');
  return createTextLogger({ layout: inLines, show: TRANSCRIPT, maxLength: 2_000 }, options);
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
    if (message.role === 'assistant') return describeReply(message);
    if (message.role !== 'user') return [];
    const text = contentText(message.content);
    return run.repeatsInput(text) ? [] : [line('User', 'user', text)];
  },
  'tool-call': (event, run) => {
    run.openCall(event);
    return [line('Tool', 'call', calledName(event)), long('Input', 'call', event.arguments)];
  },
  'tool-progress': ({ progress }) => [long('Progress', 'quiet', jsonText(progress))],
  'tool-result': (event, run) => [describeResult(event, run)],
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
  'run-end': ({ result }) => describeEnd(result),
};

function describeResult({ outcome, name, callId, repeated }: EventOf<'tool-result'>, run: RunView): Entry {
  const { severalCalls } = run;
  run.closeCall(callId);
  const { error, result } = outcome;
  const kind = repeated ? 'Not executed, repeats' : 'Result';
  const style = repeated ? 'notice' : error === null ? 'result' : 'error';
  const text = error === null ? jsonText(result) : `Error: ${error}`;
  return long(severalCalls ? `${kind} (${name})` : kind, style, text);
}

function describeReply({ content, reasoning, refusal, tool_calls: calls = [] }: AssistantMessage): Entry[] {
  const thoughts = [reasoning ?? '', calls.length > 0 ? (content ?? '') : ''];
  const thought = thoughts.filter((text) => text.trim() !== '').join('\n');
  const lines = thought === '' ? [] : [line('Thought', 'reasoning', thought)];
  if (calls.length > 0) return [...lines, line('Action', 'notice', 'tool')];
  const answer = content || refusal || '';
  return [...lines, line('Action', 'notice', 'respond'), line('Response', 'assistant', answer)];
}

function describeEnd({ status, iteration, toolCalls, errors, finalResponse }: RunResult): Entry[] {
  return [
    RULE,
    line('Status', status === 'error' ? 'error' : 'notice', status),
    ...errors.map((error) => line('Error', 'error', error)),
    line('Iterations', 'quiet', String(iteration)),
    line('Tool calls', 'quiet', String(toolCalls.length)),
    line('Final response', 'assistant', finalResponse || '(none)'),
    RULE,
  ];
}
