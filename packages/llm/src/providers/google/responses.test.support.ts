import { event } from '../../testing/raw-server.test.support.js';

type Part = Readonly<Record<string, unknown>>;

const USAGE = {
  promptTokenCount: 10,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 3,
  cachedContentTokenCount: 4,
  totalTokenCount: 18,
};

/** A response of the Gemini API. Chunks of a stream have no finish reason before the last one. */
export function response(parts: readonly Part[], finishReason?: string, more: object = {}): object {
  return {
    candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }), index: 0 }],
    usageMetadata: USAGE,
    modelVersion: 'gemini-3.8-flash',
    responseId: 'resp1',
    ...more,
  };
}

/** The same response, streamed: one chunk for each part, texts in pieces of this many characters. */
export function streamOf(parts: readonly Part[], finishReason = 'STOP', pieceLength = 3): string {
  const pieces = parts.flatMap((part) => split(part, pieceLength));
  const last = pieces.at(-1);
  return [
    ...pieces.slice(0, -1).map((part) => response([part])),
    response(last === undefined ? [] : [last], finishReason),
  ]
    .map(event)
    .join('');
}

/** A signature comes with the last piece of its text, or alone. */
function split(part: Part, length: number): Part[] {
  if (typeof part.text !== 'string' || part.thoughtSignature !== undefined) return [part];
  const pieces = part.text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [''];
  return pieces.map((text) => ({ ...part, text }));
}
