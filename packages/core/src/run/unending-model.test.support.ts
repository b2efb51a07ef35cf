import type { LLMProvider } from '@toolwright/contract';

/** Creates a model that streams one word and then waits until its request is aborted. `signal` is the signal of the request. */
export function unendingModel(): LLMProvider & { readonly signal: AbortSignal | undefined } {
  let seen: AbortSignal | undefined;
  return {
    get signal() {
      return seen;
    },
    generate: () => Promise.reject(new Error('It streams.')),
    async *stream(_messages, _tools, { signal } = {}) {
      seen = signal;
      yield { type: 'text-delta', text: 'One' };
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  };
}
