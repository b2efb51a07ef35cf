/**
 * Returns the delay that a reply requests, in milliseconds; undefined if it requests none.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 * @param wallClock milliseconds since 1970, for a date in `Retry-After`
 */
export function parseRetryAfter(headers: Pick<Headers, 'get'>, wallClock = Date.now()): number | undefined {
  const milliseconds = toNumber(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = toNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - wallClock);
}

function toNumber(text: string | null): number | undefined {
  if (text === null || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return undefined;
  return Number(text);
}
