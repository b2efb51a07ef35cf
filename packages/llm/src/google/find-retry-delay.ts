/**
 * How long an error body asks to wait, in milliseconds, as the text of a header; undefined where it does not say.
 * @see https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto (RetryInfo)
 */
export function findRetryDelay(body: unknown): string | undefined {
  const error = isRecord(body) && isRecord(body.error) ? body.error : undefined;
  const details: readonly unknown[] = Array.isArray(error?.details) ? error.details : [];
  for (const detail of details) {
    const delay = isRecord(detail) && typeof detail.retryDelay === 'string' ? detail.retryDelay : '';
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1];
    if (seconds !== undefined) return String(Math.round(Number(seconds) * 1000));
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
