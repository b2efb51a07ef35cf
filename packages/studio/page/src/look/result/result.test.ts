import * as fc from 'fast-check';
import { growth } from '../../../../../../scripts/growth.mjs';
import { type Inline, readInline } from '../../../../src/markdown/inline.js';
import { type Block, hasMarkdown, readMarkdown } from '../../../../src/markdown/read-markdown.js';
import { findTable } from './read-table.js';

const text = (value: string): Inline => ({ kind: 'text', text: value });

// K7
it.each<[string, string, readonly Inline[]]>([
  [
    'emphasis',
    'a **b** _c_ ~~d~~',
    [
      text('a '),
      { kind: 'strong', parts: [text('b')] },
      text(' '),
      { kind: 'emphasis', parts: [text('c')] },
      text(' '),
      { kind: 'deleted', parts: [text('d')] },
    ],
  ],
  [
    'emphasis within emphasis',
    '**a *b***',
    [{ kind: 'strong', parts: [text('a '), { kind: 'emphasis', parts: [text('b')] }] }],
  ],
  ['what is not closed as text', '**a *b `c [d', [text('**a *b `c [d')]],
  ['names and products as text', 'snake_case_name 2 * 3 * 4', [text('snake_case_name 2 * 3 * 4')]],
  [
    'code with marks in it',
    '`a*b*` ``c`d``',
    [{ kind: 'code', text: 'a*b*' }, text(' '), { kind: 'code', text: 'c`d' }],
  ],
  ['escaped marks', '\\*a\\*', [text('*a*')]],
  [
    'a link with a title',
    '[a](https://b.example/c "d")',
    [{ kind: 'link', url: 'https://b.example/c', parts: [text('a')] }],
  ],
  [
    'an address without the full stop',
    'See http://a.example.',
    [text('See '), { kind: 'link', url: 'http://a.example', parts: [text('http://a.example')] }, text('.')],
  ],
  [
    'an image as a link',
    '![a](https://b.example/c.png)',
    [{ kind: 'link', url: 'https://b.example/c.png', parts: [text('a')] }],
  ],
])('reads %s', (_, given, parts) => {
  expect(readInline(given)).toEqual(parts);
});

// K7
it.each([
  'javascript:a',
  'JAVASCRIPT:a',
  ' javascript:a',
  'data:text/html,a',
  'file:///a',
  '//a.example',
  'vbscript:a',
  'a',
  'https://',
])('offers no link to %s', (url) => {
  const given = `[x](${url}) [y](<${url}>) <${url}>`;
  expect(linksOf(readMarkdown(given))).toEqual([]);
  expect(textOf(readMarkdown(given))).toContain('[x]');
});

it('reads blocks as models write them', () => {
  const given =
    '# A\nb\n- c\n  1. d\n- e\n\n> f\n\n| g | h |\n|---|:-:|\n| i\\|j | `k` |\n\n```js\n# l\n```\n---';
  expect(readMarkdown(given)).toEqual([
    { kind: 'heading', level: 1, parts: [text('A')] },
    { kind: 'paragraph', parts: [text('b')] },
    {
      kind: 'list',
      start: undefined,
      items: [
        [
          { kind: 'paragraph', parts: [text('c')] },
          { kind: 'list', start: 1, items: [[{ kind: 'paragraph', parts: [text('d')] }]] },
        ],
        [{ kind: 'paragraph', parts: [text('e')] }],
      ],
    },
    { kind: 'quote', blocks: [{ kind: 'paragraph', parts: [text('f')] }] },
    {
      kind: 'table',
      rows: [
        [[text('g')], [text('h')]],
        [[text('i|j')], [{ kind: 'code', text: 'k' }]],
      ],
    },
    { kind: 'code', text: '# l' },
    { kind: 'rule' },
  ]);
  expect(hasMarkdown(readMarkdown('plain\ntext\n\n2 < 3'))).toBe(false);
});

const PIECES = [
  '[',
  '](',
  ']',
  '[a](',
  '*',
  '**',
  '_a',
  '`',
  '``',
  '>',
  '- ',
  '1. ',
  '  ',
  '\n',
  '\n\n',
  '|',
  '|-|\n',
  '<',
  'http://',
  '.',
  '\\',
  '# ',
  '```',
  '!',
  'word',
  '\u2028',
];

it('loses no word of any text', () => {
  const arbitrary = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(arbitrary, (given) => {
      const words = given.replace(/```.*/g, '').match(/word/g)?.length ?? 0;
      expect(textOf(readMarkdown(given)).match(/word/g)?.length ?? 0).toBeGreaterThanOrEqual(words);
    }),
  );
});

it.each([...PIECES, 'a\n', '*a ', '**a *', '> - ', '* a\n ', '|a|b|\n|-|-|\n', '`a``', 'http://a...a'])(
  'reads %j again and again in linear time',
  async (piece) => {
    const repeated = (length: number) => readMarkdown(piece.repeat(length / piece.length));
    expect(await growth(repeated, [8_000, 32_000, 128_000])).toBe('linear');
  },
);

it('takes lists of flat objects as a table, and nothing else', () => {
  expect(findTable([{ a: 1 }, { b: null }])).toEqual({ columns: ['a', 'b'], rows: [{ a: 1 }, { b: null }] });
  for (const other of [[], [{ a: 1 }], [{ a: 1 }, 2], [{ a: [] }, { a: [] }], [{}, {}], {}, 'a', null]) {
    expect(findTable(other)).toBeUndefined();
  }
});

function inlineText(parts: readonly Inline[]): string {
  return parts
    .map((part) =>
      'text' in part ? part.text : `${inlineText(part.parts)} ${'url' in part ? part.url : ''}`,
    )
    .join('');
}

function textOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'rule') return '';
      if (block.kind === 'code') return block.text;
      if (block.kind === 'quote') return textOf(block.blocks);
      if (block.kind === 'list') return block.items.map(textOf).join('\n');
      if (block.kind === 'table') return block.rows.flat().map(inlineText).join('\n');
      return inlineText(block.parts);
    })
    .join('\n');
}

function linksOf(blocks: readonly Block[]): readonly Inline[] {
  return blocks.flatMap((block) =>
    'parts' in block ? block.parts.filter(({ kind }) => kind === 'link') : [],
  );
}
