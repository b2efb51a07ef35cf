import type { Redaction } from '@toolwright/redaction';
import type { RecordedReply } from './exchange.js';
import { redactPieces } from './redact-pieces.js';

/** Headers that the client reads. Others have times and ids, or secrets. */
const KEPT = ['content-type', 'retry-after', 'retry-after-ms', 'x-should-retry'];

/**
 * Passes a reply on, and calls `onEnd` once it was read to its end, or to where the protocol has its end: servers may keep the connection
 * open after it.
 * @param recordings has a function that ends this recording now, for a program that ends, as long as it is not at its end
 * @param onEnd receives undefined for a reply that was not read to either
 */
export function recordReply(
  response: Response,
  redaction: Redaction,
  recordings: Set<() => void>,
  onEnd: (reply: RecordedReply | undefined) => void,
): Response {
  const { status, statusText, headers } = response;
  const kept = keptHeaders(headers, redaction);
  const parts: Uint8Array[] = [];
  let isEnded = false;
  const end = (isWhole: boolean): void => {
    if (isEnded) return;
    isEnded = true;
    recordings.delete(stop);
    const bytes = Buffer.concat(parts);
    const reply =
      isWhole || hasEnd(bytes, kept) ? { status, headers: kept, body: bodyOf(bytes, redaction) } : undefined;
    onEnd(reply);
  };
  const stop = (): void => end(false);
  if (response.body === null) {
    end(true);
    return response;
  }
  recordings.add(stop);
  const reader = response.body.getReader();
  const read = async () => {
    try {
      return await reader.read();
    } catch (error) {
      stop();
      throw error;
    }
  };
  const watched = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await read();
        if (done) {
          end(true);
          controller.close();
        } else {
          parts.push(value.slice()); // the reader may use its memory again
          controller.enqueue(value);
        }
      },
      cancel(reason) {
        stop();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(watched, { status, statusText, headers });
}

/** The ends of streams of all protocols. In the texts of a reply, the quotes are escaped. */
const END =
  /^data:\s*\[DONE\]|"(?:finish_reason|finishReason)"\s*:\s*"|"type"\s*:\s*"(?:message_stop|response\.(?:completed|incomplete|failed))"|"done"\s*:\s*true/m;

function hasEnd(bytes: Buffer, headers: Readonly<Record<string, string>>): boolean {
  const isStream = !headers['content-type']?.startsWith('application/json');
  return isStream && END.test(bytes.toString('utf8'));
}

/** Creates the reply again, with one chunk for each part. */
export function toResponse({ status, headers, body }: RecordedReply): Response {
  const parts = body.map((part) => Buffer.from(part, 'utf8'));
  const empty = parts.length === 0 || [204, 205, 304].includes(status);
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = parts.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(new Uint8Array(next));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(empty ? null : stream, { status, headers: { ...headers } });
}

function keptHeaders(headers: Headers, redaction: Redaction): Record<string, string> {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, redaction.redact(value)]];
    }),
  );
}

/** As the client reads it. It takes bytes that are no UTF-8 for U+FFFD, but they might be those of a secret. */
function bodyOf(bytes: Buffer, redaction: Redaction): readonly string[] {
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(bytes);
  const known = isText
    ? text
    : Buffer.from(redaction.redact(bytes.toString('latin1')), 'latin1').toString('utf8');
  // Not as the network delivered it, which differs from time to time.
  return redactPieces(redaction.redactBody(known), redaction);
}
