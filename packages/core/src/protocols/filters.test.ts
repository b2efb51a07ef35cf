import fc from 'fast-check';
import { blockScanner, decisionScanner, readDecisions, readXmlReply } from './read-reply.js';
import type { TextFilter } from './tool-call-protocol.js';
import { block, decision } from './wording.test.support.js';

function show(filter: TextFilter, text: string, cuts: readonly number[]): string {
  let shown = '';
  let start = 0;
  for (const end of [...new Set([...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort(
    (a, b) => a - b,
  )) {
    shown += filter.push(text.slice(start, end));
    start = end;
  }
  return shown + filter.end(false);
}

const prose = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  fc.constantFrom(
    '<',
    '<tool',
    '<tool_cal',
    ' \n',
    '{',
    '}',
    '{name}',
    '"',
    '\\',
    '```json\n',
    '[',
    '{"a": {"b": "}"}}',
  ),
);
const cuts = fc.array(fc.nat(400), { maxLength: 30 });
const join = (parts: readonly string[]) => parts.join('');

// D2
describe('the shown text of a streamed reply in the XML protocol', () => {
  const call = fc
    .record({ name: fc.string(), value: fc.oneof(fc.string(), fc.constant('</tool_call>')) })
    .map(({ name, value }) => block(name, { value }));
  const broken = fc.constantFrom(
    '<tool_call>{"name": "x",',
    '<tool_call>oops</tool_call>',
    '<tool_call>',
    '</tool_call>',
  );
  // A block in quotes is text and is shown.
  const plain = prose.map((text) => text.replaceAll(/["'`“«]/g, ''));
  const reply = fc.array(fc.oneof({ weight: 3, arbitrary: plain }, call, broken), { maxLength: 8 }).map(join);

  it('equals the text of the whole reply, however it is split into pieces', () => {
    fc.assert(
      fc.property(reply, cuts, (text, places) => {
        const { text: expected, calls: blocks } = readXmlReply(text);
        const shown = show(blockScanner(), text, places);
        expect(shown).toBe(expected);
        if (blocks.length > 0) expect(shown).not.toContain('"parameters"');
      }),
      { numRuns: 1_000 },
    );
  });

  it('is shown at once while nothing in it may become a call', () => {
    const filter = blockScanner();
    expect(
      ['a < b', ' and <to', 'ol>', ' <tool_call', '>{"name":"x"}', '</tool_call>'].map((piece) =>
        filter.push(piece),
      ),
    ).toEqual(['a < b', ' and', ' <tool>', '', '', '']);
    expect(filter.end(false)).toBe('');
  });
});

// B3
describe('the shown text of a streamed reply in the reasoning-JSON protocol', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('{"action":"tool"}', 'a "b" \\ {c}\n', '\ud83d\ude00'),
  );
  const made = fc.oneof(
    text.map((response) => decision({ action: 'respond', response })),
    text.map((value) => decision({ tool_name: 'add', tool_input: { value, response: '"x"' } })),
    text.map((thought) => JSON.stringify({ response: 'first', thought, action: 'respond' }, null, 2)),
    fc.constant('{"plan": [{"action": "tool", "tool_name": "add"}]}'),
  );
  const broken = fc.constantFrom(
    '{"thought": "',
    '{"action": "respond", "response": "cut',
    '{"action": "fly"}',
  );
  const reply = fc.array(fc.oneof({ weight: 3, arbitrary: prose }, made, broken), { maxLength: 6 }).map(join);

  it('does not depend on how it is split into pieces, and ends with the answer', () => {
    fc.assert(
      fc.property(reply, cuts, (content, places) => {
        const shown = show(decisionScanner(), content, places);
        const { text: preamble, calls: decisions } = readDecisions(content);
        const [first] = decisions;
        // What was shown of an answer without an end cannot be taken back.
        if (first?.action === 'tool' && first.problem?.includes('the answer is incomplete')) return;
        const answer = first?.action === 'respond' ? first.response : '';
        expect(shown).toBe(preamble + (preamble && answer && '\n\n') + answer);
      }),
      { numRuns: 1_000 },
    );
  });

  it('grows with the response', () => {
    const filter = decisionScanner();
    const pieces = [
      '{"thought": "Easy.", "act',
      'ion": "respond", "respon',
      'se": "It is \\',
      'u00e9t',
      'é \\"now\\',
      '"',
      '!"',
      '}',
    ];
    expect(pieces.map((piece) => filter.push(piece))).toEqual([
      '',
      '',
      'It is ',
      'ét',
      'é "now',
      '"',
      '!',
      '',
    ]);
    expect(filter.end(false)).toBe('');
  });

  it('never contains a lone surrogate', () => {
    const filter = decisionScanner();
    filter.push('{"action":"respond","response":"');
    expect(['\\ud83d', '\\ude00', '"}'].map((piece) => filter.push(piece))).toEqual(['', '\u{1f600}', '']);
  });
});
