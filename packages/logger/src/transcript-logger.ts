import {
  type AgentEvent,
  type AssistantMessage,
  type Logger,
  type RunInfo,
  type RunResult,
  wantsColor,
} from '@toolwright/contract';
import { ActiveRuns } from './active-runs.js';
import type { Style } from './entry.js';
import { LineWriter } from './line-writer.js';
import { loggerRedaction, type RedactOptions } from './logger-redaction.js';
import { createPalette } from './palette.js';
import type { RunView } from './run-view.js';
import { type Environment, type LogStream, usableWidth } from './terminal.js';
import { contentText } from './text/content-text.js';
import { jsonText } from './text/json-text.js';
import { shorten } from './text/shorten.js';

/** Options of `createTranscriptLogger`. */
export interface TranscriptLoggerOptions extends RedactOptions {
  /** Default: `process.stderr`. */
  readonly stream?: LogStream | undefined;
  /** Default: by `FORCE_COLOR`, `NO_COLOR` and whether the stream is a terminal. */
  readonly color?: boolean | undefined;
  /** Columns. Default: the terminal's, at most 120; lines are not wrapped where the stream is not a terminal. */
  readonly width?: number | undefined;
  /** Characters shown of an input or a result. Default: 2,000. Thoughts and answers are shown in full. */
  readonly maxLength?: number | undefined;
  /** Default: `process.env`. */
  readonly env?: Environment | undefined;
}

/**
 * A logger that writes each run down step by step: a banner with the question, `Iteration 1/10`, what the model thinks, does and gets,
 * and how it ended. `verbose: true` of an agent writes this. Entries of several runs at once name theirs.
 */
export function createTranscriptLogger(options: TranscriptLoggerOptions = {}): Logger {
  const { stream = process.stderr, env = process.env, maxLength = 2_000 } = options;
  const palette = createPalette(options.color ?? wantsColor(stream, env));
  const { redact } = loggerRedaction(options, env);
  const writer = new LineWriter(stream, palette, () => usableWidth(stream, options.width), redact);
  const runs = new ActiveRuns();

  return {
    log(event: AgentEvent, run: RunInfo): void {
      const view = runs.view(run);
      const tag = runs.tag(view);
      for (const line of describe(event, view)) {
        if ('rule' in line) writer.rule(line.rule === '' ? '' : tag + line.rule);
        else writer.line(tag, line.label, line.cut ? cut(line.text) : line.text, line.style);
      }
      if (event.type === 'run-end') runs.end(view);
    },
  };

  function cut(text: string): string {
    return shorten(redact(text), { characters: maxLength, lines: Number.POSITIVE_INFINITY });
  }
}

/** A rule across the page, or a label with its text; `cut` marks what may be long. */
type Line =
  | { readonly rule: string }
  | { readonly label: string; readonly text: string; readonly style: Style; readonly cut?: true };

/** What the transcript says of an event; nothing of deltas, which the messages repeat, and of usage. */
function describe(event: AgentEvent, view: RunView): Line[] {
  switch (event.type) {
    case 'run-start':
      view.shownInput = contentText(event.input);
      return [{ rule: view.info.agent }, line('Query', 'user', view.shownInput), { rule: '' }];
    case 'llm-call':
      return [line(`Iteration ${event.iteration}/${event.maxIterations}`, 'quiet')];
    case 'message':
      return event.message.role === 'assistant'
        ? describeReply(event.message)
        : describeQuestion(event.message.role, contentText(event.message.content), view);
    case 'tool-call':
      view.openCall(event);
      return [line('Tool', 'call', event.name), long('Input', 'call', event.arguments)];
    case 'tool-result': {
      const { outcome, name, callId } = event;
      const label = event.repeated ? 'Not executed, repeats' : 'Result';
      const several = view.severalCalls;
      view.closeCall(callId);
      const style = event.repeated ? 'notice' : outcome.error === null ? 'result' : 'error';
      const text = outcome.error ?? jsonText(outcome.result);
      return [
        long(several ? `${label} (${name})` : label, style, outcome.error === null ? text : `Error: ${text}`),
      ];
    }
    case 'run-end':
      return describeEnd(event.result);
    default:
      return describeNotice(event);
  }
}

function describeQuestion(role: string, text: string, view: RunView): Line[] {
  if (role !== 'user') return [];
  const repeated = text === view.shownInput;
  view.shownInput = '';
  return repeated ? [] : [line('User', 'user', text)];
}

function describeReply({ content, reasoning, refusal, tool_calls: calls = [] }: AssistantMessage): Line[] {
  const thoughts = [reasoning ?? '', calls.length > 0 ? (content ?? '') : ''];
  const thought = thoughts.filter((text) => text.trim() !== '').join('\n');
  const lines = thought === '' ? [] : [line('Thought', 'reasoning', thought)];
  if (calls.length > 0) return [...lines, line('Action', 'notice', 'tool')];
  const answer = content || refusal || '';
  return [...lines, line('Action', 'notice', 'respond'), line('Response', 'assistant', answer)];
}

function describeEnd(result: RunResult): Line[] {
  const { status, iteration, toolCalls, errors, finalResponse } = result;
  return [
    { rule: '' },
    line('Status', status === 'error' ? 'error' : 'notice', status),
    ...errors.map((error) => line('Error', 'error', error)),
    line('Iterations', 'quiet', String(iteration)),
    line('Tool calls', 'quiet', String(toolCalls.length)),
    line('Final response', 'assistant', finalResponse || '(none)'),
    { rule: '' },
  ];
}

type Notice = Exclude<
  AgentEvent,
  { readonly type: 'run-start' | 'llm-call' | 'message' | 'tool-call' | 'tool-result' | 'run-end' }
>;

function describeNotice(event: Notice): Line[] {
  switch (event.type) {
    case 'tool-progress':
      return [long('Progress', 'quiet', jsonText(event.progress))];
    case 'history-compact':
      return [line('Note', 'quiet', `The history went from ${event.before} to ${event.after} messages.`)];
    case 'handoff':
      return [line('Handoff', 'notice', `${event.from} → ${event.to}`)];
    case 'approval-request':
      return event.calls.map(({ name, arguments: text }) => long('Approval', 'notice', `${name} ${text}`));
    case 'warning':
      return [line('Warning', 'notice', event.message)];
    case 'retry':
      return [line('Retry', 'notice', `${event.attempt}: ${event.reason}`)];
    case 'parse-error':
      return [line('Not understood', 'notice', event.message)];
    case 'text-delta':
    case 'reasoning-delta':
    case 'usage':
      return [];
  }
}

function line(label: string, style: Style, text = ''): Line {
  return { label, style, text };
}

function long(label: string, style: Style, text: string): Line {
  return { label, style, text, cut: true };
}
