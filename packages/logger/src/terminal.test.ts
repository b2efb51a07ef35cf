import { usableWidth } from './terminal.js';

const terminal = { write: () => true, isTTY: true, columns: 100 };
const pipe = { write: () => true };

describe('usableWidth', () => {
  it("is the terminal's up to a maximum, and infinite without a terminal", () => {
    expect(usableWidth(terminal, undefined)).toBe(100);
    expect(usableWidth({ ...terminal, columns: 300 }, undefined)).toBe(120);
    expect(usableWidth({ ...pipe, columns: 300 }, undefined)).toBe(Number.POSITIVE_INFINITY);
    expect(usableWidth(pipe, 100)).toBe(100);
    expect(usableWidth({ ...terminal, columns: undefined }, undefined)).toBe(80);
  });

  it('is the configured width, but leaves room for text', () => {
    expect(usableWidth(terminal, 200)).toBe(200);
    expect(usableWidth(terminal, 5)).toBe(32);
  });
});
