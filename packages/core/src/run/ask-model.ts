import type {
  EarlyRefusal,
  GenerateOptions,
  LLMDelta,
  LLMProvider,
  LLMResponse,
  ProviderToolCall,
  ToolCallRecord,
} from '@toolwright/contract';
import { StreamAssembler } from '@toolwright/llm/messages';
import { maskSecrets, redactJsonText, SecretMask } from '@toolwright/redaction';
import { EndableStream } from '../calls/early/endable-stream.js';
import type { FirstCall } from '../calls/early/first-call.js';
import { cleanRecord } from '../policies/clean-texts.js';
import { checkDelta, checkResponse, checkStream } from '../protocols/check-response.js';
import { isCut } from '../protocols/native-calls.js';
import type { ModelRequest, ReplyContext } from '../protocols/tool-call-protocol.js';
import type { RunState } from '../state/run-state.js';
import { endReply } from './calls/early-refusal.js';
import type { Ports } from './ports.js';
import { addProviderCall } from './record.js';
import type { RunEvents } from './stream/run-events.js';

interface Question {
  readonly request: ModelRequest;
  readonly client: LLMProvider;
  /** Undefined if the reply is always read to its end. */
  readonly firstCall: FirstCall | undefined;
}

export interface AskedModel {
  readonly response: LLMResponse;
  /** The reason that the reply's only call is refused, if the reply was aborted within that call. */
  readonly refusal?: EarlyRefusal | undefined;
}

/** Asks the model for one response. In a streaming run, pushes text and reasoning as events while they arrive. */
export async function askModel(state: RunState, ports: Ports, question: Question): Promise<AskedModel> {
  const { request, client } = question;
  const { agent, events, policies, streaming } = ports;
  const { protocol } = agent.settings;
  const { messages, tools, options } = request;
  if (streaming && client.stream !== undefined) return streamReply(state, ports, question);
  const response = checkResponse(await client.generate(messages, tools, options), client);
  for (const call of response.providerCalls ?? []) noteProviderCall(state, ports, call, options);
  if (streaming && !policies.holdsText) {
    if (response.reasoning) events.push({ type: 'reasoning-delta', text: maskSecrets(response.reasoning) });
    const filter = protocol.filterText?.(replyContext(state, ports));
    const content = maskSecrets(response.content ?? '');
    showText(events, filter?.push(content) ?? content);
    showText(events, filter?.end(isCut(response)));
  }
  return { response };
}

/** Returns the information needed to parse a reply. */
export function replyContext(
  { history }: RunState,
  { agent, output }: Ports,
): Pick<ReplyContext, 'messages' | 'output'> {
  return { messages: agent.view(history.messages), output: output?.wanted };
}

async function streamReply(
  state: RunState,
  ports: Ports,
  { request, client, firstCall }: Question,
): Promise<AskedModel> {
  const { agent, clock, events, policies } = ports;
  const { protocol } = agent.settings;
  const { messages, tools, options } = request;
  const isShown = !policies.holdsText;
  const filter = isShown ? protocol.filterText?.(replyContext(state, ports)) : undefined;
  const [shownText, shownThoughts] = [new SecretMask(), new SecretMask()];
  const assembler = new StreamAssembler({ idSeed: `${state.runId}:${state.iteration}` });
  const stream: unknown = client.stream?.(messages, tools, options);
  checkStream(stream, client);
  const endable = firstCall && endableStream(stream, clock.abortRequest);
  for await (const delta of endable ?? stream) {
    // Stops reading from providers that ignore the signal. The loop has already continued.
    if (clock.signal.aborted) break;
    checkDelta(delta, client);
    assembler.add(delta);
    if (endable !== undefined && firstCall !== undefined) {
      firstCall.follow(delta, assembler.openCalls);
      endable.isUnwanted = firstCall.refused !== undefined;
    }
    if (delta.type === 'provider-call') noteProviderCall(state, ports, delta.call, options);
    else if (!isShown) continue;
    else if (delta.type === 'text-delta')
      showText(events, shownText.push(filter?.push(delta.text) ?? delta.text));
    else if (delta.type === 'reasoning-delta') {
      const text = shownThoughts.push(delta.text);
      if (text === delta.text) events.push(delta);
      else showThought(events, text);
    }
    const taken = events.untilTaken();
    if (taken !== undefined) await taken;
  }
  clock.throwIfAborted();
  const refusal = endable?.isCut ? firstCall?.refused : undefined;
  const response = refusal === undefined ? assembler.finish() : endReply(assembler, refusal);
  showThought(events, shownThoughts.end());
  showText(events, shownText.push(filter?.end(isCut(response)) ?? '') + shownText.end());
  return { response, refusal };
}

/** Makes a stream endable. Returns undefined for a list of deltas, which is already complete. */
function endableStream(
  stream: AsyncIterable<LLMDelta> | Iterable<LLMDelta>,
  abort: () => void,
): EndableStream<LLMDelta> | undefined {
  return Symbol.asyncIterator in stream
    ? new EndableStream(stream[Symbol.asyncIterator](), abort)
    : undefined;
}

/** Records a call made by the provider. It counts towards the limit like any other call, although it cannot be refused. */
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
    arguments: redactJsonText(text, maskSecrets),
    outcome,
    durationMs: 0,
    byProvider: true,
  } as const;
  const { cleanText } = ports.policies;
  const told: ToolCallRecord = cleanText === undefined ? record : cleanRecord(record, cleanText);
  for (const event of addProviderCall(state, ports, told)) ports.events.push(event);
}

function showThought(events: RunEvents, text: string): void {
  if (text) events.push({ type: 'reasoning-delta', text });
}

function showText(events: RunEvents, text: string | null | undefined): void {
  if (text) events.push({ type: 'text-delta', text });
}
