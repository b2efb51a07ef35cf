import {
  type AgentEvent,
  type AssistantMessage,
  errorMessage,
  type Message,
  type RunInfo,
  type RunResult,
  type ToolCallEvent,
  type ToolResultEvent,
  type Usage,
} from '@toolwright/contract';
import type { Entry, Label, Style } from './entry.js';
import { contentText } from './text/content-text.js';
import { formatDuration } from './text/format-value.js';
import { jsonText } from './text/json-text.js';
import { count } from './text/shorten.js';

/** What a debug trace says of one run, event by event. */
export class RunTrace {
  readonly startedAt: number;
  readonly #run: RunInfo;
  #tools = 0;
  #requestAt: number | undefined;
  #firstDelta = true;
  #deltas = 0;

  constructor(run: RunInfo, startedAt: number) {
    this.#run = run;
    this.startedAt = startedAt;
  }

  describe(event: AgentEvent, time: number): Entry[] {
    switch (event.type) {
      case 'run-start':
        this.#tools = event.tools;
        return [phase(`run of ${this.#run.agent}${this.#run.parentRunId ? ', for another run' : ''}`)];
      case 'llm-call':
        return this.#describeRequest(event, time);
      case 'text-delta':
      case 'reasoning-delta':
        return this.#describeDelta(time);
      case 'usage':
        return [entry('Response', 'assistant', describeUsage(event.usage))];
      case 'message':
        return this.#describeMessage(event.message, event.finishReason, time);
      case 'tool-call':
        return [phase(`tool ${event.name}`), describeArguments(event)];
      case 'tool-result': {
        const { name, outcome } = event;
        const [style, text] =
          outcome.error === null
            ? (['result', jsonText(outcome.result)] as const)
            : (['error', outcome.error] as const);
        return [
          timer(`${name} ${describeDuration(event)}`),
          entry(outcome.error === null ? 'Result' : 'Error', style, text),
        ];
      }
      case 'parse-error':
        return [entry('Parsed', 'error', `${event.message}\n${event.text}`)];
      case 'run-end':
        return describeEnd(event.result, time - this.startedAt);
      default:
        return describeNotice(event);
    }
  }

  #describeRequest(event: Extract<AgentEvent, { type: 'llm-call' }>, time: number): Entry[] {
    this.#requestAt = time;
    this.#firstDelta = true;
    this.#deltas = 0;
    const { provider, model } = this.#run;
    const who = [provider, model].filter((part) => part !== undefined).join(' ') || 'the model';
    return [
      phase(`iteration ${event.iteration} of ${event.maxIterations}`),
      entry('Context', 'quiet', `${count(event.messages, 'message')} · ${count(this.#tools, 'tool')}`),
      entry('Request', 'call', `to ${who}`),
    ];
  }

  #describeDelta(time: number): Entry[] {
    this.#deltas += 1;
    if (!this.#firstDelta || this.#requestAt === undefined) return [];
    this.#firstDelta = false;
    return [timer(`first delta after ${formatDuration(time - this.#requestAt)}`)];
  }

  #describeMessage(message: Message, finishReason: string | undefined, time: number): Entry[] {
    if (message.role !== 'assistant') {
      // A result was shown when it came.
      if (message.role === 'tool') return [];
      return [entry('Context', 'quiet', `${message.role}: ${contentText(message.content)}`)];
    }
    const took =
      this.#requestAt === undefined ? [] : [timer(describeRequestTime(time - this.#requestAt, this.#deltas))];
    this.#requestAt = undefined;
    return [...took, ...describeReply(message, finishReason)];
  }
}

function describeRequestTime(took: number, deltas: number): string {
  return `reply took ${formatDuration(took)}${deltas > 0 ? `, ${count(deltas, 'delta')}` : ''}`;
}

function describeReply(message: AssistantMessage, finishReason = 'unknown'): Entry[] {
  const { content, reasoning, refusal, tool_calls: calls = [] } = message;
  const parsed = calls.map(({ function: { name } }) => name).join(', ');
  return [
    ...(reasoning ? [entry('Reasoning', 'reasoning', reasoning)] : []),
    ...(refusal ? [entry('Refused', 'error', refusal)] : []),
    ...(content ? [entry('Response', 'assistant', content)] : []),
    entry(
      'Parsed',
      'result',
      `${calls.length > 0 ? `${count(calls.length, 'call')}: ${parsed}` : 'text'} · finish ${finishReason}`,
    ),
  ];
}

function describeUsage({
  inputTokens,
  outputTokens,
  cachedInputTokens,
  cacheWriteTokens,
  reasoningTokens,
}: Usage): string {
  const parts = [
    `${count(inputTokens, 'token')} in`,
    `${outputTokens.toLocaleString('en-US')} out`,
    ...(cachedInputTokens ? [`${cachedInputTokens.toLocaleString('en-US')} from the cache`] : []),
    ...(cacheWriteTokens ? [`${cacheWriteTokens.toLocaleString('en-US')} to the cache`] : []),
    ...(reasoningTokens ? [`${reasoningTokens.toLocaleString('en-US')} of reasoning`] : []),
  ];
  return parts.join(' · ');
}

function describeArguments({ arguments: text, callId }: ToolCallEvent): Entry {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return entry('Parsed', 'result', `${text.trim() || '{}'} (${callId})`);
  } catch (error) {
    return entry('Parsed', 'error', `no JSON: ${errorMessage(error)}\n${text}`);
  }
}

function describeEnd(result: RunResult, took: number): Entry[] {
  const { status, limit, errors, output, outputWarnings = [], iteration, toolCalls, usage } = result;
  const steps = `${count(iteration, 'request')}, ${count(toolCalls.length, 'tool call')}`;
  return [
    ...(output === undefined ? [] : [entry('Parsed', 'result', `output: ${jsonText(output)}`)]),
    ...outputWarnings.map(({ message }) => entry('Parsed', 'notice', message)),
    ...errors.map((error) => entry('Error', 'error', error)),
    timer(`run took ${formatDuration(took)}, ${steps}`),
    phase(`end: ${status}${limit === undefined ? '' : ` (${limit})`} · ${describeUsage(usage)}`),
  ];
}

type Notice = Extract<
  AgentEvent,
  { type: 'tool-progress' | 'history-compact' | 'handoff' | 'approval-request' | 'warning' | 'retry' }
>;

function describeNotice(event: Notice): Entry[] {
  switch (event.type) {
    case 'tool-progress':
      return [entry('Progress', 'quiet', `${event.name}: ${jsonText(event.progress)}`)];
    case 'history-compact':
      return [
        entry('Context', 'quiet', `compacted from ${event.before} to ${count(event.after, 'message')}`),
      ];
    case 'handoff':
      return [phase(`handoff from ${event.from} to ${event.to}`)];
    case 'approval-request':
      return event.calls.map(({ name, arguments: text }) => entry('Approval', 'notice', `${name} ${text}`));
    case 'warning':
      return [entry('Warning', 'notice', event.message)];
    case 'retry':
      return [timer(`retry ${event.attempt} in ${formatDuration(event.delayMs)}: ${event.reason}`)];
  }
}

function phase(text: string): Entry {
  return entry('Phase', 'user', text);
}

function timer(text: string): Entry {
  return entry('Timer', 'notice', text);
}

function entry(label: Label, style: Style, text: string): Entry {
  return { label, style, text };
}

function describeDuration({ durationMs, repeated, byProvider }: ToolResultEvent): string {
  if (repeated) return 'repeated, not executed';
  return byProvider ? 'called by the provider' : `took ${formatDuration(durationMs)}`;
}
