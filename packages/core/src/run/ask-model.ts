import type { GenerateOptions, LLMResponse, ProviderToolCall } from '@toolwright/contract';
import { StreamAssembler } from '@toolwright/llm';
import { isCut } from '../protocols/native-calls.js';
import type { ModelRequest, ReplyContext } from '../protocols/tool-call-protocol.js';
import { checkDelta, checkResponse, checkStream } from './check-response.js';
import type { Run } from './run.js';

/** Asks the model for one reply; where the run streams, its text and reasoning are pushed as events on the way. */
export async function askModel(run: Run, request: ModelRequest): Promise<LLMResponse> {
  const { client } = run.settings;
  const { messages, tools, options } = request;
  if (run.streaming && client.stream !== undefined) return streamReply(run, request);
  const response = checkResponse(await client.generate(messages, tools, options), client);
  for (const call of response.providerCalls ?? []) noteProviderCall(run, call, options);
  if (run.streaming) {
    if (response.reasoning) run.push({ type: 'reasoning-delta', text: response.reasoning });
    const filter = run.settings.protocol.filterText?.(replyContext(run));
    showText(run, filter?.push(response.content ?? '') ?? response.content);
    showText(run, filter?.end(isCut(response)));
  }
  return response;
}

/** What decides how a reply is read, beside the reply itself. */
export function replyContext({ messages, output }: Run): Pick<ReplyContext, 'messages' | 'output'> {
  return { messages, output: output?.wanted };
}

async function streamReply(run: Run, { messages, tools, options }: ModelRequest): Promise<LLMResponse> {
  const filter = run.settings.protocol.filterText?.(replyContext(run));
  const assembler = new StreamAssembler({ idSeed: `${run.id}:${run.record.iteration}` });
  const { client } = run.settings;
  const stream: unknown = client.stream?.(messages, tools, options);
  checkStream(stream, client);
  for await (const delta of stream) {
    // Providers that do not heed the signal are left here; the loop has gone on already.
    if (run.signal.aborted) break;
    checkDelta(delta, client);
    assembler.add(delta);
    if (delta.type === 'text-delta') showText(run, filter?.push(delta.text) ?? delta.text);
    else if (delta.type === 'reasoning-delta') run.push(delta);
    else if (delta.type === 'provider-call') noteProviderCall(run, delta.call, options);
  }
  run.throwIfAborted();
  const response = assembler.finish();
  showText(run, filter?.end(isCut(response)));
  return response;
}

/** It counts like any other call, though it was made before anybody could refuse it. */
function noteProviderCall(run: Run, call: ProviderToolCall, { mcpServers = [] }: GenerateOptions): void {
  const { id: callId, server, name, arguments: text, outcome } = call;
  const { prefix = `${server}_` } = mcpServers.find((one) => one.name === server) ?? {};
  run.ledger.takeToolCall();
  const record = {
    callId,
    name: `${prefix}${name}`,
    arguments: text,
    outcome,
    durationMs: 0,
    byProvider: true,
  } as const;
  for (const event of run.record.addProviderCall(record)) run.push(event);
}

function showText(run: Run, text: string | null | undefined): void {
  if (text) run.push({ type: 'text-delta', text });
}
