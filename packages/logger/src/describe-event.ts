import {
  type AgentEvent,
  type Message,
  type RunResult,
  shortenText,
  type ToolResultEvent,
} from '@toolwright/contract';
import type { Entry, Label, Style } from './entry.js';
import type { RunView } from './run-view.js';
import { contentText } from './text/content-text.js';
import { formatArguments, formatDuration, formatValue } from './text/format-value.js';
import { count } from './text/shorten.js';

export interface DescribeOptions {
  readonly showReasoning: boolean;
  /** Cuts what may be long, without its secrets. */
  readonly fit: (text: string) => string;
  /** Columns of the text column. */
  readonly columns: number;
}

/** Everything but deltas, which a console shows as they come, and usage, of which it shows the sum. */
export type CompleteEvent = Exclude<
  AgentEvent,
  { readonly type: 'text-delta' | 'reasoning-delta' | 'usage' }
>;

/** What a console says of an event: nothing, or some entries. Notes in the view what has been shown. */
export function describeEvent(event: CompleteEvent, view: RunView, options: DescribeOptions): Entry[] {
  switch (event.type) {
    case 'run-start': {
      view.tools = event.tools;
      view.shownInput = contentText(event.input);
      return [entry('User', 'user', options.fit(view.shownInput))];
    }
    case 'llm-call':
      return [entry('LLM call', 'quiet', describeCall(event, view))];
    case 'message':
      return describeMessage(event.message, event.finishReason, view, options);
    case 'tool-call': {
      view.openCall(event);
      const given = options.fit(formatArguments(event.arguments, options.columns));
      return [entry('Tool call', 'call', beside(event.name, given, options.columns))];
    }
    case 'tool-progress': {
      const progress = options.fit(formatValue(event.progress, options.columns));
      return [entry('Progress', 'quiet', below(`${event.name}:`, progress, options.columns))];
    }
    case 'tool-result':
      return [describeResult(event, view, options)];
    case 'history-compact':
      return [entry('Compacted', 'quiet', `${event.before} to ${count(event.after, 'message')}`)];
    case 'handoff':
      return [entry('Handoff', 'notice', `${event.from} → ${event.to}`)];
    case 'approval-request':
      return event.calls.map((call) => {
        const given = options.fit(formatArguments(call.arguments, options.columns));
        return entry('Approval', 'notice', beside(call.name, given, options.columns));
      });
    case 'warning':
      return [entry('Warning', 'notice', event.message)];
    case 'retry':
      return [
        entry('Retry', 'notice', `${event.attempt} in ${formatDuration(event.delayMs)}: ${event.reason}`),
      ];
    case 'parse-error': {
      const text = options.fit(event.text);
      return [entry('Warning', 'notice', `Reply not understood: ${event.message}\n${text}`.trimEnd())];
    }
    case 'run-end':
      return describeEnd(event.result, view);
    default:
      return describeUnknown(event);
  }
}

function describeCall(event: Extract<AgentEvent, { type: 'llm-call' }>, view: RunView): string {
  const parts = [`${event.iteration} of ${event.maxIterations}`];
  if (view.info.model) parts.push(view.info.model);
  parts.push(count(event.messages, 'message'));
  if (view.tools > 0) parts.push(count(view.tools, 'tool'));
  return parts.join(' · ');
}

function describeMessage(
  message: Message,
  finishReason: string | undefined,
  view: RunView,
  options: DescribeOptions,
): Entry[] {
  switch (message.role) {
    case 'system':
    case 'developer':
      return [entry('System', 'quiet', options.fit(message.content))];
    case 'user': {
      const text = contentText(message.content);
      const repeated = text === view.shownInput;
      view.shownInput = '';
      return repeated ? [] : [entry('User', 'user', options.fit(text))];
    }
    case 'tool':
      // The tool's result was shown when it came.
      return [];
    case 'assistant': {
      const entries = describeReply(message.reasoning ?? '', message.content ?? '', view, options);
      if (message.refusal) entries.push(entry('Refused', 'notice', message.refusal));
      const calls = message.tool_calls ?? [];
      if (calls.length > 0) {
        const names = calls.map((call) => call.function.name).join(', ');
        entries.push(entry('Requested', 'notice', `${count(calls.length, 'tool call')}: ${names}`));
      }
      const implied = finishReason === 'tool-calls' && calls.length > 0;
      if (finishReason && !implied) entries.push(entry('Finish', 'quiet', finishReason));
      return entries;
    }
  }
}

/** The parts of a reply that were not streamed before. */
function describeReply(reasoning: string, content: string, view: RunView, options: DescribeOptions): Entry[] {
  const entries: Entry[] = [];
  if (options.showReasoning && isNew(reasoning, view.streamedReasoning)) {
    entries.push(entry('Reasoning', 'reasoning', reasoning));
  }
  if (isNew(content, view.streamedText)) entries.push(entry('Assistant', 'assistant', content));
  if (content.trim()) view.shownAnswer = content;
  view.streamedText = '';
  view.streamedReasoning = '';
  return entries;
}

/** False for what ends the shown text: before it may stand what a broken stream had sent. */
function isNew(text: string, shown: string): boolean {
  return text.trim() !== '' && !shown.trim().endsWith(text.trim());
}

function describeResult(event: ToolResultEvent, view: RunView, options: DescribeOptions): Entry {
  const call = view.closeCall(event.callId);
  const which = call?.twin ? `${event.name} ${oneLine(call.arguments)}` : event.name;
  const { error, result } = event.outcome;
  const value = options.fit(error ?? formatValue(result, options.columns));
  if (event.repeated) {
    return entry(
      'Repeated',
      'notice',
      below(`${which} was not executed again; before:`, value, options.columns),
    );
  }
  const title = event.byProvider
    ? `${which}, by the provider:`
    : `${which} in ${formatDuration(event.durationMs)}:`;
  const text = below(title, value, options.columns);
  return error === null ? entry('Result', 'result', text) : entry('Error', 'error', text);
}

function describeEnd(result: RunResult, view: RunView): Entry[] {
  const entries: Entry[] = [];
  if (isNew(result.finalResponse, view.streamedText || view.shownAnswer)) {
    entries.push(entry('Assistant', 'assistant', result.finalResponse));
  }
  const { label, style } = ENDINGS[result.status];
  const { inputTokens, outputTokens } = result.usage;
  const parts = [count(result.iteration, 'LLM call'), count(result.toolCalls.length, 'tool call')];
  if (inputTokens + outputTokens > 0) {
    parts.push(`${count(inputTokens, 'token')} in, ${outputTokens.toLocaleString('en-US')} out`);
  }
  const { limit = result.status === 'max_iterations' ? 'iterations' : undefined } = result;
  if (limit !== undefined) parts.unshift(`limit of ${limit} reached`);
  const errors = result.status === 'error' ? result.errors.map((error) => `${error}\n`).join('') : '';
  entries.push(entry(label, style, errors + parts.join(' · ')));
  return entries;
}

const ENDINGS: Readonly<Record<RunResult['status'], { readonly label: Label; readonly style: Style }>> = {
  running: { label: 'Done', style: 'quiet' },
  completed: { label: 'Done', style: 'quiet' },
  max_iterations: { label: 'Stopped', style: 'notice' },
  limit: { label: 'Stopped', style: 'notice' },
  aborted: { label: 'Aborted', style: 'notice' },
  paused: { label: 'Paused', style: 'notice' },
  error: { label: 'Failed', style: 'error' },
};

/** An event of a newer version is named, so that nothing is lost silently. */
function describeUnknown(event: never): Entry[] {
  const { type } = event as { readonly type: string }; // all events have a type, also those not known here
  return [entry('Warning', 'notice', `Unknown event ${type}`)];
}

function entry(label: Label, style: Style, text: string): Entry {
  return { label, style, text };
}

/** A value of several lines begins below its title. */
function below(title: string, value: string, columns: number): string {
  return value.includes('\n') ? `${title}\n${value}` : beside(title, value, columns);
}

/** On a line of its own where that spares a break. */
function beside(title: string, value: string, columns: number): string {
  const breaks = title.length + 1 + value.length > columns;
  return `${title}${breaks && value.length <= columns ? '\n' : ' '}${value}`.trimEnd();
}

const TWIN_ARGUMENTS = 40;

/** Enough of a call's arguments to tell it from its twin. */
function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return shortenText(line, TWIN_ARGUMENTS);
}
