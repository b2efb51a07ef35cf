import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { ts } from 'ts-morph';
import { readSourceLine } from './source-line.js';

const folder = mkdtempSync(path.join(tmpdir(), 'toolwright-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = 'a.ts';
const write = (text: string | Buffer): void => writeFileSync(path.join(folder, file), text);

it('returns the lines that the compiler counts, in any order', () => {
  const characters = fc.constantFrom('a', 'é', '😀', '\t', '\r', '\n', '\r\n', '\u2028', '\u2029', '\u0085');
  fc.assert(
    fc.property(fc.array(characters), fc.array(fc.integer({ min: 1, max: 20 })), (parts, asked) => {
      const text = parts.join('');
      write(text);
      const sourceLine = readSourceLine(folder);
      const starts = ts.createSourceFile(file, text, ts.ScriptTarget.Latest).getLineStarts();
      const lines = starts.map((start, index) =>
        text.slice(start, starts[index + 1]).replace(/(?:\r\n|[\n\r\u2028\u2029])$/, ''),
      );
      for (const line of asked) expect(sourceLine(file, line)).toBe(lines[line - 1]);
    }),
  );
});

it('returns undefined for a missing file and a line that does not exist', () => {
  write('one\ntwo');
  const sourceLine = readSourceLine(folder);
  expect(sourceLine('missing.ts', 1)).toBeUndefined();
  expect([0, 2, 3, 1e9].map((line) => sourceLine(file, line))).toEqual([
    undefined,
    'two',
    undefined,
    undefined,
  ]);
});

it.each([
  ['UTF-8', Buffer.from('\ufeffone\nzwö')],
  ['UTF-16', Buffer.from('\ufeffone\nzwö', 'utf16le')],
  ['UTF-16 with the high byte first', Buffer.from('\ufeffone\nzwö', 'utf16le').swap16()],
])('reads %s after its byte order mark', (_, bytes) => {
  write(bytes);
  const sourceLine = readSourceLine(folder);
  expect([sourceLine(file, 1), sourceLine(file, 2)]).toEqual(['one', 'zwö']);
});

it('reads each file once', () => {
  write('before');
  const sourceLine = readSourceLine(folder);
  expect(sourceLine(file, 1)).toBe('before');
  write('after');
  expect(sourceLine(file, 1)).toBe('before');
});
