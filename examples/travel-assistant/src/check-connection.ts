import type { LLMProvider } from 'toolwright';

/** Whether a model can be reached, or the reason why not. */
export type Check =
  | { readonly ok: true; readonly model: string; readonly ms: number }
  | { readonly ok: false; readonly reason: string };

/**
 * Asks a model for one word. Never throws.
 * @param connect creates the client, which fails without a key
 */
export async function checkConnection(connect: () => LLMProvider, timeoutMs = 15_000): Promise<Check> {
  const begun = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const client = connect();
    const options = { maxCompletionTokens: 200, signal };
    const question = { role: 'user', content: 'Reply with the word ready.' } as const;
    await Promise.race([client.generate([question], [], options), rejectWith(signal)]);
    return { ok: true, model: client.model ?? '', ms: Math.round(performance.now() - begun) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The signal decides, because the clock may show a fraction of a millisecond less than the timeout.
    return { ok: false, reason: signal.aborted ? `no answer within ${timeoutMs} ms` : message };
  }
}

function rejectWith(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
