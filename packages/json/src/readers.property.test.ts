import fc from 'fast-check';
import { cases } from '../../../scripts/thorough.mjs';
import { GrowingJson, type JsonVisitor } from './growing/growing-json.js';
import { ObjectScanner } from './prose/object-scanner.js';
import { readJson } from './whole/read-json.js';

/** An object as text: with space between its tokens, and with characters of its strings as escapes. */
const written = fc
  .tuple(
    fc.dictionary(fc.stringMatching(/^[a-z_]{1,4}$/), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 }),
    fc.constantFrom(undefined, 1, '\t'),
    fc.boolean(),
  )
  .map(([value, space, isEscaped]) => {
    const text = JSON.stringify(value, undefined, space);
    return { value: JSON.parse(text), text: isEscaped ? escaped(text) : text };
  });

/** With some letters of its strings as escapes. */
function escaped(text: string): string {
  const unicode = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (literal) =>
    literal.replaceAll(/\\.|[g-z]/g, (one) => (one.length === 1 ? unicode(one) : one)),
  );
}

/** What follows an object in prose. */
const after = fc.constantFrom('', ' and so on', '\n', '}', ' ", {');

it('find the same end and the same texts, also if the text comes in pieces', () => {
  fc.assert(
    fc.property(written, after, fc.array(fc.nat(200), { maxLength: 4 }), ({ value, text }, rest, cuts) => {
      const all = text + rest;
      const whole = readJson(all, { trailing: true });
      expect(whole).toMatchObject({ ok: true, end: text.length });
      const pieces = piecesOf(all, cuts);
      const growing = new Texts();
      const reader = new GrowingJson(growing);
      expect(lengthRead(pieces, (piece) => reader.push(piece))).toBe(text.length);
      const prose = new ObjectScanner(Object.keys(value), '');
      expect(lengthRead(pieces, (piece) => prose.push(piece, 0))).toBe(text.length);
      const texts = Object.entries(value).filter(([, member]) => typeof member === 'string');
      for (const [name, member] of texts) expect(prose.members.get(name)?.text).toBe(member);
      expect(growing.all).toEqual(textsIn(value));
    }),
    { numRuns: cases(500, 20_000) },
  );
});

function piecesOf(text: string, cuts: readonly number[]): readonly string[] {
  const ends = [...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((one, other) => one - other);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

function lengthRead(pieces: readonly string[], read: (piece: string) => number): number {
  return pieces.reduce((sum, piece) => sum + read(piece), 0);
}

/** All names and texts in their order. */
class Texts implements JsonVisitor {
  readonly all: string[] = [];
  #text = '';
  open(): void {}
  close(): void {}
  scalar(): void {}
  key(name: string): void {
    this.all.push(name);
  }
  openText(): void {
    this.#text = '';
  }
  text(piece: string): void {
    this.#text += piece;
  }
  closeText(): void {
    this.all.push(this.#text);
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}
