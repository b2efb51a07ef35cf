import type { LLMDelta, LLMProvider, LLMResponse } from '@toolwright/contract';
import { assemble, toDeltas } from '@toolwright/llm';
import type { RecordedReply, StepRecorder } from './step-recorder.js';

/** Wraps a model. Each reply is recorded before the run sees its end; recorded replies are replayed without asking the model. */
export function recordedClient(client: LLMProvider, recorder: StepRecorder): LLMProvider {
  const { provider, model, capabilities } = client;
  const stream = client.stream?.bind(client);
  return {
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(capabilities !== undefined && { capabilities }),
    generate: async (messages, tools, options) => {
      const known = recorder.nextReply();
      if (known === undefined) return recorder.recordReply(() => client.generate(messages, tools, options));
      return isResponse(known) ? known : assemble(known.deltas);
    },
    ...(stream !== undefined &&
      recorder.streaming && {
        stream: (messages, tools, options) => replay(recorder, () => stream(messages, tools, options)),
      }),
  };
}

async function* replay(recorder: StepRecorder, ask: () => AsyncIterable<LLMDelta>): AsyncGenerator<LLMDelta> {
  const known = recorder.nextReply();
  if (known !== undefined) {
    yield* isResponse(known) ? toDeltas(known) : known.deltas;
    return;
  }
  const deltas: LLMDelta[] = [];
  let finished = false;
  for await (const delta of ask()) {
    deltas.push(delta);
    finished ||= delta.type === 'finish';
    // The end is held back until the reply is recorded. A stream without an end is not a reply, so it is not recorded.
    if (!finished) yield delta;
  }
  if (!finished) return;
  await recorder.addReply({ deltas: joinDeltas(deltas) });
  yield* deltas.slice(deltas.findIndex(({ type }) => type === 'finish'));
}

/** Joins consecutive text deltas and preserves their order. */
function joinDeltas(deltas: readonly LLMDelta[]): LLMDelta[] {
  const joined: LLMDelta[] = [];
  for (const delta of deltas) {
    const last = joined.at(-1);
    if (delta.type === 'text-delta' && last?.type === 'text-delta') {
      joined[joined.length - 1] = { type: 'text-delta', text: last.text + delta.text };
    } else if (delta.type === 'reasoning-delta' && last?.type === 'reasoning-delta') {
      joined[joined.length - 1] = { type: 'reasoning-delta', text: last.text + delta.text };
    } else joined.push(delta);
  }
  return joined;
}

/** Whether the reply was not streamed. */
function isResponse(reply: RecordedReply): reply is LLMResponse {
  return !('deltas' in reply);
}
