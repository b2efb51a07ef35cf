import { growth } from '../../../../../scripts/growth.mjs';
import { findHidden, findHiddenIn } from './hidden-text.js';

const tags = [...'ignore']
  .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
  .join('');

// F7
describe('hidden text', () => {
  it.each<[string, string]>([
    ['a character of no width', 'Reads\u200b a file.'],
    ['tags, which models read as letters', `Reads a file.${tags}`],
    ['selectors of variants that carry bytes', 'x\u{e0142}\u{e0150}'],
    ['repeated selectors', '😀\ufe0f\ufe0f'],
    ['a change of direction', 'Reads \u202eelif a.'],
    ['an isolated direction', '\u2066x\u2069'],
    ['marks of direction in Latin text', 'a\u200eb\u200f'],
    ['an escape of a terminal', '\u001b[8mhidden'],
    ['a joiner between Latin letters', 'a\u200db'],
    ['a soft hyphen', 'pass\u00adword'],
    ['half a character', 'a\ud83d'],
    ['a Korean filler', 'a\u3164b'],
    ['Cyrillic letters in a Latin word', 'аpprove'],
    ['a Greek letter in a Latin word', 'pαssword'],
  ])('is found: %s', (_, text) => {
    expect(findHidden(text)).toBeDefined();
  });

  it.each([
    'Reads a file.\r\n\t- and a list',
    'Größe in µm, kΩ and Δx; 5 °C',
    'Удаляет файл. Формат: JSON, URLы и API-ключи',
    'Διαβάζει ένα αρχείο',
    'می\u200cخواهم',
    'क्\u200dष',
    'שלום\u200f (x)',
    'Warning ⚠️, family 👨‍👩‍👧, flag 🇳🇴, key 1️⃣, thumbs 👍🏽, 🏳️‍🌈',
    '删除文件',
    'Ünïcödé naïve ﬁ',
  ])('is not seen in ordinary writing: %s', (text) => {
    expect(findHidden(text)).toBeUndefined();
  });

  it('is found at any place of a schema, except in patterns', () => {
    const hidden = 'x\u200b';
    expect(findHiddenIn({ properties: { a: { description: hidden } } })).toEqual({
      path: '/properties/a/description',
      what: 'the hidden character U+200B',
    });
    expect(findHiddenIn({ properties: { [hidden]: {} } })?.path).toBe('/properties');
    expect(findHiddenIn({ enum: ['a', hidden] })?.path).toBe('/enum/1');
    expect(findHiddenIn({ pattern: hidden, patternProperties: { [hidden]: {} } })).toBeUndefined();
    const deep = JSON.parse(`${'['.repeat(50_000)}"${hidden}"${']'.repeat(50_000)}`);
    expect(findHiddenIn(deep)).toBeDefined();
  });

  it.each(['а', 'a\u200d', 'aа', '\ufe0f', 'אּ\u200f', '😀\u200d', 'क्\u200d'])(
    'is looked for in time in proportion to the text: %s',
    async (piece) => {
      const find = (length: number): unknown => findHidden(`${piece.repeat(length)}`);
      expect(await growth(find, [25_000, 100_000, 400_000])).toBe('linear');
    },
  );
});
