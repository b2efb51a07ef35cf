import { parseRetryAfter } from './retry-after.js';

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  it.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after-ms': '120.5', 'retry-after': '9' }, 120.5],
    [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }, 7000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
    [{ 'retry-after': '-5' }, expect.any(Number)],
    [{ 'retry-after': 'later' }, undefined],
    [{}, undefined],
  ])('reads %j', (headers, expected) => {
    const wait = parseRetryAfter(new Headers(headers), now);
    expect(wait).toEqual(expected);
    expect(wait ?? 0).toBeGreaterThanOrEqual(0);
  });
});
