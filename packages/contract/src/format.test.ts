import { formatCount, formatDuration } from './format.js';

describe('formatDuration', () => {
  it('chooses the unit', () => {
    const read = [0.2, 12.4, 999.4, 999.6, 1_234, 30_000, 59_949, 59_951, 125_000].map(formatDuration);
    expect(read).toEqual(['0 ms', '12 ms', '999 ms', '1 s', '1.2 s', '30 s', '59.9 s', '1 min', '2 min 5 s']);
  });
});

describe('formatCount', () => {
  it('agrees in number', () => {
    const read = [0, 1, 1234].map((amount) => formatCount(amount, 'tool call'));
    expect(read).toEqual(['0 tool calls', '1 tool call', '1,234 tool calls']);
    expect(formatCount(1234)).toBe('1,234');
  });

  it.each([999, 1_000, 123_456, 1_234_567, -1_234, 1_234.567])('groups the digits of %d', (amount) => {
    expect(formatCount(amount)).toBe(amount.toLocaleString('en-US'));
  });
});
