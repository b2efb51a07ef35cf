import type { Redaction } from '@toolwright/redaction';
import type { RecordedReply } from './exchange.js';
import { redactPieces } from './redact-pieces.js';

/** Headers that the client reads. Others have times and ids, or secrets. */
const KEPT = ['content-type', 'retry-after', 'retry-after-ms', 'x-should-retry'];

/** Passes a reply on, and calls `onEnd` once it was read to its end. A reply that is not is not recorded. */
export function recordReply(
  response: Response,
  redaction: Redaction,
  onEnd: (reply: RecordedReply) => void,
): Response {
  const { status, statusText, headers } = response;
  const kept = keptHeaders(headers, redaction);
  const parts: Uint8Array[] = [];
  const end = (): void => onEnd({ status, headers: kept, ...bodyOf(Buffer.concat(parts), redaction) });
  if (response.body === null) {
    end();
    return response;
  }
  const reader = response.body.getReader();
  const watched = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
        } else {
          parts.push(value.slice()); // the reader may use its memory again
          controller.enqueue(value);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(watched, { status, statusText, headers });
}

/** Creates the reply again, with one chunk for each part. */
export function toResponse({ status, headers, body, encoding }: RecordedReply): Response {
  const parts = body.map((part) => Buffer.from(part, encoding ?? 'utf8'));
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

function bodyOf(bytes: Buffer, redaction: Redaction): Pick<RecordedReply, 'body' | 'encoding'> {
  const text = bytes.toString('utf8');
  // Other bytes would become other ones.
  if (!Buffer.from(text, 'utf8').equals(bytes))
    return { body: [bytes.toString('base64')], encoding: 'base64' };
  // Not as the network delivered it, which differs from time to time.
  return { body: redactPieces(redaction.redactBody(text).match(/[^\n]+\n*|\n+/g) ?? [], redaction) };
}
