import { EventEmitter } from 'node:events';
import { createConsoleLogger, createDebugLogger, createJsonLogger, createTranscriptLogger } from './index.js';
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

// A14: a log that cannot be written ends no program.
it.each([createConsoleLogger, createDebugLogger, createJsonLogger, createTranscriptLogger])(
  'a stream that fails is reported once by %p',
  (create) => {
    const said: string[] = [];
    const { write } = process.stderr;
    process.stderr.write = (text: string | Uint8Array): boolean => said.push(String(text)) > 0;
    const stream = Object.assign(new EventEmitter(), { write: () => true });
    create({ stream });
    create({ stream });
    // Without a listener, `emit` throws the error.
    for (const _ of [1, 2]) stream.emit('error', new Error('no space left'));
    process.stderr.write = write;
    expect(said).toEqual(['The log could not be written: no space left\n']);
  },
);
