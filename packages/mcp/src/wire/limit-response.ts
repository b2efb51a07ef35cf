/** The largest message that is read, in bytes. The protocol has no limit. This one is above the size of images that models accept. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** A response that fails when it is too large: a server must not fill the memory. */
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
