/** The maximum size of a message in bytes. The protocol defines no limit; this one exceeds any image that models accept. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Limits the size of a response, so that a server cannot fill the memory. */
export function limitResponse(response: Response, tooLarge: () => Error): Response {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  let size = 0;
  const limited = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.length;
        if (size > MAX_MESSAGE_BYTES) throw tooLarge();
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited, { status, statusText, headers });
}
