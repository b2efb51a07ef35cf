import type { ServerResponse } from 'node:http';

/**
 * Sends a web `Response` through Node's `ServerResponse`, which Express and other frameworks also have. Waits while the client reads slowly.
 * If the client leaves, the body is cancelled, which aborts the run that writes it.
 */
export async function sendResponse(
  { status, headers, body }: Response,
  target: ServerResponse,
): Promise<void> {
  const cookies = headers.getSetCookie();
  const others = Object.fromEntries(headers);
  const reader = body?.getReader();
  let wake = (): void => undefined;
  const onDrain = (): void => wake();
  const onClose = (): void => {
    reader?.cancel().catch(() => undefined);
    wake();
  };
  if (target.destroyed) return onClose();
  target.writeHead(status, cookies.length === 0 ? others : { ...others, 'set-cookie': cookies });
  // The client of a stream sees at once that it has begun.
  if (reader !== undefined) target.flushHeaders();
  target.once('close', onClose);
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      if (target.write(next.value) || target.destroyed) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        target.once('drain', onDrain);
      });
    }
    target.end();
  } catch {
    // The stream has failed after its beginning was sent: only a broken connection tells the client.
    target.destroy();
  } finally {
    target.off('close', onClose);
    target.off('drain', onDrain);
  }
}
