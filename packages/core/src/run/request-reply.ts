import {
  type AgentEvent,
  type ErrorCode,
  isToolwrightError,
  type LLMProvider,
  type LLMResponse,
  sealMessage,
  type ToolSpec,
} from '@toolwright/contract';
import { maskMessages, maskSecrets, maskTools } from '@toolwright/redaction';
import { invokeCallback } from '../base/callbacks.js';
import { refuseOthers } from '../calls/not-offered.js';
import { presentCalls } from '../calls/present-calls.js';
import { chooseTools } from '../calls/tool-choice.js';
import { costOf } from '../limits/cost-of.js';
import { applyRequest, applyResponse } from '../policies/apply-policies.js';
import { cleanReply } from '../policies/clean-texts.js';
import type { ModelRequest, Reply } from '../protocols/tool-call-protocol.js';
import type { RunState } from '../state/run-state.js';
import { type AskedModel, askModel, replyContext } from './ask-model.js';
import { refuseFirst, replyEnded, watchReply } from './calls/early-refusal.js';
import { compactHistory, shortenHistory } from './compact-history.js';
import { stopRun } from './end-run.js';
import { maskRefusal, maskResponse } from './mask-values.js';
import type { Ports } from './ports.js';
import { reportCut } from './record.js';

/** A response from the provider, and the reply that the protocol parsed from it. */
export interface RequestedReply {
  readonly response: LLMResponse;
  readonly reply: Reply;
}

/** A request that is ready to be sent. */
interface PreparedRequest {
  readonly request: ModelRequest;
  readonly client: LLMProvider;
  /** The tools that the model is told of, by whatever means. */
  readonly tools: readonly ToolSpec[];
  /** The tools that the model may call; undefined if it may call all of the agent's tools. */
  readonly offered: readonly ToolSpec[] | undefined;
  /** The response of a policy that replaces the model's. */
  readonly answer?: LLMResponse | undefined;
}

/**
 * Requests one reply from the model. If the conversation is too long for it, shortens the history, if possible, and retries.
 * Returns undefined if a policy ended the run.
 */
export async function requestReply(state: RunState, ports: Ports): Promise<RequestedReply | undefined> {
  const { clock, events } = ports;
  await events.emitAll(reportCut(state.history));
  if (ports.agent.settings.compaction !== undefined) await compactHistory(state, ports);
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

async function ask(state: RunState, ports: Ports): Promise<RequestedReply | undefined> {
  const { events, policies } = ports;
  const created = createRequest(state, ports);
  // Continues synchronously unless a policy returns a promise.
  const prepared = created instanceof Promise ? await created : created;
  if (state.stop !== undefined) {
    state.iteration--;
    stopRun(state);
    return undefined;
  }
  const { answer, offered } = prepared;
  const { response: received, refusal }: AskedModel =
    answer === undefined ? await receive(state, ports, prepared) : { response: answer };
  state.hasBegun = true;
  const isSeen = policies.has('afterModel');
  const response = maskResponse(isSeen ? await applyResponse(state, ports, received) : received);
  if (isSeen) await events.flush();
  if (stopRun(state)) return undefined;
  // The text of a model has already been streamed, but the text of a policy has not.
  if (answer !== undefined && ports.streaming && !policies.holdsText && response.content)
    await events.emit({ type: 'text-delta', text: response.content });
  const reply = readReply(state, ports, response, offered);
  // A refusal is not content, so it was not streamed.
  const isRefusal = response.refusal !== undefined && !response.content && reply.calls.length === 0;
  if (isRefusal && ports.streaming && !policies.holdsText && reply.text !== '')
    await events.emit({ type: 'text-delta', text: reply.text });
  return { response, reply: refusal === undefined ? reply : refuseFirst(state, reply, maskRefusal(refusal)) };
}

async function receive(
  state: RunState,
  ports: Ports,
  { request, client, tools, offered }: PreparedRequest,
): Promise<AskedModel> {
  const { agent, clock, events } = ports;
  const firstCall = ports.streaming ? watchReply(state, ports, offered) : undefined;
  const stream = ports.streaming && client.stream !== undefined;
  const { description } = agent.settings;
  const { messages, options } = request;
  events.request({ messages, tools, options, asked: client, stream, description });
  await events.emit(describeRequest(state, request));
  const question = { request, client, firstCall };
  let received: AskedModel;
  try {
    received = await clock.withAbort(() => events.within(undefined, () => askModel(state, ports, question)));
  } catch (error) {
    if (!isRefused(error)) state.ledger.addLostRequest();
    throw error;
  }
  state.hasBegun = true;
  countRequest(state, ports, received.response, client);
  if (received.refusal !== undefined) await events.emit(replyEnded());
  return received;
}

/** Whether the provider refused a request before the model wrote anything. Such a request costs nothing. */
function isRefused(error: unknown): boolean {
  return isToolwrightError(error) && REFUSALS.has(error.code);
}

const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'AUTHENTICATION',
  'RATE_LIMIT',
  'CONTEXT_TOO_LONG',
  'BAD_REQUEST',
]);

function countRequest(
  { ledger }: RunState,
  { agent }: Ports,
  { usage, answeredBy }: LLMResponse,
  client: LLMProvider,
): void {
  const { price } = agent.settings;
  let cost: number | undefined;
  try {
    cost = usage && costOf(usage, answeredBy ?? client, price);
  } finally {
    // Counts the request even if the `price` callback throws.
    ledger.addRequest(usage, cost, client, answeredBy);
  }
}

function createRequest(state: RunState, ports: Ports): PreparedRequest | Promise<PreparedRequest> {
  const { agent, clock, events, policies, answerRetries } = ports;
  const messages = answerRetries.extend(agent.view(state.history.messages));
  const { toolChoice } = ports;
  const options = { ...agent.settings.request, ...ports.request, signal: clock.signal, onEvent: events.push };
  const tools = agent.offerTools(state.history.messages);
  const request =
    toolChoice === undefined
      ? { messages, tools, options }
      : chooseTools(toolChoice, { messages, tools, options }, state.toolCalls.length > 0);
  if (!policies.has('beforeModel')) return prepareRequest(state, ports, request);
  return changeRequest(state, ports, request);
}

async function changeRequest(state: RunState, ports: Ports, given: ModelRequest): Promise<PreparedRequest> {
  const { request, answer } = await applyRequest(state, ports, given);
  await ports.events.flush();
  return { ...prepareRequest(state, ports, request), answer };
}

function prepareRequest(state: RunState, { agent, output }: Ports, given: ModelRequest): PreparedRequest {
  const messages = maskMessages(given.messages);
  const shown = maskTools(given.tools);
  const isSame = messages === given.messages && shown === given.tools;
  const request = isSame ? given : { ...given, messages, tools: shown };
  const { protocol, introduce } = agent.settings;
  const { client: chosen, options } = request;
  const { tools } = given;
  const { wrapClient } = agent.settings;
  const client = chosen === undefined ? agent.settings.client : (wrapClient?.(chosen) ?? chosen);
  const { name, description } = introduce ? agent.settings : ANONYMOUS;
  const situation = {
    name: maskSecrets(name),
    description: maskSecrets(description),
    mustAnswer: state.limit !== undefined,
    output: output?.wanted,
  };
  const prepared = invokeCallback(`The protocol '${protocol.name}'`, () =>
    protocol.prepare(request, situation),
  );
  const isAll = tools === agent.tools && options.toolChoice !== 'none';
  const offered = isAll ? undefined : options.toolChoice === 'none' ? [] : tools;
  if (output === undefined) return { request: prepared, client, tools: shown, offered };
  // A client that forwards the request to another client prepares it for that client.
  const prepareFor = (asked: LLMProvider): ModelRequest => output.prepare(prepared, protocol, asked);
  const own = prepareFor(client);
  return { request: { ...own, options: { ...own.options, prepareFor } }, client, tools: shown, offered };
}

const ANONYMOUS = { name: '', description: '' } as const;

function describeRequest({ iteration, limits }: RunState, { messages }: ModelRequest): AgentEvent {
  const { maxIterations } = limits;
  return { type: 'llm-call', iteration, maxIterations, messages: messages.length };
}

/** Parses a reply. If the model must answer but still calls tools, only its text is used. */
function readReply(
  state: RunState,
  ports: Ports,
  response: LLMResponse,
  offered: readonly ToolSpec[] | undefined,
): Reply {
  const { agent, callIds, policies } = ports;
  const isForced = state.limit !== undefined;
  const heard = isForced ? { ...response, toolCalls: [] } : response;
  const { tools } = agent;
  const { protocol } = agent.settings;
  const claimCallId = (wanted: string): string => callIds.claim(wanted);
  const { messages, output } = replyContext(state, ports);
  const context = { messages, output, tools, claimCallId };
  const read = invokeCallback(`The protocol '${protocol.name}'`, () => protocol.parse(heard, context));
  const reply = policies.cleanText === undefined ? read : cleanReply(read, policies.cleanText, tools);
  const { message } = reply;
  if (!isForced || reply.calls.length === 0) {
    const sealed = message && sealMessage(message);
    const present = presentCalls(reply.calls, agent.allTools);
    const calls = offered === undefined ? present : refuseOthers(present, offered, tools);
    return sealed === message && calls === reply.calls ? reply : { ...reply, calls, message: sealed };
  }
  return {
    ...reply,
    calls: [],
    message: reply.text ? sealMessage({ role: 'assistant', content: reply.text }) : undefined,
  };
}
