interface BodyListeners {
  /** Whether the body ends after this chunk. */
  readonly isLast?: ((chunk: string) => boolean) | undefined;
  /** Called once: the body has ended, or the client has left. */
  readonly onEnd: () => void;
  readonly signal: AbortSignal;
}

/** Returns a response whose end is reported, and whose body ends early if `isLast` says so. */
export function watchBody(response: Response, { isLast, onEnd, signal }: BodyListeners): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
  const end = (): void => {
    signal.removeEventListener('abort', end);
    settle();
  };
  let settle = (): void => {
    settle = () => undefined;
    onEnd();
  };
  signal.addEventListener('abort', end);
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) controller.enqueue(value);
      if (!done && !isLast?.(new TextDecoder().decode(value))) return;
      end();
      controller.close();
      if (!done) await reader.cancel();
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
