import type { LLMProvider, LLMResponse } from '@toolwright/contract';

/** Creates a model that answers each request with the next reply, in the given chunks. */
export function chunkedModel(...replies: readonly (readonly string[])[]): LLMProvider {
  const left = [...replies];
  const generate = async (): Promise<LLMResponse> => ({
    content: (left.shift() ?? []).join(''),
    toolCalls: [],
    finishReason: 'stop',
  });
  return {
    provider: 'test',
    model: 'chunked',
    generate,
    async *stream() {
      for (const text of left.shift() ?? []) yield { type: 'text-delta', text } as const;
      yield { type: 'finish', finishReason: 'stop' } as const;
    },
  };
}

/** Splits text into chunks at the given offsets. */
export function cutAt(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort(
    (one, other) => one - other,
  );
  return [0, ...ends]
    .map((start, index) => text.slice(start, ends[index] ?? text.length))
    .filter((piece) => piece !== '');
}
