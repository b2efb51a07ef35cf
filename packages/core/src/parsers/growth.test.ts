import { growth } from '../../../../scripts/growth.mjs';
import { bareText, findUnbraced } from '../output/text/bare-text.js';
import { findCandidates } from '../output/text/find-candidates.js';
import { splitThinking } from '../output/text/split-thinking.js';
import { parseAnswer } from './parse-answer.js';
import { parsers } from './parsers.js';
import { readTags } from './read-tags.js';

const tags = {
  xml: { a: 'optional', 'b.c': 'optional' },
  markdown: { ts: 'optional' },
  signals: { done: 'optional' },
} as const;

/** A refusal is an answer too; only the time counts. */
function quietly(read: () => unknown): void {
  try {
    read();
  } catch {
    // Refused.
  }
}

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } as const;
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  readTags: (text) => quietly(() => readTags(text, tags)),
  'parsers.tags': (text) => parseAnswer(text, { tags }).catch(() => {}),
  'parsers.json': (text) => parseAnswer(text, { parser: parsers.json(schema) }).catch(() => {}),
  'parsers.text': (text) => parseAnswer(text, {}).catch(() => {}),
  splitThinking,
  findCandidates,
  bareText,
  findUnbraced,
};

const floods = [
  ...[
    '<a>',
    '</a>',
    '<a/>',
    '<a ',
    '<a x="',
    '<',
    '<done ',
    '<done/>',
    '```',
    '```\n',
    '```ts\n',
    '~~~\n',
    '`',
  ],
  ...['{', '}', '{}', '[', '{"', '{"a":', '"', '{ ', '[1]', '{a} ', '<think>', '</think>', '<think>{"a":1}'],
  ...[
    ' ',
    '\n',
    '\t',
    ' \n',
    '\\',
    '\\"',
    ',',
    '<![CDATA[',
    '/*',
    '//\n',
    '{/*',
    '"a":',
    '\u00a0',
    '\ufeff',
    '{"a":"b",',
  ],
];

// E9
describe.each(Object.entries(readers))('%s takes time in proportion to the length', (_name, read) => {
  it.each(floods)('for many repetitions of %j', async (piece) => {
    for (const [before, after] of [
      ['', ''],
      ['x', ' x'],
    ] as const) {
      const textOf = (size: number): string => before + piece.repeat(Math.ceil(size / piece.length)) + after;
      expect(await growth((size) => read(textOf(size)), [10_000, 40_000, 160_000])).toBe('linear');
    }
  });
});
