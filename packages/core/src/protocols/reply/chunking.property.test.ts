import fc from 'fast-check';
import { cases } from '../../../../../scripts/thorough.mjs';
import { blockScanner, decisionScanner, readDecisions, readXmlReply } from '../read-reply.js';
import { block, decision } from '../wording.test.support.js';

const words = fc.string({ unit: 'grapheme', maxLength: 8 });
/** Pieces that open, close, quote or look like a call, and real calls. */
const pieces = fc.oneof(
  words,
  fc.constantFrom(' ', '\n', '\n\n', ', ', ': ', '. ', 'Well.', '\n> ', "'", '"', '“', '”', '«', '»', '\\'),
  fc.constantFrom(
    '`',
    '``',
    '```\n',
    '\n```json\n',
    '\n```\n',
    '~~~\n',
    '[',
    ']',
    '{',
    '}',
    '/*',
    '*/',
    '// ',
  ),
  fc.constantFrom(
    '<think>',
    '</think>',
    '<',
    '</',
    '<reasoning>',
    '<tool_result>',
    '</tool_result>',
    '<THINK >',
  ),
  fc.constantFrom(
    '<tool_call>',
    '</tool_call>',
    '<tool_call id="1" >',
    '<tool_',
    '<TOOL_CALL>',
    '{"name":"x"}',
  ),
  fc.constantFrom(
    '{"thought":"',
    '{"tool_name":"a","tool_input":{}}',
    '"action":"tool",',
    '{action: ',
    '{"a":',
  ),
  fc.constantFrom(
    '<pre>',
    '</pre>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<a b="c">',
    '</a>',
    '<br/>',
    '| ',
    '    ',
  ),
  fc.constantFrom(
    '<json>',
    '</json>',
    '<tool_calls>',
    '</tool_calls>',
    '<tool_call>[',
    '},{',
    '{"Thought":"',
  ),
  fc.constantFrom(
    '<|im_end|>',
    '<|start|>',
    '<|channel|>',
    'final',
    'analysis',
    '<|message|>',
    '</s>',
    '<|im_start|>assistant\n',
    '[INST]',
    '[/INST]',
  ),
  fc.constantFrom('<|foo|>', '<｜think｜>', '<SPECIAL_12>', '<|think|>', '<|END_THINKING|>', '<|channel>'),
  fc.constantFrom(
    '\nUser: ',
    '\n### Assistant\n',
    'Tool result: ',
    '\n1. ',
    '\n- ',
    '\n  ',
    'Never: ',
    'Let me see: ',
  ),
  fc.constantFrom('„', '‹', '›', '「', '」', '（', '）', '‘', '’', '‚'),
  fc.constantFrom('a </think> ', '[THINK]', '[/THINK]', '◁/think▷', '`<|foo|>`', '"<|im_end|>'),
  words.map((text) => decision({ tool_name: 'save', tool_input: { text } })),
  words.map((response) => decision({ action: 'respond', response })),
  words.map((text) => block('save', { text })),
);
const replies = fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join(''));
const cuts = fc.array(fc.nat(300), { maxLength: 20 });

function pieceByPiece(text: string, places: readonly number[]): string[] {
  const ends = new Set(places.map((place) => place % (text.length + 1)));
  const sorted = [...ends, text.length].sort((a, b) => a - b);
  return sorted.map((end, index) => text.slice(sorted[index - 1] ?? 0, end));
}

/** A thought without an opening tag was shown before its end. */
const isLone = (text: string): boolean =>
  /<\s*\/\s*(?:think|reasoning)|<\|end_thinking\|>|\/think[\]▷]/i.test(text);

const RUNS = { numRuns: cases(2_000, 20_000) };

// B3, D2
describe('a reply in pieces of any size', () => {
  it('has the same text and calls as the whole reply, in xml', () => {
    const property = fc.property(replies, cuts, fc.boolean(), (content, places, cut) => {
      const whole = readXmlReply(content, undefined, cut);
      const scanner = blockScanner();
      const shown = pieceByPiece(content, places).map((piece) => scanner.push(piece));
      shown.push(scanner.end(cut));
      expect(scanner.calls).toEqual(whole.calls);
      expect([scanner.text, scanner.thoughts]).toEqual([whole.text, whole.thoughts]);
      if (!isLone(content)) expect(shown.join('')).toBe(whole.text);
    });
    fc.assert(property, RUNS);
  });

  it('has the same text and calls as the whole reply, in reasoning-json', () => {
    const property = fc.property(replies, cuts, fc.boolean(), (content, places, cut) => {
      const all = decisionScanner();
      all.push(content);
      all.end(cut);
      const scanner = decisionScanner();
      const shown = pieceByPiece(content, places).map((piece) => scanner.push(piece));
      shown.push(scanner.end(cut));
      expect(scanner.calls).toEqual(all.calls);
      expect([scanner.text, scanner.thoughts]).toEqual([all.text, all.thoughts]);
      const { text, calls } = readDecisions(content, undefined, cut);
      const answer = calls[0]?.action === 'respond' ? calls[0].response : '';
      if (!isLone(content)) expect(shown.join('')).toBe(text + (text && answer && '\n\n') + answer);
    });
    fc.assert(property, RUNS);
  });
});
