import type { LLMResponse } from '@toolwright/contract';
import { StreamAssembler } from '@toolwright/llm';
import type { Run } from './run.js';
import type { ModelRequest } from './tool-call-protocol.js';

/** Asks the model for one reply; where the run streams, its text and reasoning are pushed as events on the way. */
export async function askModel(run: Run, request: ModelRequest): Promise<LLMResponse> {
  const { client } = run.settings;
  const { messages, tools, options } = request;
  if (run.streaming && client.stream !== undefined) return streamReply(run, request);
  const response = await client.generate(messages, tools, options);
  if (run.streaming) {
    if (response.reasoning) run.push({ type: 'reasoning-delta', text: response.reasoning });
    if (response.content) run.push({ type: 'text-delta', text: response.content });
  }
  return response;
}

async function streamReply(run: Run, { messages, tools, options }: ModelRequest): Promise<LLMResponse> {
  const assembler = new StreamAssembler({ idSeed: `${run.id}:${run.record.iteration}` });
  for await (const delta of run.settings.client.stream?.(messages, tools, options) ?? []) {
    // Providers that do not heed the signal are left here; the loop has gone on already.
    if (run.signal.aborted) break;
    assembler.add(delta);
    if (delta.type === 'text-delta' || delta.type === 'reasoning-delta') run.push(delta);
  }
  run.throwIfAborted();
  return assembler.finish();
}
