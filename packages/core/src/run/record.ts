import {
  type AgentEvent,
  type ContentPart,
  describePart,
  type ErrorCode,
  type LLMResponse,
  type Message,
  sealJson,
  sealMessage,
  sealOwn,
  shortenText,
  type ToolCallRecord,
  type ToolMessage,
  textOfFile,
} from '@toolwright/contract';
import type { Memory } from '../memory/memory.js';
import type { Observation } from '../memory/observation.js';
import { isOldAnswer } from '../memory/old-answers.js';
import { formatOutcome, quoteUntrusted } from '../protocols/format-outcome.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import type { RunState } from '../state/run-state.js';
import type { AnsweredCall } from './calls/open-call.js';
import type { CallPorts, Ports } from './ports.js';
import { toFinishReason } from './reply-end.js';

const REPEATED = 'You already made this call, so it was not executed again. Its result was:\n';

export function addMessage({ history }: RunState, given: Message): AgentEvent {
  const message = sealMessage(given);
  history.append([message]);
  return { type: 'message', message };
}

/** Adds a user message that is not a question and is trimmed with the preceding step. */
export function addAside({ history }: RunState, content: string): AgentEvent {
  const message = sealOwn({ role: 'user' as const, content });
  history.appendAside(message);
  return { type: 'message', message };
}

/** Reports how the history was cut since the last report, if it was. */
export function reportCut(history: Memory): AgentEvent[] {
  const cut = history.takeCut();
  return cut === undefined ? [] : [{ type: 'history-compact', ...cut }];
}

/** Records and shows a reply. Its message is added to the history later: with the results of its calls, or as the answer. */
export function addReply(state: RunState, ports: Ports, response: LLMResponse, reply: Reply): AgentEvent[] {
  return [...noteReply(state, ports, response, reply), ...showReply(ports, response, reply)];
}

const UNSHOWN = 'The model wrote text that is not part of its answer: ';

/** Records a reply without showing its text. */
export function noteReply(state: RunState, ports: Ports, response: LLMResponse, reply: Reply): AgentEvent[] {
  const events: AgentEvent[] = [];
  const { usage, answeredBy } = response;
  state.finishReason = toFinishReason(response);
  // An answer that policies have not seen must not appear anywhere else.
  if (reply.calls.length > 0 || !ports.policies.has('onOutput'))
    state.lastReply = reply.text || state.lastReply;
  const reasoning = reply.reasoning ?? response.reasoning;
  if (usage !== undefined) events.push({ type: 'usage', usage, ...(answeredBy && { answeredBy }) });
  // For the same reason, a warning must not quote an answer that policies have not seen.
  if (reply.unshown && !ports.policies.has('onOutput'))
    events.push({
      type: 'warning',
      message: UNSHOWN + JSON.stringify(shortenText(reply.unshown, 1_000, ' …')),
    });
  if (reasoning) {
    state.reasoningTrace.push(reasoning);
    observe(state, ports, { type: 'reasoning', content: reasoning });
    if (ports.streaming && ports.policies.holdsText)
      events.push({ type: 'reasoning-delta', text: reasoning });
  }
  return events;
}

/** Shows the message of a reply, and its text if it was held back for policies. */
export function showReply(
  { policies, streaming }: Ports,
  { finishReason, rawFinishReason, rejected }: LLMResponse,
  { text, message }: Reply,
): AgentEvent[] {
  const events: AgentEvent[] = [];
  if (streaming && policies.holdsText && text !== '') events.push({ type: 'text-delta', text });
  if (message !== undefined)
    events.push({
      type: 'message',
      message,
      finishReason,
      ...(rawFinishReason !== undefined && { rawFinishReason }),
      ...(rejected !== undefined && { rejected }),
    });
  return events;
}

/** Adds the calls of a reply together with all their results, so that the history never contains one without the other. */
export function addStep(
  state: RunState,
  ports: Ports,
  reply: Reply,
  answers: readonly AnsweredCall[],
): AgentEvent[] {
  const messages: Message[] = reply.message === undefined ? [] : [reply.message];
  const events: AgentEvent[] = [];
  for (const [index, { record, text }] of answers.entries()) {
    const note = reply.calls[index]?.note ?? '';
    const before = note + (record.repeated ? REPEATED : '');
    addCall(state, ports, record, before + text);
    const parts = record.outcome.error === null ? record.outcome.content : undefined;
    const content = parts === undefined ? before + text : withText(before, partsOf(record, text, parts));
    const message = sealOwn(toResult(record, content));
    messages.push(message);
    events.push({ type: 'message', message });
  }
  state.history.append(messages);
  return events;
}

/** Creates a tool message, with a mark if the run itself wrote the result, so that it can be recognized later. */
function toResult({ callId, byRun }: ToolCallRecord, content: ToolMessage['content']): ToolMessage {
  const message = { role: 'tool', tool_call_id: callId, content } as const;
  if (byRun) return { ...message, byRun };
  return isOldAnswer(message) ? { ...message, byRun: false } : message;
}

/** Returns the content parts of a result. If it is untrusted, quoted text replaces its texts, and text files are also quoted. */
function partsOf(
  { outcome, name }: ToolCallRecord,
  text: string,
  parts: readonly ContentPart[],
): readonly ContentPart[] {
  if (!outcome.untrusted) return parts;
  const others = parts.flatMap((part): ContentPart[] => {
    if (part.type === 'text') return [];
    const inside = textOfFile(part);
    if (inside === undefined) return [part];
    return [{ type: 'text', text: quoteUntrusted(`${describePart(part)}\n${inside}`, name) }];
  });
  return [{ type: 'text', text }, ...others];
}

function withText(before: string, parts: readonly ContentPart[]): readonly ContentPart[] {
  // Copies the parts, because the message is frozen and the outcome belongs to the run.
  const copy = parts.map((part) => sealJson(part));
  return before === '' ? copy : [{ type: 'text', text: before }, ...copy];
}

/** Adds a call that the provider made during its answer, which already takes the result into account. */
export function addProviderCall(state: RunState, ports: Ports, record: ToolCallRecord): AgentEvent[] {
  const { callId, name, arguments: text, outcome, durationMs } = record;
  addCall(state, ports, record, formatOutcome(outcome));
  const call = { callId, name, byProvider: true } as const;
  return [
    { type: 'tool-call', ...call, arguments: text },
    { type: 'tool-result', ...call, outcome, durationMs },
  ];
}

/** @param code the code of the failure that ends the run */
export function addError(state: RunState, ports: Ports, message: string, code?: ErrorCode): void {
  state.errors.push(message);
  state.errorCode = code;
  observe(state, ports, { type: 'error', content: message });
}

export function addCall(
  state: RunState,
  ports: Pick<CallPorts, 'clock'>,
  record: ToolCallRecord,
  content: string,
): void {
  const { callId, name, arguments: text, outcome, durationMs } = record;
  state.toolCalls.push(record);
  observe(state, ports, {
    type: outcome.error === null ? 'tool' : 'error',
    content,
    toolName: name,
    metadata: { callId, arguments: text, durationMs },
  });
}

function observe(
  { history }: RunState,
  { clock }: Pick<CallPorts, 'clock'>,
  observation: Omit<Observation, 'timestamp'>,
): void {
  history.observe({ ...observation, timestamp: Math.round(clock.now) });
}
