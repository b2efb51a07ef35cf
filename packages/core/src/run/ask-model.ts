import type { GenerateOptions, LLMProvider, LLMResponse, ProviderToolCall } from '@toolwright/contract';
import { StreamAssembler } from '@toolwright/llm';
import { isCut } from '../protocols/native-calls.js';
import type { ModelRequest, ReplyContext } from '../protocols/tool-call-protocol.js';
import { checkDelta, checkResponse, checkStream } from './check-response.js';
import type { Ports } from './ports.js';
import { addProviderCall } from './record.js';
import type { RunState } from './run-state.js';
import type { RunEvents } from './stream/run-events.js';

/** Asks the model for one response. If the run streams, text and reasoning are pushed as events meanwhile. */
export async function askModel(
  state: RunState,
  ports: Ports,
  request: ModelRequest,
  client: LLMProvider,
): Promise<LLMResponse> {
  const { agent, events, policies, streaming } = ports;
  const { protocol } = agent.settings;
  const { messages, tools, options } = request;
  if (streaming && client.stream !== undefined) return streamReply(state, ports, request, client);
  const response = checkResponse(await client.generate(messages, tools, options), client);
  for (const call of response.providerCalls ?? []) noteProviderCall(state, ports, call, options);
  if (streaming && !policies.holdsText) {
    if (response.reasoning) events.push({ type: 'reasoning-delta', text: response.reasoning });
    const filter = protocol.filterText?.(replyContext(state, ports));
    showText(events, filter?.push(response.content ?? '') ?? response.content);
    showText(events, filter?.end(isCut(response)));
  }
  return response;
}

/** What decides how a reply is read, beside the reply itself. */
export function replyContext(
  { history }: RunState,
  { agent, output }: Ports,
): Pick<ReplyContext, 'messages' | 'output'> {
  return { messages: agent.view(history.messages), output: output?.wanted };
}

async function streamReply(
  state: RunState,
  ports: Ports,
  request: ModelRequest,
  client: LLMProvider,
): Promise<LLMResponse> {
  const { agent, clock, events, policies } = ports;
  const { protocol } = agent.settings;
  const { messages, tools, options } = request;
  const isShown = !policies.holdsText;
  const filter = isShown ? protocol.filterText?.(replyContext(state, ports)) : undefined;
  const assembler = new StreamAssembler({ idSeed: `${state.runId}:${state.iteration}` });
  const stream: unknown = client.stream?.(messages, tools, options);
  checkStream(stream, client);
  for await (const delta of stream) {
    // Providers that ignore the signal are left here; the loop has gone on already.
    if (clock.signal.aborted) break;
    checkDelta(delta, client);
    assembler.add(delta);
    if (delta.type === 'provider-call') noteProviderCall(state, ports, delta.call, options);
    else if (!isShown) continue;
    else if (delta.type === 'text-delta') showText(events, filter?.push(delta.text) ?? delta.text);
    else if (delta.type === 'reasoning-delta') events.push(delta);
  }
  clock.throwIfAborted();
  const response = assembler.finish();
  showText(events, filter?.end(isCut(response)));
  return response;
}

/** It counts like any other call, though it was made before anybody could refuse it. */
function noteProviderCall(
  state: RunState,
  ports: Ports,
  call: ProviderToolCall,
  { mcpServers = [] }: GenerateOptions,
): void {
  const { id: callId, server, name, arguments: text, outcome } = call;
  const { prefix = `${server}_` } = mcpServers.find((one) => one.name === server) ?? {};
  state.ledger.takeToolCall();
  const fullName = `${prefix}${name}`;
  const record = {
    callId,
    name: fullName,
    arguments: text,
    outcome,
    durationMs: 0,
    byProvider: true,
  } as const;
  for (const event of addProviderCall(state, ports, record)) ports.events.push(event);
}

function showText(events: RunEvents, text: string | null | undefined): void {
  if (text) events.push({ type: 'text-delta', text });
}
