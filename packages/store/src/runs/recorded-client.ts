import type {
  GenerateOptions,
  LLMDelta,
  LLMProvider,
  LLMResponse,
  Message,
  ToolSpec,
} from '@toolwright/contract';
import { assemble } from '@toolwright/llm';
import { type Journal, joinDeltas } from './journal.js';
import { isResponse } from './open-run.js';

/** A model whose replies are recorded before the run sees their end; recorded ones are given again without asking it. */
export function recordedClient(client: LLMProvider, journal: Journal): LLMProvider {
  const { provider, model, capabilities } = client;
  const stream = client.stream?.bind(client);
  return {
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(capabilities !== undefined && { capabilities }),
    generate: (messages, tools, options) => generate(client, journal, messages, tools, options),
    ...(stream !== undefined &&
      journal.run.start.streaming && {
        stream: (messages, tools, options) => replay(journal, () => stream(messages, tools, options)),
      }),
  };
}

async function generate(
  client: LLMProvider,
  journal: Journal,
  messages: readonly Message[],
  tools: readonly ToolSpec[],
  options: GenerateOptions,
): Promise<LLMResponse> {
  const known = journal.nextReply();
  if (known !== undefined) return isResponse(known) ? known : assemble(known.deltas);
  const response = await client.generate(messages, tools, options);
  await journal.addReply(response);
  return response;
}

async function* replay(journal: Journal, ask: () => AsyncIterable<LLMDelta>): AsyncGenerator<LLMDelta> {
  const known = journal.nextReply();
  if (known !== undefined) {
    yield* isResponse(known) ? toDeltas(known) : known.deltas;
    return;
  }
  const deltas: LLMDelta[] = [];
  let finished = false;
  for await (const delta of ask()) {
    deltas.push(delta);
    finished ||= delta.type === 'finish';
    // What comes with the end waits for the record; a stream without an end is no reply and leaves none.
    if (!finished) yield delta;
  }
  if (!finished) return;
  await journal.addReply({ deltas: joinDeltas(deltas) });
  yield* deltas.slice(deltas.findIndex(({ type }) => type === 'finish'));
}

function* toDeltas(response: LLMResponse): Generator<LLMDelta> {
  const { content, reasoning, toolCalls, usage, finishReason, refusal, logprobs, providerData } = response;
  for (const call of response.providerCalls ?? []) yield { type: 'provider-call', call };
  if (reasoning) yield { type: 'reasoning-delta', text: reasoning };
  if (content) yield { type: 'text-delta', text: content };
  for (const [index, { id, function: called }] of toolCalls.entries()) {
    yield { type: 'tool-call-delta', index, id, name: called.name, arguments: called.arguments };
  }
  if (usage) yield { type: 'usage', usage };
  yield { type: 'finish', finishReason, refusal, logprobs, providerData };
}
