import {
  type AgentEvent,
  type ErrorCode,
  isToolwrightError,
  type LLMProvider,
  type LLMResponse,
} from '@toolwright/contract';
import { compactHistory, shortenHistory } from '../compaction/compact-history.js';
import { costOf } from '../limits/cost-of.js';
import { sealMessage } from '../memory/seal-message.js';
import { applyRequest, applyResponse } from '../policies/policy.js';
import type { ModelRequest, Reply } from '../protocols/tool-call-protocol.js';
import { askModel, replyContext } from './ask-model.js';
import type { Ports } from './ports.js';
import { reportCut } from './record.js';
import { callBack } from './run-failure.js';
import type { RunState } from './run-state.js';

/** A response as the provider gave it, and as the loop reads it. */
export interface RequestedReply {
  readonly response: LLMResponse;
  readonly reply: Reply;
}

/** Gets one reply of the model. If the conversation is too long for it, the history is shortened, if possible, and the model is asked again. */
export async function requestReply(state: RunState, ports: Ports): Promise<RequestedReply> {
  const { clock, events } = ports;
  await compactHistory(state, ports);
  await events.emitAll(reportCut(state));
  clock.throwIfAborted();
  state.iteration++;
  try {
    return await ask(state, ports);
  } catch (error) {
    const isTooLong = isToolwrightError(error) && error.code === 'CONTEXT_TOO_LONG';
    if (!isTooLong || clock.signal.aborted || !(await shortenHistory(state, ports))) throw error;
    return ask(state, ports);
  }
}

async function ask(state: RunState, ports: Ports): Promise<RequestedReply> {
  const { clock, events, policies } = ports;
  const created = createRequest(state, ports);
  // Without a wait if no policy has to be waited for.
  const request = created instanceof Promise ? await created : created;
  await events.emit(describeRequest(state, request));
  const received = await clock
    .wait(() => events.within(undefined, () => askModel(state, ports, request)))
    .catch((error: unknown) => {
      if (!isRefused(error)) state.ledger.addLostRequest();
      throw error;
    });
  state.hasBegun = true;
  countRequest(state, ports, received);
  const isSeen = policies.some(({ afterModel }) => afterModel !== undefined);
  const response = isSeen ? await applyResponse(policies, received, state) : received;
  return { response, reply: readReply(state, ports, response) };
}

/** Whether the provider answered with an error before the model wrote anything, which costs nothing. */
function isRefused(error: unknown): boolean {
  return isToolwrightError(error) && REFUSALS.has(error.code);
}

const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'AUTHENTICATION',
  'RATE_LIMIT',
  'CONTEXT_TOO_LONG',
  'BAD_REQUEST',
]);

function countRequest({ ledger }: RunState, { agent }: Ports, { usage, answeredBy }: LLMResponse): void {
  const { client, price } = agent.settings;
  let cost: number | undefined;
  try {
    cost = usage && costOf(usage, answeredBy ?? client, price);
  } finally {
    // Also if the price throws.
    ledger.addRequest(usage, cost, client, answeredBy);
  }
}

function createRequest(state: RunState, ports: Ports): ModelRequest | Promise<ModelRequest> {
  const { agent, clock, events, output, policies } = ports;
  const history = agent.view(state.history.messages);
  const messages = output?.extend(history) ?? history;
  const options = { ...agent.settings.request, ...ports.request, signal: clock.signal, onEvent: events.push };
  const request = { messages, tools: agent.listTools(), options };
  const isSeen = policies.some(({ beforeModel }) => beforeModel !== undefined);
  if (!isSeen) return prepareRequest(state, ports, request);
  return applyRequest(policies, request, state).then((changed) => prepareRequest(state, ports, changed));
}

function prepareRequest(state: RunState, { agent, output }: Ports, request: ModelRequest): ModelRequest {
  const { protocol, client, introduce } = agent.settings;
  const { name, description } = introduce ? agent.settings : ANONYMOUS;
  const situation = { name, description, mustAnswer: state.answerForced, output: output?.wanted };
  const prepared = callBack(`The protocol '${protocol.name}'`, () => protocol.prepare(request, situation));
  if (output === undefined) return prepared;
  // A client that passes the request on to another one asks for it in the form that suits that one.
  const prepareFor = (asked: LLMProvider): ModelRequest => output.prepare(prepared, protocol, asked);
  const own = prepareFor(client);
  return { ...own, options: { ...own.options, prepareFor } };
}

const ANONYMOUS = { name: '', description: '' } as const;

function describeRequest({ iteration, limits }: RunState, { messages }: ModelRequest): AgentEvent {
  const { maxIterations } = limits;
  return { type: 'llm-call', iteration, maxIterations, messages: messages.length };
}

/** A model that must answer may call tools nevertheless; then only its text counts. */
function readReply(state: RunState, ports: Ports, response: LLMResponse): Reply {
  const { agent, callIds } = ports;
  const heard = state.answerForced ? { ...response, toolCalls: [] } : response;
  const { tools } = agent;
  const { protocol } = agent.settings;
  const claimCallId = (wanted: string): string => callIds.claim(wanted);
  const { messages, output } = replyContext(state, ports);
  const context = { messages, output, tools, claimCallId };
  const reply = callBack(`The protocol '${protocol.name}'`, () => protocol.parse(heard, context));
  const { message } = reply;
  if (!state.answerForced || reply.calls.length === 0) {
    const sealed = message && sealMessage(message);
    return sealed === message ? reply : { ...reply, message: sealed };
  }
  return {
    ...reply,
    calls: [],
    message: reply.text ? sealMessage({ role: 'assistant', content: reply.text }) : undefined,
  };
}
