import { describePart, formatCount, formatDuration } from '@toolwright/contract';
import { describePlayground } from '../../../src/timeline/describe-playground.js';
import type { MarkEvent, ModelStep, Step, ToolStep } from '../../../src/timeline/step.js';
import { callsText, codeStart } from '../program/shown-program.js';

export interface StepLabel {
  readonly title: string;
  readonly note: string;
  readonly tone: 'model' | 'tool' | 'agent' | 'warn' | 'bad' | 'good' | 'plain';
}

/** Describes a step. Never throws, because steps in untrusted logs may be incomplete. */
export function describeStep(step: Step): StepLabel {
  try {
    return labelOf(step);
  } catch {
    return { title: step.kind, note: 'The record of this step is damaged.', tone: 'bad' };
  }
}

function labelOf(step: Step): StepLabel {
  switch (step.kind) {
    case 'start':
      return {
        title: step.event.resumed === undefined ? step.run.agent : `${step.run.agent} resumes`,
        note: inputText(step.event.input),
        tone: 'agent',
      };
    case 'model':
      return {
        title: step.answeredBy ?? step.run.model ?? 'model',
        note: modelNote(step),
        tone: modelTone(step),
      };
    case 'tool':
      return { title: step.name, note: toolNote(step), tone: toolTone(step) };
    case 'approval':
      return {
        title: 'waiting for approval',
        note: step.calls
          .slice(0, 20)
          .map(({ name }) => name)
          .join(', '),
        tone: 'warn',
      };
    case 'mark':
      return describeMark(step.event);
    case 'end':
      return {
        title: step.result.status,
        note: step.result.finalResponse || step.result.errors[0] || step.result.lastReply || '',
        tone: statusTone(step.result.status),
      };
    default:
      return step satisfies never;
  }
}

/** Returns the text of an input, with a line for each image and file. */
export function inputText(input: Extract<Step, { kind: 'start' }>['event']['input']): string {
  if (typeof input === 'string') return input;
  return input.map((part) => (part.type === 'text' ? part.text : describePart(part))).join('\n');
}

/** Returns the duration of a step; undefined if it has none or the system clock changed during it. */
export function stepDuration(step: Step, now: number): number | undefined {
  if (step.kind === 'start' || step.kind === 'mark' || step.kind === 'end') return undefined;
  if (step.kind === 'tool' && step.durationMs !== undefined) return step.durationMs;
  const duration = (step.endedAt ?? now) - step.startedAt;
  return step.isMistimed || duration < 0 ? undefined : duration;
}

export function statusTone(status: string): 'good' | 'warn' | 'bad' | 'plain' {
  switch (status) {
    case 'completed':
      return 'good';
    case 'error':
    case 'refused':
      return 'bad';
    case 'running':
      return 'plain';
    default:
      return 'warn';
  }
}

function modelNote(step: ModelStep): string {
  const { message } = step;
  if (message !== undefined) {
    const calls = message.tool_calls?.map((call) => call.function.name) ?? [];
    const text = message.content ?? message.refusal ?? '';
    return [text, calls.length > 0 ? `→ ${calls.join(', ')}` : ''].filter(Boolean).join(' ');
  }
  return (
    lastPart(step.text) ||
    lastPart(step.reasoning) ||
    (step.endedAt === undefined ? 'waiting for the model…' : '')
  );
}

/** Returns the end of streamed text. Joining all of the text for each frame would be slow. */
function lastPart(parts: readonly string[]): string {
  return parts.slice(-40).join('');
}

function modelTone({ exchanges, retries, message, endedAt }: ModelStep): StepLabel['tone'] {
  const status = exchanges.at(-1)?.reply?.status ?? 200;
  if (endedAt !== undefined && message === undefined && status >= 400) return 'bad';
  return retries.length > 0 ? 'warn' : 'model';
}

/** Returns the special property of a call, if any. */
export function noteOf({ denied, early, repeated }: ToolStep): 'denied' | 'early' | 'repeated' | undefined {
  return denied ? 'denied' : early ? 'early' : repeated ? 'repeated' : undefined;
}

function toolNote(step: ToolStep): string {
  const { outcome, arguments: text } = step;
  const note = noteOf(step);
  const result = outcome === undefined ? '' : outcome.error === null ? ' → ' : ' ✕ ';
  const shown =
    outcome === undefined ? '' : (outcome.error ?? JSON.stringify(outcome.result)?.slice(0, 400) ?? '');
  const asked = step.inner.length > 0 ? callsText(step.inner) : (codeStart(text) ?? text.slice(0, 200));
  return `${note === undefined ? '' : `${note}: `}${asked}${result}${shown}`;
}

function toolTone({ outcome, denied }: ToolStep): StepLabel['tone'] {
  if (denied) return 'warn';
  return outcome !== undefined && outcome.error !== null ? 'bad' : 'tool';
}

function describeMark(event: MarkEvent): StepLabel {
  switch (event.type) {
    case 'retry':
      return {
        title: 'retry',
        note: `after ${formatDuration(event.delayMs)}: ${event.reason}`,
        tone: 'warn',
      };
    case 'warning':
      return { title: 'warning', note: event.message, tone: 'warn' };
    case 'run-interrupted':
      return { title: 'ended without a result', note: event.reason, tone: 'bad' };
    case 'playground':
      return { title: 'playground', note: describePlayground(event), tone: 'plain' };
    case 'policy':
      return {
        title: `policy ${event.policy}`,
        note: `${event.hook}: ${event.action}${event.reason === undefined ? '' : `, ${event.reason}`}`,
        tone: event.action === 'fail' || event.action === 'refuse' ? 'bad' : 'warn',
      };
    case 'handoff':
      return { title: 'handoff', note: `${event.from} → ${event.to}`, tone: 'agent' };
    case 'fallback':
      return { title: 'fallback', note: `${event.from} → ${event.to}: ${event.reason}`, tone: 'warn' };
    case 'parse-error':
      return { title: 'reply not understood', note: event.message, tone: 'warn' };
    case 'history-compact':
      return {
        title: 'history shortened',
        note: `${formatCount(event.before, 'message')} → ${formatCount(event.after)}`,
        tone: 'plain',
      };
    default:
      return event satisfies never;
  }
}
