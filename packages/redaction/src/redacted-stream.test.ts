import * as fc from 'fast-check';
import { growth } from '../../../scripts/growth.mjs';
import { createRedaction } from './redaction.js';

const SECRET = `sk-proj-${'0123456789abcdef'}`;
const redaction = createRedaction({ secrets: ['correct horse battery'], rules: [] });

function inPieces(text: string, sizes: readonly number[]): string {
  const stream = redaction.stream();
  let shown = '';
  let at = 0;
  for (const size of sizes) {
    shown += stream.push(text.slice(at, at + size));
    at += size;
  }
  return shown + stream.push(text.slice(at)) + stream.end();
}

describe('a streamed text', () => {
  it('shows text at once if it cannot be a part of a secret', () => {
    const stream = redaction.stream();
    expect(['It rai', 'ns in', ' Oslo.'].map((piece) => stream.push(piece))).toEqual([
      'It rai',
      'ns in',
      ' Oslo.',
    ]);
  });

  // G4
  it.each([
    `The key is ${SECRET}, ok?`,
    'Authorization: Bearer abc.def-123456== and more',
    'Bearer abc.def-123456 and more',
    '{"a": 1, "password": "x hunter2 y", "b": 2}',
    'postgres://app:hunter2@db/main is up',
    'OPENAI_API_KEY=hunter2 is set',
    'It says <password>hunter2</password> and more.',
    'It says <a:token id="1"><![CDATA[hunter2]]></a:token> and more.',
    'It is correct horse battery.',
    '-----BEGIN PRIVATE KEY-----\nhunter2abc\nhunter2def\n-----END PRIVATE KEY-----\nDone.',
  ])('never shows a part of a secret, however it is split: %s', (text) => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 100 });
    fc.assert(
      fc.property(sizes, (cut) => {
        const shown = inPieces(text, cut);
        expect(shown).not.toMatch(/hunter2|abc\.|0123|horse|123456/);
        expect(shown).toContain('[redacted]');
      }),
    );
  });

  it('changes nothing else', () => {
    const word = fc.constantFrom(
      's',
      'sk',
      'gh',
      '-',
      '"',
      'token',
      ':',
      ' ',
      '\n',
      'Oslo',
      '://',
      '-----BEGIN ',
      'a=b',
    );
    fc.assert(
      fc.property(fc.array(word), fc.array(fc.integer({ min: 1, max: 5 })), (words, cut) => {
        const text = words.join('');
        fc.pre(redaction.redact(text) === text);
        expect(inPieces(text, cut)).toBe(text);
      }),
    );
  });

  it('takes time in proportion to its length, whatever is held back', async () => {
    for (const piece of ['sk-', 'a=', ' "password": "x', '-----BEGIN PRIVATE KEY-----a', '://', 'a', ' ']) {
      const pushAll = (length: number): void => {
        const stream = redaction.stream();
        for (let at = 0; at < length; at += piece.length) stream.push(piece);
        stream.end();
      };
      expect(await growth(pushAll, [2_000, 8_000, 32_000])).toBe('linear');
    }
  });
});
