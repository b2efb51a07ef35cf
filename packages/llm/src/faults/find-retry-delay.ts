import { isRecord } from '@toolwright/contract';

/**
 * Returns the delay in milliseconds that Google's error body requests; undefined if it requests none. The body comes from the native API
 * or from the OpenAI-compatible API, which wraps the body in a list.
 * @see https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto (RetryInfo)
 */
export function findRetryDelay(body: unknown): number | undefined {
  const reply: unknown = Array.isArray(body) ? body[0] : body;
  const error = isRecord(reply) && isRecord(reply.error) ? reply.error : reply;
  const details: readonly unknown[] = isRecord(error) && Array.isArray(error.details) ? error.details : [];
  for (const detail of details) {
    const delay = isRecord(detail) && typeof detail.retryDelay === 'string' ? detail.retryDelay : '';
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1];
    if (seconds !== undefined) return Math.round(Number(seconds) * 1000);
  }
  return undefined;
}
